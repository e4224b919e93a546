import { describe, expect, it } from 'vitest';
import { followOperation } from '../../../src/core/standalone/followOperation.ts';
import type { OperationLedger } from '../../../src/core/standalone/operationLedger.ts';
import { reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import type { WatchOptions } from '../../../src/core/polling/watchedMessage.ts';
import {
  createVirtualClock,
  type MessageState,
  PaymentsError,
  type ProcessingStatus,
  type TerminalOperation,
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  type Journal,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { waitingSale } from '../operations/waitingSale.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 15, 9, 30);

interface FollowedSale {
  acceptedAt?: number;
  phase?: TerminalOperation['phase'];
  maxWaitMs?: number;
}

/** An accepted operation that is followed, and a message of which the test says what is heard. */
function following({ acceptedAt = start, phase = 'waiting', maxWaitMs = 5 * minute }: FollowedSale = {}) {
  const clock = createVirtualClock(start);
  let operation = waitingSale({ phase, msgIdentifier: 'm', createdAt: acceptedAt - 1000, acceptedAt });
  const polled: string[] = [];
  const ledger: Pick<OperationLedger, 'get' | 'apply'> = {
    get: () => operation,
    apply(_, fact) {
      if (fact.type === 'polled') polled.push(fact.message.status);
      operation = reduceOperation(operation, fact);
      return operation;
    },
  };
  let state: MessageState = {
    msgIdentifier: 'm',
    isFinal: false,
    connection: 'ok',
    failures: 0,
    missing: 0,
    nextCheckAt: start + 1000,
  };
  const watching: { listener: () => void; isSlow: boolean; isViewed: boolean }[] = [];
  const watch = {
    getSnapshot: () => state,
    subscribe(listener: () => void, { isSlow = false, isViewed }: WatchOptions = {}) {
      const entry = { listener, isSlow, isViewed: isViewed?.() ?? false };
      watching.push(entry);
      return () => void watching.splice(watching.indexOf(entry), 1);
    },
  };
  const hear = (change: Partial<MessageState>) => {
    state = { ...state, nextCheckAt: clock.now() + 1000, ...change };
    watching.slice().forEach(({ listener }) => listener());
  };
  const message = (status: ProcessingStatus) => ({ msgIdentifier: 'm', status, raw: {} });
  const follow = () =>
    followOperation(operation, {
      ledger: ledger as OperationLedger,
      clock,
      page: { isVisible: () => true, onWake: () => () => undefined },
      maxWaitMs,
      watch,
      isViewed: () => true,
    });
  return { clock, hear, follow, message, polled, watching, only: () => operation };
}

describe('what is heard of a message', () => {
  it('is carried over once each, with how the asking goes', () => {
    const { follow, hear, message, polled, only, clock } = following();
    follow();
    const processing = message('processing');
    hear({ message: processing, lastCheckedAt: clock.now() });
    hear({ message: processing, connection: 'degraded', failures: 2 });
    expect(polled).toEqual(['processing']);
    expect(only()).toMatchObject({
      phase: 'waiting',
      connection: 'degraded',
      lastCheckedAt: clock.now(),
      nextCheckAt: clock.now() + 1000,
    });
  });

  it('before it was followed is not lost', () => {
    const { follow, hear, message, only, watching } = following();
    hear({ message: message('complete') });
    follow();
    expect(only().phase).toBe('complete');
    expect(watching).toEqual([]);
  });

  it.each(['complete', 'failed'] as const)('ends with %s: no page watches it any more', (status) => {
    const { follow, hear, message, only, watching } = following();
    follow();
    expect(watching).toMatchObject([{ isSlow: false, isViewed: true }]);
    hear({ message: message(status), isFinal: true });
    expect(only().phase).toBe(status);
    expect(watching).toEqual([]);
  });

  it('F31: ends with a part too', () => {
    const { follow, hear, message, only, watching } = following();
    follow();
    hear({ message: { ...message('complete'), amount: 800 }, isFinal: true });
    expect(only()).toMatchObject({ phase: 'partial', confirmedCents: 800 });
    expect(watching).toEqual([]);
  });

  it('goes on slowly after a timeout, once', () => {
    const { follow, hear, message, only, watching } = following();
    follow();
    hear({ message: message('timeout'), isFinal: true });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    expect(watching).toMatchObject([{ isSlow: true, isViewed: true }]);
    const [entry] = watching;
    hear({ connection: 'degraded' });
    expect(watching).toEqual([entry]);
    hear({ message: message('complete'), isFinal: true });
    expect([only().phase, watching.length]).toEqual(['complete', 0]);
  });

  it('is asked slowly from the beginning where no caller waits for it', () => {
    const { follow, hear, message, watching, only, clock } = following({ phase: 'unknown' });
    const stop = follow();
    expect(watching).toMatchObject([{ isSlow: true }]);
    clock.jump(60 * minute);
    hear({ message: message('processing') });
    expect(only()).toMatchObject({ phase: 'unknown', status: 'processing' });
    stop();
    expect(watching).toEqual([]);
  });
});

describe('F51: the longest wait', () => {
  const old = { acceptedAt: start - 6 * minute };
  const error = new PaymentsError('unanswered', 'x');

  it('ends right after an answer that was good', async () => {
    const { follow, hear, message, only, clock } = following(old);
    follow();
    await clock.advance(5 * minute + 1);
    expect(only().phase).toBe('waiting');
    hear({ message: message('processing') });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it.each([1, 2])('does not end after %i failed questions', async (failures) => {
    const { follow, hear, only, clock } = following(old);
    follow();
    await clock.advance(5 * minute + 1);
    hear({ failures, error });
    expect(only().phase).toBe('waiting');
    hear({ failures: 3, error });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('is over for who asks no more, however much of it is left', () => {
    const { follow, hear, only } = following();
    follow();
    hear({ nextCheckAt: undefined });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('F24: says so where the answers could not be read', async () => {
    const { follow, hear, only, clock } = following(old);
    follow();
    await clock.advance(5 * minute + 1);
    hear({ failures: 3, error: new PaymentsError('contract', 'x') });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'unrecognised-status' });
  });

  it('has passed for a page only when it passed here too', async () => {
    const { follow, hear, message, only, clock } = following(old);
    follow();
    await clock.advance(5 * minute - 1);
    hear({ message: message('processing') });
    expect(only().phase).toBe('waiting');
    await clock.advance(1);
    hear({ message: message('processing') });
    expect(only().phase).toBe('unknown');
  });
});

describe('F20: a message that is not there', () => {
  it('is gone after three answers, and half a minute', async () => {
    const { follow, hear, only, clock } = following();
    follow();
    await clock.advance(30_000);
    hear({ missing: 3, failures: 3 });
    expect(only().phase).toBe('waiting');
    await clock.advance(1);
    hear({ missing: 2, failures: 2 });
    expect(only().phase).toBe('waiting');
    hear({ missing: 3, failures: 3 });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
  });

  it('counts from its acceptance, also in a page that was opened later', () => {
    const { follow, hear, only } = following({ acceptedAt: start - 31_000 });
    follow();
    hear({ missing: 3, failures: 3 });
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
  });
});

describe('F71: a pause that the service wants', () => {
  const slowed = (clock: { now: () => number }, ms: number) =>
    ({ connection: 'slowed', nextCheckAt: clock.now() + ms }) as const;

  it('of more than a quarter of an hour ends the wait by the clock', async () => {
    const { follow, hear, only, clock } = following();
    follow();
    await clock.advance(minute);
    hear(slowed(clock, 16 * minute));
    await clock.advance(4 * minute - 1);
    expect(only().phase).toBe('waiting');
    await clock.advance(1);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('ends the wait although the last two questions failed', async () => {
    const { follow, hear, only, clock } = following();
    follow();
    hear({ ...slowed(clock, 16 * minute), failures: 2 });
    await clock.advance(5 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it.each<[string, Partial<MessageState>]>([
    ['of a quarter of an hour', { connection: 'slowed', nextCheckAt: start + 15 * minute }],
    ['that is over before', { connection: 'ok', nextCheckAt: start + 60 * minute }],
  ])('%s ends nothing: an answer comes first', async (_, change) => {
    const { follow, hear, only, clock } = following();
    follow();
    hear(change);
    await clock.advance(10 * minute);
    expect(only().phase).toBe('waiting');
  });

  it('that the service takes back ends nothing either', async () => {
    const { follow, hear, only, clock } = following();
    follow();
    hear(slowed(clock, 16 * minute));
    await clock.advance(minute);
    hear({ connection: 'ok' });
    await clock.advance(10 * minute);
    expect(only().phase).toBe('waiting');
  });

  it('ends nothing for who stopped following', async () => {
    const { follow, hear, only, clock } = following();
    const stop = follow();
    hear(slowed(clock, 16 * minute));
    stop();
    await clock.advance(10 * minute);
    expect(only().phase).toBe('waiting');
  });
});

/** A page that can be hidden and can sleep, with one payment that waits. */
async function waiting(options: SandboxOptions = { scenario: 'stuck-received' }) {
  const timers = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  let sleptMs = 0;
  const clock = {
    ...timers,
    now: () => timers.now() + sleptMs,
    monotonic: () => timers.monotonic() + sleptMs,
  };
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  let pollAnswer: (() => Response) | undefined;
  const client = createPaymentsClient({
    ...made.client.options,
    fetcher: async (request, init) =>
      (request.url.includes('processed-messages') && pollAnswer?.()) || sandbox.fetch(request, init),
  });
  const journal: Journal = createMemoryJournal();
  let isVisible = true;
  const awake = new Set<() => void>();
  const open = () =>
    createTerminalOperations({
      client,
      journal,
      clock,
      random: () => 0.5,
      page: {
        isVisible: () => isVisible,
        onWake: (listener) => {
          awake.add(listener);
          return () => void awake.delete(listener);
        },
      },
    });
  const operations = open();
  void operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
  await clock.advance(1000);
  return {
    clock,
    sandbox,
    operations,
    open,
    only: () => operations.list()[0]!,
    answerPolls: (answer: typeof pollAnswer) => {
      pollAnswer = answer;
    },
    polls: () => sandbox.ledger.polls.length,
    /** The machine sleeps, and both clocks go on. */
    sleep: (ms: number) => {
      sleptMs += ms;
    },
    show: (visible: boolean) => {
      isVisible = visible;
      if (visible) awake.forEach((listener) => listener());
    },
  };
}

describe('the longest wait', () => {
  it('is five minutes, and a later result still wins', async () => {
    const { clock, only, sandbox } = await waiting();
    await clock.advance(4.9 * minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    const asked = sandbox.ledger.polls.length;
    await clock.advance(2 * minute);
    expect(sandbox.ledger.polls.length).toBeGreaterThan(asked);
  });

  it('F49: does not pass while the page is hidden', async () => {
    const { clock, only, show } = await waiting();
    show(false);
    await clock.advance(10 * minute);
    show(true);
    await clock.advance(minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(5 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('F51: after a sleep of two hours one poll comes first, and only its answer is judged', async () => {
    const { clock, only, polls, show } = await waiting({ scenario: 'approved' });
    await clock.advance(1200);
    const before = polls();
    clock.jump(2 * 60 * minute); // the machine slept: its monotonic clock stood still
    show(true);
    expect(only().phase).toBe('waiting');
    await clock.advance(1100);
    expect(polls() - before).toBe(1);
    expect(only().phase).toBe('waiting');
    await clock.advance(10_000);
    expect(only().phase).toBe('complete');
  });

  it('F51: ends where the one poll after a sleep that the monotonic clock counted is in vain; a late result wins', async () => {
    const { clock, only, answerPolls, show, sleep } = await waiting({ scenario: 'approved' });
    await clock.advance(1200);
    sleep(2 * 60 * minute);
    answerPolls(() => Response.error());
    show(true);
    await clock.advance(5000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    answerPolls(undefined);
    show(true); // the network is back
    await clock.advance(5000);
    expect(only().phase).toBe('complete');
  });

  it.each([-2 * 60 * minute, 3 * 60 * minute])(
    'F52: a wall clock that jumps %i ms ends no wait early, and none late',
    async (ms) => {
      const { clock, only } = await waiting();
      clock.jump(ms);
      await clock.advance(4 * minute);
      expect(only().phase).toBe('waiting');
      expect(only().lastCheckedAt).toBeLessThanOrEqual(clock.now());
      expect(only().nextCheckAt).toBeLessThanOrEqual(clock.now() + 31_000);
      await clock.advance(2 * minute);
      expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    },
  );

  it('F71: ends by the clock while the service wants a pause of hours, and no page asks', async () => {
    const { clock, only, polls, answerPolls } = await waiting();
    answerPolls(() => new Response('{}', { status: 429, headers: { 'retry-after': '36000' } }));
    await clock.advance(10_000);
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'slowed' });
    const asked = polls();
    await clock.advance(4 * minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(2 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait', connection: 'slowed' });
    expect(polls()).toBe(asked);
    answerPolls(undefined);
    await clock.advance(10 * 60 * minute);
    expect(polls()).toBeGreaterThan(asked);
  });
});

describe('several pages of one journal', () => {
  it('a page that is opened later hears a result that came meanwhile without asking again', async () => {
    const { clock, only, polls, open } = await waiting({ scenario: 'approved' });
    await clock.advance(20_000);
    expect(only().phase).toBe('complete');
    const asked = polls();
    const later = open();
    await clock.advance(5000);
    expect(later.list()[0]?.phase).toBe('complete');
    expect(polls()).toBe(asked);
  });
});
