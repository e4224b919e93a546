import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PollCandidate,
  chooseNextPoll,
  currentLimits,
  waitingTimeFactorIfViewed,
  limitLoweredBy429,
  nextSlotAt,
  defaultPollLimits,
} from '../../../src/core/polling/chooseNextPoll.ts';
import { emptyPollLog, type PollLog } from '../../../src/core/polling/pollLog.ts';

const now = Date.UTC(2026, 0, 15);
const second = 1000;
const minute = 60 * second;
const log = (change: Partial<PollLog> = {}): PollLog => ({ ...emptyPollLog, ...change });
/** A message that may be asked about since so long. */
const waiting = (
  msgIdentifier: string,
  waitedMs: number,
  change: Partial<PollCandidate> = {},
): PollCandidate => ({
  msgIdentifier,
  askedAt: now - waitedMs - second,
  earliestAt: now - waitedMs,
  heldUntil: -Infinity,
  graceMs: 0,
  weight: 1,
  isBackground: false,
  isUserRequested: false,
  ...change,
});
const next = (candidates: PollCandidate[], change?: Partial<PollLog>) =>
  chooseNextPoll(log(change), candidates, now);
const idOf = (...candidates: PollCandidate[]) => next(candidates)?.msgIdentifier;
const dueIn = (...candidates: PollCandidate[]) => (next(candidates)?.at ?? Infinity) - now;

