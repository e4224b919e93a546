import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createPollLoop, createWatchForNewHeaders } from '../../../src/core/polling/pollLoop.ts';
import { sleep } from '../../../src/core/time.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/exports/core.ts';
import type { MessageState } from '../../../src/core/polling/messageState.ts';
import {
  earliestPollAt,
  createPauseSchedule,
  withPollLimitAtMost,
  type NextPollFacts,
} from '../../../src/core/polling/chooseNextPoll.ts';
import { checkedPollLimitsWithDefaults } from '../../../src/core/polling/pollBudget.ts';

let clock: VirtualClock;
let timers: number[];
beforeEach(() => {
  const virtual = createVirtualClock(Date.UTC(2026, 0, 15));
  timers = [];
  clock = {
    ...virtual,
    setTimeout(run, ms) {
      timers.push(ms);
      return virtual.setTimeout(run, ms);
    },
  };
});

describe('the loop of asking', () => {
  /** Asks at the times it is given; a question takes as long as told. */
  function open(due: number[], takesMs = 0) {
    const asked: number[] = [];
    let isInFlight = false;
    const { reschedule, stop } = createPollLoop({
      clock,
      nextDueAt: () => due[0] ?? Infinity,
      async pollNext(signal) {
        expect(isInFlight).toBe(false);
        isInFlight = true;
        try {
          if (takesMs > 0) await sleep(clock, takesMs, signal);
          due.shift();
          asked.push(clock.monotonic());
        } finally {
          isInFlight = false;
        }
      },
    });
    return { asked, reschedule, stop, due };
  }

  test('asks nothing before it is scheduled, then each when it is due, what is overdue at once', async () => {
    const { asked, reschedule } = open([-5, 0, 1000, 2500]);
    await clock.advance(100);
    expect(asked).toEqual([]);
    reschedule();
    await clock.advance(2499);
    expect(asked).toEqual([100, 100, 1000, 2500]);
  });

  test('ends when nothing is due, and begins again with the next reschedule', async () => {
    const { asked, reschedule, due } = open([0]);
    reschedule();
    await clock.advance(1000);
    due.push(500);
    await clock.advance(1000);
    expect(asked).toEqual([0]);
    reschedule();
    await clock.advance(0);
    expect(asked).toEqual([0, 2000]);
  });

  test('looks again when it is rescheduled: what is due sooner by now is asked sooner', async () => {
    const { asked, reschedule, due } = open([50_000]);
    reschedule();
    await clock.advance(1000);
    due[0] = 2000;
    await clock.advance(2000);
    expect(asked).toEqual([]);
    reschedule();
    await clock.advance(0);
    expect(asked).toEqual([3000]);
  });

  test('sleeps on when it is rescheduled for what is due later than that', async () => {
    const { asked, reschedule, due } = open([2000, 5000]);
    reschedule();
    await clock.advance(1000);
    reschedule(2000);
    await clock.advance(0);
    expect(timers).toEqual([2000]);
    due[0] = 1500;
    reschedule(1500);
    await clock.advance(4000);
    expect(asked).toEqual([1500, 5000]);
    due.push(6000);
    reschedule(6000);
    await clock.advance(1000);
    expect(asked).toEqual([1500, 5000, 6000]);
  });

  test('breaks off a question that waits for its slot when it is rescheduled, and asks anew', async () => {
    const { asked, reschedule } = open([0], 1000);
    reschedule();
    await clock.advance(600);
    reschedule();
    reschedule();
    await clock.advance(999);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked).toEqual([1600]);
  });

  test('sleeps for a minute at most: a machine that sleeps moves the time', async () => {
    const { asked, reschedule } = open([150_000]);
    reschedule();
    await clock.advance(150_000);
    expect(timers).toEqual([60_000, 60_000, 30_000]);
    expect(asked).toEqual([150_000]);
  });

  test('asks nothing more once it is stopped, whatever reschedules it', async () => {
    const { reschedule, stop, asked, due } = open([1000], 500);
    reschedule();
    await clock.advance(1200);
    stop();
    due.length = 0;
    await clock.advance(10_000);
    due.push(0);
    reschedule();
    await clock.advance(10_000);
    expect(asked).toEqual([]);
  });

  test('goes on after a question that failed', async () => {
    let tries = 0;
    const { reschedule } = createPollLoop({
      clock,
      nextDueAt: () => (tries < 2 ? tries * 1000 : Infinity),
      pollNext: () => {
        tries += 1;
        return Promise.reject(new Error('no slot'));
      },
    });
    reschedule();
    await clock.advance(1000);
    expect(tries).toBe(2);
  });
});

