import fc from 'fast-check';
import { expect } from 'vitest';
import { createMemoryJournal, createVirtualClock } from '../../../../src/exports/core.ts';
import { createSandbox, type ScenarioName } from '../../../../src/exports/sandbox.ts';
import { createBrokenStorage, storageFaults } from './brokenStorage.ts';
import { createReplyBender } from '../../standalone/schedules/replies.ts';
import { createTabHub } from '../../fakeChannel.ts';
import { openTab, type SimulatedTab, type SimulatedWorld } from '../../standalone/schedules/simulatedTab.ts';

const terminals = 30;
const faults: ScenarioName[] = ['offline', 'server-error', 'unauthorized', 'rate-limited', 'malformed'];

const mostTabs = 5;
const tab = fc.nat(mostTabs - 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      tab,
      terminal: fc.nat(terminals - 1),
      scenario: fc.constantFrom<ScenarioName>('approved', 'slow', 'stuck-received', 'late-result'),
      count: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch' as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      name: fc.constantFrom(...faults),
      next: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      ms: fc.oneof(
        fc.integer({ min: -7_200_000, max: 10_800_000 }),
        fc.integer({ min: -50_000, max: 50_000 }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('checkNow' as const),
      tab,
      times: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'crash' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('freeze' as const, 'thaw' as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('storage' as const),
      fault: fc.constantFrom(...storageFaults),
      ms: fc.integer({ min: 500, max: 90_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('show' as const), tab, isVisible: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('hold' as const), ms: fc.integer({ min: 500, max: 29_000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What hooks, tabs, networks and clocks do to the polls of a shop. */
export const pollSchedules = fc.array(step, { minLength: 3, maxLength: 16 });

/** How long the next slot may take at worst. */
const slotGapMs = 6000;

interface Asked {
  at: number;
  msgIdentifier: string;
}

/** Runs a schedule in virtual time and holds the polls that reached the service against the limits. */
export async function runPollSchedule(steps: readonly Step[], seed: number): Promise<void> {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ clock, seed, latencyMs: 50, terminals });
  const storage = createBrokenStorage(clock);
  const asked: Asked[] = [];
  const rests: [from: number, until: number][] = [];
  const world: SimulatedWorld = {
    sandbox,
    clock,
    journal: createMemoryJournal(),
    polls: storage.store,
    replies: createReplyBender(),
    trace: [],
    onPoll(msgIdentifier, answer) {
      if (!answer) asked.push({ at: clock.monotonic(), msgIdentifier });
      else if (answer.status === 429 || answer.status === 503) {
        const seconds = Number(answer.headers.get('retry-after') ?? 300);
        rests.push([clock.monotonic(), clock.monotonic() + seconds * 1000]);
      }
    },
  };
  const join = createTabHub();
  const tabs: SimulatedTab[] = [0, 1, 2].map(() => openTab(world, join()));
  await clock.advance(300);
  const waits = noteWaits(world);

  for (const action of steps) {
    const index = 'tab' in action ? action.tab % tabs.length : 0;
    const current = tabs[index]!;
    switch (action.do) {
      case 'start':
        sandbox.setScenario(action.scenario);
        for (let n = 0; n < action.count; n += 1) {
          const { id } = sandbox.terminals[(action.terminal + n) % terminals]!;
          void current.operations.start('pay', { terminalId: id, amount: 100 + n, receipt: false });
        }
        await clock.advance(500);
        break;
      case 'wait':
        await waits.advance(action.ms);
        break;
      case 'watch': {
        const message = current.operations.list()[0]?.msgIdentifier;
        if (message) current.operations.watch(message).subscribe(() => undefined);
        break;
      }
      case 'fault':
        sandbox.setScenario(action.name, { operation: 'getProcessedMessage', next: action.next });
        break;
      case 'jump':
        clock.jump(action.ms);
        break;
      case 'checkNow':
        for (let press = 0; press < action.times; press += 1)
          for (const { id } of current.operations.list({ open: true })) current.operations.checkNow(id);
        break;
      case 'reload':
      case 'crash':
        current[action.do === 'reload' ? 'close' : 'crash']();
        tabs[index] = openTab(world, join());
        break;
      case 'open':
        if (tabs.length < mostTabs) tabs.push(openTab(world, join()));
        break;
      case 'freeze':
        current.freeze();
        break;
      case 'thaw':
        await current.thaw();
        break;
      case 'storage':
        storage.fail(action.fault, action.ms);
        break;
      case 'show':
        current.show(action.isVisible);
        break;
      case 'hold':
        world.held = new Promise((resolve) => clock.setTimeout(resolve, action.ms));
        break;
    }
  }
  for (const page of tabs) await page.thaw();
  await waits.advance(90_000);
  for (const page of tabs) page.close();

  // A page that begins, or hears nothing, while the storage fails cannot know what the others asked before.
  const did = (...names: Step['do'][]) => steps.some((action) => names.includes(action.do));
  const isBlind = did('storage') && did('open', 'reload', 'crash', 'freeze');
  atMost(isBlind ? 50 + 10 * mostTabs : 50, asked);
  const isUnsure = did('jump');
  // Where no tab sees what the others do, or no tab runs, it may take any time.
  if (did('storage', 'freeze', 'hold')) return;
  for (const wait of waits.done()) askedOften(wait, asked, rests, isUnsure ? 60_000 : 0);
}

function atMost(limit: number, asked: readonly Asked[]): void {
  const at = asked.map((poll) => poll.at);
  at.forEach((from, index) => {
    const within = at.slice(index).findIndex((time) => time >= from + 60_000);
    expect(within === -1 ? at.length - index : within).toBeLessThanOrEqual(limit);
  });
}

interface Wait {
  msgIdentifier: string;
  from: number;
  until: number;
  /** The most operations that waited at the same time. */
  beside: number;
}

/** Notes from when to when each operation waits, as the journal has it. */
function noteWaits({ clock, journal }: SimulatedWorld) {
  const open = new Map<string, Wait>();
  const done: Wait[] = [];
  const note = async () => {
    const waiting = (await journal.list({ open: true })).filter(({ msgIdentifier }) => msgIdentifier);
    const ids = new Set<string>();
    for (const { msgIdentifier = '', phase } of waiting) {
      if (phase !== 'waiting') continue;
      ids.add(msgIdentifier);
      const from = clock.monotonic();
      const wait = open.get(msgIdentifier) ?? { msgIdentifier, from, until: from, beside: 0 };
      open.set(msgIdentifier, wait);
      wait.until = from;
      wait.beside = Math.max(wait.beside, waiting.length);
    }
    for (const [id, wait] of open) {
      if (ids.has(id)) continue;
      done.push(wait);
      open.delete(id);
    }
  };
  return {
    async advance(ms: number) {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.advance(Math.min(left, 1000));
        await note();
      }
    },
    done: () => [...done, ...open.values()],
  };
}

/** Asked at least every 30 s, or its fair share of the lowest limit; pauses that the service asked for do not count. */
function askedOften(
  { msgIdentifier, from, until, beside }: Wait,
  asked: readonly Asked[],
  rests: readonly [number, number][],
  extraMs: number,
): void {
  const lowered = rests.length > 0 ? 5 * rests.length : 0;
  // After a burst of ten the rest of the minute has 37 slots.
  const perMinute = Math.max(5, 37 - lowered);
  const longest = Math.max(30_000, (beside * 60_000) / perMinute) + slotGapMs + extraMs;
  const times = asked.filter((poll) => poll.msgIdentifier === msgIdentifier).map(({ at }) => at);
  const within = [from, ...times.filter((at) => at > from && at < until), until];
  for (const [index, at] of within.entries()) {
    const next = within[index + 1] ?? at;
    const rested = rests.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, next) - Math.max(a, at)), 0);
    expect(next - at - rested, `${msgIdentifier} went unasked from ${at} to ${next}`).toBeLessThanOrEqual(
      longest,
    );
  }
}
