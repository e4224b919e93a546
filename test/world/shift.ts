import { act, type ShiftLog } from './acts.ts';
import { checkEnd } from './checkEnd.ts';
import { checkSoon } from './checkSoon.ts';
import { type FaultKind, type Faults, struckFaults, type StruckFault } from './faults.ts';
import type { Recorder } from './recorder.ts';
import { strike } from './strikes.ts';
import type { Step, Story } from './story.ts';
import { createWorld, type Finding, type World } from './world.ts';

const minuteMs = 60_000;

/** What became of a shift. */
export interface WorkedShift {
  presses: number;
  delivered: Faults['delivered'];
  findings: readonly Finding[];
  trace: string;
  /** All that the hash is of, with TILLKIT_TRACE. */
  lines: readonly string[] | undefined;
  virtualMs: number;
}

const isStruck = (name: Step['name']): name is StruckFault =>
  (struckFaults as readonly string[]).includes(name);

/** Works a shift as the story tells it, lets everything come to rest, and holds all words against each other. */
export async function workShift(story: Story, recorder?: Recorder): Promise<WorkedShift> {
  const world = createWorld(story, recorder);
  const { clock, random, faults, find } = world;
  const log: ShiftLog = { presses: 0, said: [], seen: new Set(), orders: new Map() };
  try {
    const account = story.hasNeighbour ? 'm-1' : '';
    const till = (subject: string, tabs: number, isAlone = false, of = account) =>
      world.open({ account: of, subject, sees: 'own' }, isAlone, tabs);
    till('till-1', story.tabs);
    till('till-2', 1);
    till('till-3', story.hasPageAlone ? story.tabs : 1, story.hasPageAlone);
    if (story.hasNeighbour) till('till-1', 1, false, 'm-2');
    world.open({ account, subject: 'office', sees: 'all' }, false, 1);
    // A database that is younger than a press cannot say that it was never sent.
    await clock.advance(20_000);
    clock.sleep(10 * minuteMs);
    await clock.advance(5000);

    for (const { name, seed, restMs, aim } of story.steps) {
      random.reseed(seed);
      if (aim) faults.aim(aim as Parameters<Faults['aim']>[0]);
      world.trace.add('step', name);
      if (isStruck(name)) strike(world, name);
      else await settled(world, act(world, log, name));
      await pass(world, restMs);
    }
    await comeToRest(world);
    await checkSoon(world, log);
    await checkEnd(world, log);
    // Few kinds may all meet nothing.
    if (Object.keys(story.faults).length > 3 && faults.delivered.size === 0)
      find('delivered', 'no fault was delivered');
  } catch (error) {
    find('thrown', error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    recorder?.charge(world.service.sandbox.ledger.charges);
    world.end();
  }
  return {
    presses: log.presses,
    delivered: faults.delivered,
    findings: world.findings,
    trace: world.trace.end(),
    lines: world.trace.lines,
    virtualMs: clock.monotonic(),
  };
}

/** Lets time pass until an act is done. A person waits for no page that stands still. */
async function settled({ clock }: World, doing: Promise<void>): Promise<void> {
  const state = { isDone: false };
  const done = doing.finally(() => void (state.isDone = true));
  for (let left = 40; !state.isDone && left > 0; left -= 1) await clock.advance(50);
  if (state.isDone) await done;
  else void done.catch(() => undefined);
}

/** So long machines stay awake after a rush: until what was sent in it has arrived, also what came late (ms). */
const lingerMs = minuteMs;
/** So long before the next rush. */
const wakeMs = 30_000;

/** Quiet hours are slept through once nothing is under way any more. */
async function pass({ clock, pages }: World, restMs: number): Promise<void> {
  const isBusy = () =>
    pages().some(({ operations }) =>
      operations.list().some(({ phase }) => phase === 'sending' || phase === 'waiting'),
    );
  const awakeMs = restMs < minuteMs ? restMs : lingerMs;
  await clock.advance(awakeMs);
  let left = restMs - awakeMs;
  while (left > 5000 && isBusy()) {
    await clock.advance(5000);
    left -= 5000;
  }
  if (left <= 0) return;
  clock.sleep(left);
  // Machines wake before people press. A process that begins just then takes its database for one that was away.
  await clock.advance(wakeMs);
}

/** What a page asks in a minute in which nothing happens. */
const mostAtRest = 40;

/** The night: lines are mended, what is dead is started, pages are seen again, and all of it has time to come to rest. */
async function comeToRest({
  clock,
  faults,
  network,
  gateways,
  service,
  browsers,
  pages,
  find,
}: World): Promise<void> {
  faults.isOver = true;
  network.state.isAway = false;
  service.state.isCrawling = false;
  gateways.signedOut.clear();
  gateways.receiver.isAway = false;
  gateways.thaw();
  gateways.restart();
  gateways.replaceOlder();
  for (const browser of browsers) browser.fillStorage(false);
  for (const page of pages()) {
    page.machine.thaw();
    page.show(true);
  }
  await clock.advance(4 * minuteMs);
  for (const page of pages()) page.show(true);
  const { asked } = network.state;
  await clock.advance(minuteMs);
  const each = (network.state.asked - asked) / pages().length;
  if (each > mostAtRest) find('quiet', `pages at rest made ${each} requests each in a minute`);
}

/** The kinds of faults that met something in a shift. */
export const kindsIn = ({ delivered }: Pick<WorkedShift, 'delivered'>): FaultKind[] => [...delivered.keys()];