describe('the next question', () => {
  test('is none where no message is to be asked about', () => {
    expect(next([])).toBeUndefined();
    expect(next([waiting('over', -Infinity)])).toBeUndefined();
  });

  test('goes to the one that waits longest, of equals to the first', () => {
    expect(idOf(waiting('young', 2000), waiting('old', 9000), waiting('middle', 5000))).toBe('old');
    expect(idOf(waiting('first', 2000), waiting('second', 2000))).toBe('first');
    // One that was left alone for longer, since it failed or no caller waits, has waited for as long.
    expect(idOf(waiting('usual', 9000), waiting('failed', 0, { askedAt: now - 30 * second }))).toBe('failed');
  });

  test('comes when the first may be asked, and says which that is', () => {
    expect(next([waiting('soon', -4000)])).toEqual({ msgIdentifier: 'soon', at: now + 4000 });
    expect(idOf(waiting('later', -9000), waiting('soon', -4000))).toBe('soon');
  });

  test('comes a little sooner where a person looks', () => {
    expect(idOf(waiting('other', 5000), waiting('seen', 4700, { weight: waitingTimeFactorIfViewed }))).toBe(
      'seen',
    );
    expect(idOf(waiting('other', 5000), waiting('seen', 4400, { weight: waitingTimeFactorIfViewed }))).toBe(
      'other',
    );
  });

  test('waits for its slot, and is chosen by who waits longest then', () => {
    const taken = Array.from({ length: 10 }, () => now);
    const slot = nextSlotAt(taken, now, defaultPollLimits);
    const chosen = next([waiting('one', 0), waiting('two', 10)], { taken });
    expect(chosen).toEqual({ msgIdentifier: 'two', at: slot });
    // By then the one that is looked at has waited longer, as that counts.
    const seen = waiting('seen', 0, { weight: waitingTimeFactorIfViewed });
    expect(next([waiting('one', 100), seen], { taken })?.msgIdentifier).toBe('seen');
    const early = { weight: waitingTimeFactorIfViewed, askedAt: now + 1000 };
    expect(next([waiting('one', 100), waiting('seen', 0, early)], { taken })?.msgIdentifier).toBe('one');
  });

  test('keeps to the limits that it is given', () => {
    const small = { limit: 1, windowMs: 7000, burst: 1 };
    expect(chooseNextPoll(log({ taken: [now - 2000] }), [waiting('m', 0)], now, small)?.at).toBe(now + 5000);
  });

  test('leaves a message to who asks already; its turn stays', () => {
    const held = waiting('held', 9000, { heldUntil: now + 8000 });
    expect(dueIn(held)).toBe(8000);
    expect(idOf(held, waiting('other', 0))).toBe('other');
    expect(chooseNextPoll(log(), [waiting('other', 1000), held], now + 8000)?.msgIdentifier).toBe('held');
  });

  test('leaves each slot to the tab that leads for a moment, and then no more', () => {
    const taken = Array.from({ length: 10 }, () => now);
    const slot = nextSlotAt(taken, now, defaultPollLimits);
    const follower = waiting('m', 8000, { graceMs: 500 });
    expect(next([follower], { taken })?.at).toBe(slot + 500);
    expect(chooseNextPoll(log({ taken }), [follower], slot + 499)?.at).toBe(slot + 500);
    expect(chooseNextPoll(log({ taken }), [follower], slot + 600)?.at).toBe(slot + 600);
    expect(dueIn(waiting('m', 200, { graceMs: 500 }))).toBe(300);
    // What that tab would have asked about in ten seconds and two rounds it does not know.
    expect(next([waiting('unknown', 9000, { graceMs: 500 })], { taken })?.at).toBe(slot);
    const round = Array.from({ length: 8 }, (_, index) => waiting(`m${index}`, 9000, { graceMs: 500 }));
    expect(next(round, { taken })?.at).toBe(slot + 500);
  });

  test('is the personal one before all others, once it may be asked', () => {
    expect(idOf(waiting('old', 90_000), waiting('pressed', 0, { isUserRequested: true }))).toBe('pressed');
    expect(idOf(waiting('old', 90_000), waiting('pressed', -1, { isUserRequested: true }))).toBe('old');
  });

  test('leaves a tenth of a round of all between two about one message; a person waits for none of it', () => {
    const tenth = (0.1 * 50 * minute) / 47;
    const busy = Array.from({ length: 50 }, (_, index) => waiting(`m${index}`, -9000));
    expect(dueIn(waiting('young', 0))).toBe(0);
    expect(dueIn(waiting('young', 0), ...busy)).toBeCloseTo(tenth, 0);
    // What waits longer by itself does not wait for that too.
    expect(dueIn(waiting('slow', -100, { askedAt: now - 30 * second }), ...busy)).toBe(100);
    expect(dueIn(waiting('pressed', 0, { isUserRequested: true }), ...busy)).toBe(0);
    // What is never asked about again shares nothing.
    const over = Array.from({ length: 50 }, (_, index) => waiting(`m${index}`, -Infinity));
    expect(dueIn(waiting('young', 0), ...over)).toBe(0);
  });

  test('comes after a pause; a person waits less', () => {
    const rest = { restUntil: now + 40_000, urgentFrom: now + 15_000 };
    expect(next([waiting('m', 0)], rest)?.at).toBe(now + 40_000);
    const pressed = waiting('pressed', 0, { isUserRequested: true });
    expect(next([waiting('m', 9000), pressed], rest)).toEqual({
      msgIdentifier: 'pressed',
      at: now + 15_000,
    });
    expect(next([pressed], { restUntil: now + 5000, urgentFrom: now + 15_000 })?.at).toBe(now + 5000);
    expect(next([waiting('m', 0)], { restUntil: now, urgentFrom: now })?.at).toBe(now);
  });

  const candidates = fc.array(
    fc.record({
      waited: fc.integer({ min: -20_000, max: 120_000 }),
      heldFor: fc.integer({ min: -9000, max: 9000 }),
      graceMs: fc.constantFrom(0, 500),
      weight: fc.constantFrom(0.1, 1, waitingTimeFactorIfViewed),
      isBackground: fc.boolean(),
      isUserRequested: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const slots = fc.array(fc.integer({ min: 0, max: 59_000 }), { maxLength: 50 });

  test('is asked at the time it told, and not before; only the chance of what no caller waits for may pass', () => {
    fc.assert(
      fc.property(candidates, slots, fc.integer({ min: 0, max: 9000 }), (given, ago, passed) => {
        const all = given.map(({ waited, heldFor, ...rest }, index) =>
          waiting(`m${index}`, waited, { heldUntil: now + heldFor, ...rest }),
        );
        const shared = log({ taken: ago.map((ms) => now - ms).toSorted((a, b) => a - b) });
        const told = chooseNextPoll(shared, all, now)!;
        const then = chooseNextPoll(shared, all, now + passed)!;
        expect(then.at).toBeGreaterThanOrEqual(Math.max(told.at, now + passed));
        if (!given.some(({ isBackground }) => isBackground) || now + passed <= told.at)
          expect(then.at).toBe(Math.max(told.at, now + passed));
        if (then.at === told.at) expect(then.msgIdentifier).toBe(told.msgIdentifier);
        expect(nextSlotAt(shared.taken, told.at, defaultPollLimits)).toBeLessThanOrEqual(told.at);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test('comes to each in turn: of any number none waits longer than a round and a half', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (looked) => {
        let all = looked.map((isViewed, index) =>
          waiting(`m${index}`, index, { weight: isViewed ? waitingTimeFactorIfViewed : 1 }),
        );
        let shared = log();
        const asked = new Map<string, number>(all.map(({ msgIdentifier }) => [msgIdentifier, now]));
        let longest = 0;
        for (let turn = 0, at = now; turn < 6 * all.length; turn += 1) {
          const chosen = chooseNextPoll(shared, all, at)!;
          ({ at } = chosen);
          longest = Math.max(longest, at - asked.get(chosen.msgIdentifier)!);
          asked.set(chosen.msgIdentifier, at);
          shared = { ...shared, taken: [...shared.taken, at].filter((time) => time > at - minute) };
          all = all.map((each) =>
            each.msgIdentifier === chosen.msgIdentifier
              ? { ...each, askedAt: at, earliestAt: at + second }
              : each,
          );
        }
        expect(longest).toBeLessThan(1.5 * (all.length + 2) * (minute / 37) + 2 * second);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

describe('what no caller waits for', () => {
  const late = (msgIdentifier: string, waitedMs: number, change: Partial<PollCandidate> = {}) =>
    waiting(msgIdentifier, waitedMs, {
      askedAt: now - waitedMs - 28 * second,
      isBackground: true,
      ...change,
    });
  const slotMs = minute / 47;
  /** A minute of 47 questions, evenly, of which the last was asked so long ago. */
  const fullMinute = (agoMs: number) =>
    Array.from({ length: 47 }, (_, index) => now - agoMs - (46 - index) * slotMs);

  test('is asked about as anything else while no caller waits', () => {
    expect(next([late('old', 9000), late('young', 2000)])).toEqual({ msgIdentifier: 'old', at: now });
    const before = { backgroundAt: now - second };
    expect(next([late('old', 9000), late('young', 2000)], before)).toEqual({ msgIdentifier: 'old', at: now });
    // What is never asked about again is no caller.
    expect(next([late('m', 0), waiting('over', -Infinity)], before)).toEqual({ msgIdentifier: 'm', at: now });
  });

  test('takes a slot that no caller can use, and leaves one that a caller can use a moment later', () => {
    const before = { backgroundAt: now - second };
    expect(next([late('late', 90_000), waiting('soon', -900)], before)?.msgIdentifier).toBe('late');
    const taken = fullMinute(slotMs);
    expect(next([late('late', 90_000), waiting('soon', -900)], { ...before, taken })).toEqual({
      msgIdentifier: 'soon',
      at: now + 900,
    });
    expect(next([late('late', 90_000), waiting('later', -5000)], { ...before, taken })?.msgIdentifier).toBe(
      'late',
    );
  });

  test('comes after all who wait until its share of the minute is due, and then in its turn', () => {
    const both = [waiting('sale', 5000), late('late', 60_000)];
    expect(next(both, { backgroundAt: now - 10 * slotMs + 1 })?.msgIdentifier).toBe('sale');
    expect(next(both, { backgroundAt: now - 10 * slotMs })?.msgIdentifier).toBe('late');
    expect(next([waiting('sale', 99_000), late('late', 60_000)])?.msgIdentifier).toBe('sale');
  });

  test('has one question a minute beside a stranger who leaves five', () => {
    const lowered = { to: 5, at: now };
    const both = [waiting('sale', 5000), late('late', 60_000)];
    const agoOf = (ms: number) => next(both, { lowered, backgroundAt: now - ms })?.msgIdentifier;
    expect([agoOf(minute), agoOf(minute + 250)]).toEqual(['sale', 'late']);
  });

  test('waits for no other message where a person presses', () => {
    const pressed = late('pressed', 0, { isUserRequested: true });
    const before = { backgroundAt: now - second, taken: fullMinute(slotMs) };
    expect(next([waiting('sale', 90_000), pressed], before)).toEqual({ msgIdentifier: 'pressed', at: now });
  });

  test('leaves its slots to callers who wait in another tab, as the log tells', () => {
    const before = { awaitedAt: now - second, backgroundAt: now - 2 * second };
    expect(next([late('late', 9000)], before)?.at).toBeCloseTo(now - second + 4 * slotMs, 3);
    expect(next([late('late', 9000)], { ...before, backgroundAt: now - 10 * slotMs })?.at).toBe(now);
    expect(next([late('late', 9000)], { ...before, awaitedAt: now - 4 * slotMs })?.at).toBe(now);
  });

  test('makes no round longer, however much of it there is', () => {
    const many = Array.from({ length: 50 }, (_, index) => late(`late-${index}`, -9000));
    expect(dueIn(waiting('sale', 0), ...many)).toBe(0);
  });

  /** So many minutes of questions about messages that never end; how often each was asked about, and how long it waited at most. */
  function ask(all: readonly PollCandidate[], minutes: number) {
    let candidates = all;
    let shared = log();
    const told = new Map(all.map(({ msgIdentifier }) => [msgIdentifier, { count: 0, at: now, longest: 0 }]));
    for (let at = now; at < now + minutes * minute;) {
      const chosen = chooseNextPoll(shared, candidates, at)!;
      ({ at } = chosen);
      const each = told.get(chosen.msgIdentifier)!;
      each.longest = Math.max(each.longest, at - each.at);
      each.count += 1;
      each.at = at;
      const { isBackground } = all.find(({ msgIdentifier }) => msgIdentifier === chosen.msgIdentifier)!;
      const taken = [...shared.taken, at].filter((time) => time > at - minute);
      shared = { ...shared, taken, [isBackground ? 'backgroundAt' : 'awaitedAt']: at };
      candidates = candidates.map((one) =>
        one.msgIdentifier === chosen.msgIdentifier
          ? { ...one, askedAt: at, earliestAt: at + (isBackground ? 28 : 1) * second }
          : one,
      );
    }
    const of = (wanted: boolean) =>
      all
        .filter(({ isBackground }) => isBackground === wanted)
        .map(({ msgIdentifier }) => told.get(msgIdentifier)!);
    return { awaited: of(false), background: of(true) };
  }
  const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0);

  test('has a tenth of a full minute: those who wait lose no more', () => {
    const sales = Array.from({ length: 20 }, (_, index) => waiting(`sale-${index}`, 0));
    const { awaited, background } = ask(
      [...sales, ...Array.from({ length: 9 }, (_, index) => late(`late-${index}`, 0))],
      10,
    );
    // Nine of them at once, while the minute is not full.
    const inFullMinutes = sum(background) - 9;
    expect(inFullMinutes).toBeGreaterThan(42);
    expect(inFullMinutes).toBeLessThanOrEqual(47);
    expect(sum(awaited)).toBeGreaterThan(415);
  });

  test('is asked about in the end, whatever waits beside it, and what waits hardly notices', () => {
    const some = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(some, some, fc.constantFrom(0.1, 1), (waits, lates, weight) => {
        const minutes = Math.max(6, (12 * lates) / 47 + 4);
        const sales = Array.from({ length: waits }, (_, index) => waiting(`sale-${index}`, 0));
        const those = Array.from({ length: lates }, (_, index) => late(`late-${index}`, 0, { weight }));
        const { awaited, background } = ask([...sales, ...those], minutes / weight ** 0.5);
        for (const { count } of background) expect(count).toBeGreaterThan(0);
        const longest = Math.max(...awaited.map((each) => each.longest));
        expect(longest).toBeLessThan(1.5 * (waits + 3) * (minute / 37) * (10 / 9) + 2 * second);
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});

describe('beside a stranger', () => {
  const after = (to: number, minutes: number) =>
    currentLimits(log({ lowered: { to, at: now } }), now + minutes * minute, defaultPollLimits).limit;

  test('a refusal takes two of what was allowed by then, and never the last five', () => {
    expect(limitLoweredBy429(log(), now, defaultPollLimits)).toBe(45);
    const before = log({ lowered: { to: 20, at: now - 2 * minute } });
    expect(limitLoweredBy429(before, now, defaultPollLimits)).toBe(21);
    expect(limitLoweredBy429(log({ lowered: { to: 5, at: now } }), now, defaultPollLimits)).toBe(5);
  });

  test.each([
    [0, 20],
    [1, 21],
    [2, 23],
    [3, 27],
    [4, 32],
    [5, 38],
    [6, 45],
    [7, 47],
  ])('after %i minutes without one %i of 20 are given back', (minutes, limit) => {
    expect(after(20, minutes)).toBe(limit);
  });

  test('within ten minutes all is given back, whatever was taken', () => {
    expect(after(5, 9)).toBe(47);
    expect(after(20, -3)).toBe(20);
  });

  test('a limit of its own that is lower stays, and the burst is never more than the limit', () => {
    const own = { limit: 4, windowMs: minute, burst: 4 };
    expect(currentLimits(log({ lowered: { to: 20, at: now } }), now, own)).toMatchObject({
      limit: 4,
      burst: 4,
    });
    expect(currentLimits(log({ lowered: { to: 5, at: now } }), now, defaultPollLimits).burst).toBe(5);
  });

  test('a slot comes back a quarter of a second late: the minute is full, and questions do not travel evenly', () => {
    const taken = Array.from({ length: 5 }, (_, index) => now - 50 * second + index);
    const shared = log({ taken, lowered: { to: 5, at: now } });
    expect(chooseNextPoll(shared, [waiting('m', 0)], now)?.at).toBeGreaterThanOrEqual(
      taken[0]! + minute + 250,
    );
  });
});
