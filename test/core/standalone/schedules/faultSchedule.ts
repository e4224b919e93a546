import fc from 'fast-check';
import { expect } from 'vitest';
import {
  createMemoryJournal,
  createMemoryPollStore,
  createVirtualClock,
  type TransactionRequest,
  type VirtualClock,
} from '../../../../src/exports/core.ts';
import { createSandbox, type ScenarioName, scenarioNames } from '../../../../src/exports/sandbox.ts';
import { createReplyBender, replyNames } from './replies.ts';
import { createTabHub } from '../../fakeChannel.ts';
import { openTab, type SimulatedTab, type SimulatedWorld } from './simulatedTab.ts';

const paying: ScenarioName[] = ['approved', ...scenarioNames];
const polling: ScenarioName[] = [
  'offline',
  'lost-answer',
  'malformed',
  'unauthorized',
  'server-error',
  'rate-limited',
  'redirect',
];

const tab = fc.nat(2);
const answer = fc.constantFrom('yes' as const, 'note' as const, 'no' as const);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      tab,
      terminal: fc.nat(2),
      amount: fc.integer({ min: 100, max: 400 }),
      clicks: fc.integer({ min: 1, max: 3 }),
      answer,
    }),
  },
  {
    // The same coffee again, for the next customer.
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('again' as const),
      tab,
      ms: fc.integer({ min: 0, max: 20_000 }),
      clicks: fc.constant(1),
      answer,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('scenario' as const), name: fc.constantFrom(...paying) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pollFault' as const),
      name: fc.constantFrom(...polling),
      next: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reply' as const),
      name: fc.constantFrom(...replyNames),
      next: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remount' as const, 'note' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('freeze' as const, 'thaw' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('full' as const, 'writable' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), tab }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('jump' as const),
      ms: fc.integer({ min: -7_200_000, max: 10_800_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resolve' as const), tab, charged: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('checkNow' as const),
      tab,
      times: fc.integer({ min: 1, max: 20 }),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What people, browsers and networks do to a shop's tabs. */
export const schedules: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 3, maxLength: 14 });

/** Runs a schedule in virtual time, then holds what the screens showed against the service's ledger. */
export async function runSchedule(steps: readonly Step[], seed: number): Promise<void> {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ clock, seed, latencyMs: 50 });
  const journal = createMemoryJournal();
  const wentBack = steps.some((action) => action.do === 'jump' && action.ms < 0);
  let isFull = false;
  const world: SimulatedWorld = {
    sandbox,
    clock,
    journal: {
      ...journal,
      claim: (...input) => (isFull ? Promise.reject(new Error('full')) : journal.claim(...input)),
      update: (...input) => (isFull ? Promise.reject(new Error('full')) : journal.update(...input)),
    },
    polls: createMemoryPollStore(),
    replies: createReplyBender(),
    trace: [],
  };
  const join = createTabHub();
  const tabs: SimulatedTab[] = [openTab(world, join()), openTab(world, join()), openTab(world, join())];
  await clock.advance(300);
  let coffee: TransactionRequest = { terminalId: sandbox.terminals[0]!.id, amount: 150, receipt: false };

  for (const action of steps) {
    const current = 'tab' in action ? tabs[action.tab]! : tabs[0]!;
    const operation = current.operations.list({ open: true })[0];
    switch (action.do) {
      case 'press':
        coffee = { ...coffee, terminalId: sandbox.terminals[action.terminal]!.id, amount: action.amount };
        await pressAndAnswer(current, clock, action, coffee);
        break;
      case 'again':
        await clock.advance(action.ms);
        await pressAndAnswer(current, clock, action, coffee);
        break;
      case 'note':
        current.takeNote();
        break;
      case 'wait':
        await clock.advance(action.ms);
        break;
      case 'scenario':
        sandbox.setScenario(action.name);
        break;
      case 'pollFault':
        sandbox.setScenario(action.name, { operation: 'getProcessedMessage', next: action.next });
        break;
      case 'reply':
        world.replies.bend(action.name, action.next);
        break;
      case 'reload':
      case 'crash':
        current[action.do === 'reload' ? 'close' : 'crash']();
        tabs[action.tab] = openTab(world, join());
        break;
      case 'remount':
        current.remount();
        break;
      case 'freeze':
        current.freeze();
        break;
      case 'thaw':
        await current.thaw();
        break;
      case 'full':
      case 'writable':
        isFull = action.do === 'full';
        break;
      case 'jump':
        clock.jump(action.ms);
        break;
      case 'stop':
        if (operation) current.operations.stopWaiting(operation.id);
        break;
      case 'resolve':
        if (operation)
          current.operations.resolveUnknown(operation.id, { charged: action.charged, basis: 'receipt' });
        break;
      case 'checkNow':
        for (let press = 0; press < action.times; press += 1)
          if (operation) current.operations.checkNow(operation.id);
        break;
    }
    await oneAtATime(world);
  }
  sandbox.setScenario(undefined);
  world.replies.bend('none', 0);
  isFull = false;
  for (const page of tabs) await page.thaw();
  // What could not be written down is written now.
  await clock.advance(62_000);
  for (const [index, page] of tabs.entries()) {
    page.close();
    tabs[index] = openTab(world, join());
  }
  await clock.advance(400_000);
  for (const page of tabs) world.trace.push(...page.operations.list());

  sandbox.assertSafe(world.trace);
  await everyChargeIsFound(world, wentBack ? ['waiting'] : []);
  // A page that opens after the wall clock was moved cannot know how old the shared log is.
  if (!steps.some((action) => action.do === 'jump')) atMostFiftyPolls(world);
  for (const page of tabs) page.close();
}