describe('while the service wants other credentials', () => {
  function open(hasNew: () => Promise<boolean>) {
    const state = { isRefused: true };
    const hasNewHeaders = vi.fn(hasNew);
    const onNewHeaders = vi.fn<() => void>();
    const watch = createWatchForNewHeaders({
      client: { hasNewHeaders },
      clock,
      isRefused: () => state.isRefused,
      onNewHeaders,
    });
    return { watch, state, hasNewHeaders, onNewHeaders };
  }

  test('the host is asked every 2 s whether it has new ones, and each time that it has is told', async () => {
    let isNew = false;
    const { watch, hasNewHeaders, onNewHeaders } = open(() => Promise.resolve(isNew));
    void watch();
    await clock.advance(1999);
    expect(hasNewHeaders).not.toHaveBeenCalled();
    await clock.advance(2001);
    expect([hasNewHeaders.mock.calls.length, onNewHeaders.mock.calls.length]).toEqual([2, 0]);
    isNew = true;
    await clock.advance(2000);
    isNew = false;
    await clock.advance(2000);
    expect([hasNewHeaders.mock.calls.length, onNewHeaders.mock.calls.length]).toEqual([4, 1]);
  });

  test('it is asked by one watch only, however often it was refused', async () => {
    const { watch, hasNewHeaders } = open(() => Promise.resolve(false));
    void watch();
    void watch();
    await clock.advance(1000);
    void watch();
    await clock.advance(1000);
    expect(hasNewHeaders).toHaveBeenCalledOnce();
  });

  test('it is asked no more once the service is content, and again after the next refusal', async () => {
    const { watch, state, hasNewHeaders } = open(() => Promise.resolve(false));
    void watch();
    await clock.advance(2000);
    state.isRefused = false;
    await clock.advance(10_000);
    expect(hasNewHeaders).toHaveBeenCalledTimes(2);
    state.isRefused = true;
    await clock.advance(10_000);
    expect(hasNewHeaders).toHaveBeenCalledTimes(2);
    void watch();
    await clock.advance(2000);
    expect(hasNewHeaders).toHaveBeenCalledTimes(3);
  });

  test('a host that fails to say has none, and is asked again', async () => {
    let fails = true;
    const { watch, onNewHeaders } = open(() =>
      fails ? Promise.reject(new Error('offline')) : Promise.resolve(true),
    );
    void watch();
    await clock.advance(4000);
    expect(onNewHeaders).not.toHaveBeenCalled();
    fails = false;
    await clock.advance(2000);
    expect(onNewHeaders).toHaveBeenCalledOnce();
  });
});

const second = 1000;
const minute = 60_000;
const since = 100 * minute;

const facts = (change: Partial<NextPollFacts> = {}, state: Partial<MessageState> = {}): NextPollFacts => ({
  state: { msgIdentifier: 'm', isFinal: false, connection: 'ok', failures: 0, missing: 0, ...state },
  since,
  isRequested: false,
  isUserRequested: false,
  isSlow: false,
  ...change,
});
const from = (given: NextPollFacts, jitter = 0.5) => earliestPollAt(given, jitter);
/** How long after its last question a message that was last asked at this age may be asked about again, by its jitter. */
const gaps = (age: number, change: Partial<NextPollFacts> = {}, state: Partial<MessageState> = {}) =>
  [0, 1].map((jitter) => from(facts({ lastAskedAt: since + age, ...change }, state), jitter) - since - age);

