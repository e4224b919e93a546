import { describe, expect, test } from 'vitest';
import type { MessageState } from '../../../src/core/polling/messageState.ts';
import { askingWindow, type PollFacts } from '../../../src/core/polling/pollSchedule.ts';
import { createRestSchedule } from '../../../src/core/polling/restSchedule.ts';
import { checkedLimits, lowerLimit } from '../../../src/core/polling/pollLimits.ts';

const second = 1000;
const minute = 60_000;
const since = 100 * minute;

const facts = (change: Partial<PollFacts> = {}, state: Partial<MessageState> = {}): PollFacts => ({
  state: { msgIdentifier: 'm', isFinal: false, connection: 'ok', failures: 0, missing: 0, ...state },
  since,
  isWanted: false,
  isPersonal: false,
  isSlow: false,
  ...change,
});
const window = (given: PollFacts, jitter = 0.5) => askingWindow(given, { jitter, longestGapMs: 25 * second });
/** How long after its last question a message that was last asked at this age is asked about again, at the earliest and latest. */
const gaps = (age: number, change: Partial<PollFacts> = {}, state: Partial<MessageState> = {}) =>
  [0, 1].map((jitter) => {
    const [from, until] = window(facts({ lastAskedAt: since + age, ...change }, state), jitter);
    expect(until).toBe(from);
    return from - since - age;
  });
const never = [Infinity, Infinity];

describe('a message is asked about', () => {
  test('at once where nothing is known of it', () => {
    expect(window(facts())).toEqual([since, since]);
  });

  test('a second after it was accepted at the earliest, and within its fair share', () => {
    const acceptedAt = since - 500;
    expect(window(facts({ acceptedAt }))).toEqual([acceptedAt + second, acceptedAt + 25 * second]);
  });

  test('a second after its last question at the earliest, and within its fair share', () => {
    const lastAskedAt = since + 9 * second;
    const given = facts({ acceptedAt: since, lastAskedAt });
    expect(window(given)).toEqual([lastAskedAt + second, lastAskedAt + 25 * second]);
  });

  test.each(['complete', 'failed'] as const)('no more once it is %s, whoever wants it', (status) => {
    expect(window(facts({ isWanted: true, lastAskedAt: since }, { status }))).toEqual(never);
  });

  test('a second after its last question where somebody wants it, whatever else holds', () => {
    const wanted = { isWanted: true, timedOutAt: since };
    expect(gaps(40 * minute, wanted, { status: 'timeout', failures: 9 })).toEqual([second, second]);
  });

  test('every 30 s, give or take a fifth, for 5 min after its timeout, and then no more', () => {
    const timedOutAt = since + 10 * second;
    const ask = (age: number) => gaps(age, { timedOutAt }, { status: 'timeout' });
    expect(ask(10 * second)).toEqual([24 * second, 36 * second]);
    expect(ask(5 * minute + 9999)).toEqual([24 * second, 36 * second]);
    expect(window(facts({ timedOutAt, lastAskedAt: timedOutAt + 5 * minute }))).toEqual(never);
  });

  test('every 30 s where nobody waits at the till, or the service wants other credentials', () => {
    expect(gaps(second, { isSlow: true })).toEqual([24 * second, 36 * second]);
    expect(gaps(second, {}, { connection: 'needs-auth', failures: 1 })).toEqual([24 * second, 36 * second]);
  });

  test('after 5 min more and more seldom, and after 30 min no more', () => {
    expect(window(facts({ lastAskedAt: since + 5 * minute }))).toEqual([
      since + 5 * minute + second,
      since + 5 * minute + 25 * second,
    ]);
    expect(gaps(5 * minute + 1).map(Math.round)).toEqual([12 * second, 18 * second]);
    expect(gaps(17.5 * minute)).toEqual([16 * second, 24 * second]);
    expect(gaps(30 * minute)).toEqual([20 * second, 30 * second]);
    const over = facts({ lastAskedAt: since + 30 * minute + 1 });
    expect(window(over)).toEqual(never);
    expect(window({ ...over, isSlow: true })).toEqual(never);
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
    expect(window(facts({ lastAskedAt: since }, { failures: 1, connection: 'slowed' }))).toEqual([
      since + second,
      since + 25 * second,
    ]);
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
    const rest = createRestSchedule();
    expect(rest.next(7 * second)).toEqual({ ms: 7 * second, urgentAfterMs: 7 * second });
    expect(rest.next(20 * minute)).toEqual({ ms: 20 * minute, urgentAfterMs: 15 * minute });
    expect(rest.next(0)).toEqual({ ms: 0, urgentAfterMs: 0 });
  });

  test('else longer each time, a person for 15 s, until the service answers in the normal way', () => {
    const rest = createRestSchedule();
    const next = () => rest.next();
    expect([next(), next(), next(), next(), next()]).toEqual(
      [60, 120, 240, 300, 300].map((s) => ({ ms: s * second, urgentAfterMs: 15 * second })),
    );
    rest.reset();
    expect(rest.next().ms).toBe(60 * second);
  });

  test('what the service says does not count among what is guessed', () => {
    const rest = createRestSchedule();
    rest.next(second);
    expect(rest.next().ms).toBe(60 * second);
    rest.next(second);
    expect(rest.next().ms).toBe(120 * second);
  });
});

describe('the limits of a budget', () => {
  test('are what the service allows less three, unless told otherwise', () => {
    expect(checkedLimits({})).toEqual({ limit: 47, windowMs: minute, burst: 10 });
  });

  test('hold for the burst too', () => {
    expect(checkedLimits({ limit: 4 })).toEqual({ limit: 4, windowMs: minute, burst: 4 });
    expect(checkedLimits({ limit: 1, burst: 1, windowMs: 1 })).toEqual({ limit: 1, windowMs: 1, burst: 1 });
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
    expect(() => checkedLimits({ [field]: value })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        field,
        shortMessage: `pollBudget ${field} must be a number of at least 1.`,
      }),
    );
  });

  test('are lowered, never raised', () => {
    const full = checkedLimits({});
    expect(lowerLimit(full, 42)).toEqual({ limit: 42, windowMs: minute, burst: 10 });
    expect(lowerLimit(full, 5)).toEqual({ limit: 5, windowMs: minute, burst: 5 });
    expect(lowerLimit(full, 60)).toEqual(full);
  });
});
