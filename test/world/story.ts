import {
  drawFaults,
  type FaultKind,
  faultKinds,
  type FaultRates,
  isOfDatabase,
  passingFaults,
  struckFaults,
  type StruckFault,
} from './faults.ts';
import { createRandom, type Random } from './random.ts';

/** What people do, and how often. */
const acts = {
  sale: 46,
  hold: 4,
  capture: 4,
  refund: 7,
  void: 4,
  closeBatch: 3,
  part: 8,
  acknowledge: 26,
  stopWaiting: 2,
  resolve: 9,
  checkNow: 5,
  reload: 3,
  lookAway: 3,
} as const;
export type Act = keyof typeof acts;

/** Something that happens, and how long the world then goes on. */
export interface Step {
  name: Act | StruckFault;
  /** All that is drawn until the next step follows from it, so that other steps can be left out. */
  seed: number;
  restMs: number;
  /** A kind of fault that strikes at its next opportunity. */
  aim?: FaultKind | undefined;
}

/** A shift before it is worked. Steps and kinds of faults can be left out. */
export interface Story {
  seed: number;
  faults: FaultRates;
  store: 'memory' | 'sqlite';
  hasReceiver: boolean;
  /** A till beside the others that has no gateway. */
  hasPageAlone: boolean;
  /** A second merchant on the same gateway. */
  hasNeighbour: boolean;
  /** Tabs of the first till. */
  tabs: number;
  steps: Step[];
}

const minuteMs = 60_000;
const rushes = 5;
const stepsInRush = 14;

/** Tells the story of a seed: five rushes of a shift of eight hours. `aim`: kinds of faults that must exist in it. */
export function tellStory(seed: number, aim: readonly FaultKind[] = []): Story {
  const random = createRandom(seed);
  const drawn = drawFaults(random, aim);
  const store = aim.some(isOfDatabase) || random.chance(0.1) ? 'sqlite' : 'memory';
  const kinds = (Object.keys(drawn) as FaultKind[]).filter(
    (kind) => store === 'sqlite' || !isOfDatabase(kind),
  );
  const faults: FaultRates = Object.fromEntries(kinds.map((kind) => [kind, drawn[kind]]));
  const story: Story = {
    seed,
    faults,
    store,
    hasReceiver: needs(faults, 'receiver-') || random.chance(0.3),
    hasPageAlone: random.chance(0.3),
    hasNeighbour: random.chance(0.2),
    tabs: random.chance(0.3) ? 2 : 1,
    steps: [],
  };
  for (let rush = 0; rush < rushes; rush += 1)
    for (let at = 0; at < stepsInRush; at += 1) story.steps.push(step(random, random.weighted<Act>(acts)));
  for (let rush = 1; rush < rushes; rush += 1) {
    const last = story.steps[rush * stepsInRush - 1]!;
    last.restMs = random.between(100 * minuteMs, 125 * minuteMs);
  }
  strikeOnce(random, story, faults);
  return story;
}

const needs = (faults: FaultRates, prefix: string) =>
  faultKinds.some((kind) => kind.startsWith(prefix) && faults[kind] !== undefined);

const step = (random: Random, name: Step['name']): Step => ({
  name,
  seed: random.whole(2 ** 31),
  restMs: random.chance(0.15) ? random.between(0, 25_000) : random.between(0, 4000),
});

/** Each kind that exists strikes at least once, if it finds something to meet. */
function strikeOnce(random: Random, { steps }: Story, faults: FaultRates): void {
  // A kind that is alone may strike where it meets nothing.
  const least = Object.keys(faults).length === 1 ? 4 : 1;
  for (const kind of passingFaults) if (faults[kind] !== undefined) random.pick(steps).aim ??= kind;
  for (const kind of struckFaults) {
    const rate = faults[kind];
    if (rate === undefined) continue;
    for (let left = least + random.whole(1 + 8 * rate); left > 0; left -= 1)
      steps.splice(1 + random.whole(steps.length - 1), 0, step(random, kind));
  }
}