/** What a person who sees no question does, or who sees one: no repeat goes out unasked while an ending of it stands. */
async function pressAndAnswer(
  page: SimulatedTab,
  clock: VirtualClock,
  { clicks, answer: how }: { clicks: number; answer: 'yes' | 'note' | 'no' },
  request: TransactionRequest,
): Promise<void> {
  const { terminalId, amount } = request;
  const charged = page.operations
    .list({ open: false, terminalId })
    .filter(({ amountCents, acknowledgedAt }) => amountCents === amount && acknowledgedAt === undefined)
    .filter(({ phase }) => phase === 'complete' || phase === 'partial' || phase === 'resolved');
  const before = page.operations.list().length;
  for (let click = 0; click < clicks; click += 1) void page.press(request);
  await clock.advance(1);
  if (charged.length > 0) expect(page.operations.list()).toHaveLength(before);
  if (how === 'no') return;
  void page.answer(request, how);
  await clock.advance(1);
}

/** A terminal is held by one open operation at most, whichever tab started it. */
async function oneAtATime({ journal }: SimulatedWorld): Promise<void> {
  const locks = (await journal.list({ open: true })).map(({ lock }) => lock);
  expect(new Set(locks).size).toBe(locks.length);
}

/**
 * No accepted result is lost: what took effect is in the journal, and not as if it had not. (A clock that was set back can
 * make a wait long, so `also` may allow that.)
 */
async function everyChargeIsFound({ sandbox, journal }: SimulatedWorld, also: string[]): Promise<void> {
  const records = new Map((await journal.list()).map((record) => [record.id, record]));
  for (const { operationId } of sandbox.ledger.charges) {
    const record = records.get(operationId ?? '');
    expect(record, `the journal forgot ${operationId}`).toBeDefined();
    expect(['complete', 'partial', 'unknown', 'resolved', ...also]).toContain(record!.phase);
  }
}

function atMostFiftyPolls({ sandbox }: SimulatedWorld): void {
  const at = sandbox.ledger.polls.map((poll) => poll.at);
  at.forEach((from, index) => {
    const within = at.slice(index).findIndex((time) => time >= from + 60_000);
    expect(within === -1 ? at.length - index : within).toBeLessThanOrEqual(50);
  });
}