describe('a message is asked about', () => {
  test('at once where nothing is known of it', () => {
    expect(from(facts())).toBe(since);
  });

  test('two seconds after it was accepted, which is when it can be ready, and one where a caller wants it', () => {
    const acceptedAt = since - 500;
    expect(from(facts({ acceptedAt }))).toBe(acceptedAt + 2 * second);
    expect(from(facts({ acceptedAt, isRequested: true }))).toBe(acceptedAt + second);
  });

  test('a second after its last question', () => {
    const lastAskedAt = since + 9 * second;
    const given = facts({ acceptedAt: since, lastAskedAt });
    expect(from(given)).toBe(lastAskedAt + second);
  });

  test.each(['complete', 'failed'] as const)('no more once it is %s, for any caller', (status) => {
    expect(from(facts({ isRequested: true, lastAskedAt: since }, { status }))).toBe(Infinity);
  });

  test('a second after its last question where a caller wants it, whatever else holds', () => {
    const wanted = { isRequested: true, timedOutAt: since };
    expect(gaps(40 * minute, wanted, { status: 'timeout', failures: 9 })).toEqual([second, second]);
  });

  test('every 22 to 28 s for 5 min after its timeout, and then no more', () => {
    const timedOutAt = since + 10 * second;
    const ask = (age: number) => gaps(age, { timedOutAt }, { status: 'timeout' });
    expect(ask(10 * second)).toEqual([22.4 * second, 28 * second]);
    expect(ask(5 * minute + 9999)).toEqual([22.4 * second, 28 * second]);
    expect(from(facts({ timedOutAt, lastAskedAt: timedOutAt + 5 * minute }))).toBe(Infinity);
  });

  test('once more after its timeout where the last question was in vain, for half an hour; a server asks on as it does', () => {
    const timedOutAt = since + 10 * second;
    const inVain = { status: 'timeout', failures: 1, connection: 'slowed' } as const;
    expect(gaps(6 * minute, { timedOutAt }, inVain)).toEqual([22.4 * second, 28 * second]);
    expect(from(facts({ timedOutAt, lastAskedAt: since + 30 * minute + 1 }, inVain))).toBe(Infinity);
    expect(gaps(6 * minute, { timedOutAt, pollsForADay: true }, inVain)).toEqual([minute, minute]);
  });

  test('every 22 to 28 s where no cashier waits, or the service wants other credentials', () => {
    expect(gaps(second, { isSlow: true })).toEqual([22.4 * second, 28 * second]);
    expect(gaps(second, {}, { connection: 'needs-auth', failures: 1 })).toEqual([22.4 * second, 28 * second]);
  });

  test('after 5 min more and more seldom, and after 30 min no more', () => {
    expect(gaps(5 * minute)).toEqual([second, second]);
    expect(gaps(5 * minute + 1).map(Math.round)).toEqual([12 * second, 18 * second]);
    expect(gaps(17.5 * minute)).toEqual([16 * second, 24 * second]);
    expect(gaps(30 * minute)).toEqual([20 * second, 30 * second]);
    const over = facts({ lastAskedAt: since + 30 * minute + 1 });
    expect(from(over)).toBe(Infinity);
    expect(from({ ...over, isSlow: true })).toBe(Infinity);
  });

  test.each([
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 15],
    [9, 15],
  ])('after %i questions in vain within %i s', (failures, longest) => {
    expect(gaps(second, {}, { failures })).toEqual([second, longest * second]);
    expect(gaps(6 * minute, {}, { failures, connection: 'degraded' })).toEqual([second, longest * second]);
  });

  test('during a slow-down as always: the pause says when', () => {
    expect(gaps(0, {}, { failures: 1, connection: 'slowed' })).toEqual([second, second]);
  });

  test('every 2 s while a fresh one is not found, and like any failure after 30 s (F19)', () => {
    const missing = { missing: 3, failures: 3 };
    expect(gaps(0, {}, missing)).toEqual([2 * second, 2 * second]);
    expect(gaps(29_999, {}, missing)).toEqual([2 * second, 2 * second]);
    expect(gaps(30_000, {}, missing)).toEqual([second, 8 * second]);
    expect(gaps(0, {}, { missing: 1, failures: 3 })).toEqual([second, 8 * second]);
  });
});

describe('after a slow-down everybody rests', () => {
  test('as long as the service says, and a person for at most 15 minutes of it', () => {
    const rest = createPauseSchedule();
    expect(rest.next(7 * second)).toEqual({ ms: 7 * second, urgentAfterMs: 7 * second });
    expect(rest.next(20 * minute)).toEqual({ ms: 20 * minute, urgentAfterMs: 15 * minute });
    expect(rest.next(0)).toEqual({ ms: 0, urgentAfterMs: 0 });
  });

  test('else longer each time, a person for 15 s, until the service answers in the normal way', () => {
    const rest = createPauseSchedule();
    const next = () => rest.next();
    expect([next(), next(), next(), next(), next()]).toEqual(
      [60, 120, 240, 300, 300].map((s) => ({ ms: s * second, urgentAfterMs: 15 * second })),
    );
    rest.reset();
    expect(rest.next().ms).toBe(60 * second);
  });

  test('what the service says does not count among what is guessed', () => {
    const rest = createPauseSchedule();
    rest.next(second);
    expect(rest.next().ms).toBe(60 * second);
    rest.next(second);
    expect(rest.next().ms).toBe(120 * second);
  });
});

describe('the limits of a budget', () => {
  test('are what the service allows less three, unless told otherwise', () => {
    expect(checkedPollLimitsWithDefaults({})).toEqual({ limit: 47, windowMs: minute, burst: 10 });
  });

  test('hold for the burst too', () => {
    expect(checkedPollLimitsWithDefaults({ limit: 4 })).toEqual({ limit: 4, windowMs: minute, burst: 4 });
    expect(checkedPollLimitsWithDefaults({ limit: 1, burst: 1, windowMs: 1 })).toEqual({
      limit: 1,
      windowMs: 1,
      burst: 1,
    });
  });

  test.each<[string, number]>([
    ['limit', 0],
    ['limit', Number.NaN],
    ['limit', Infinity],
    ['windowMs', 0.5],
    ['windowMs', Infinity],
    ['burst', 0],
    ['burst', -1],
  ])('%s cannot be %d', (field, value) => {
    expect(() => checkedPollLimitsWithDefaults({ [field]: value })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        field,
        shortMessage: `pollBudget ${field} must be a number of at least 1.`,
      }),
    );
  });

  test('are lowered, never raised', () => {
    const full = checkedPollLimitsWithDefaults({});
    expect(withPollLimitAtMost(full, 42)).toEqual({ limit: 42, windowMs: minute, burst: 10 });
    expect(withPollLimitAtMost(full, 5)).toEqual({ limit: 5, windowMs: minute, burst: 5 });
    expect(withPollLimitAtMost(full, 60)).toEqual(full);
  });
});
