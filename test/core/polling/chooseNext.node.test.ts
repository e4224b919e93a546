import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Candidate,
  chooseNext,
  limitsOf,
  loweredBy,
  nextSlotAt,
  usualLimits,
} from '../../../src/core/polling/chooseNext.ts';
import { emptyPollLog, type PollLog } from '../../../src/core/polling/pollLog.ts';

const now = Date.UTC(2026, 0, 15);
const second = 1000;
const minute = 60 * second;
const log = (change: Partial<PollLog> = {}): PollLog => ({ ...emptyPollLog, ...change });
/** A message that may be asked about since so long. */
const waiting = (msgIdentifier: string, waitedMs: number, change: Partial<Candidate> = {}): Candidate => ({
  msgIdentifier,
  askedAt: now - waitedMs - second,
  from: now - waitedMs,
  heldUntil: -Infinity,
  graceMs: 0,
  isLooked: false,
  isPersonal: false,
  ...change,
});
const next = (candidates: Candidate[], change?: Partial<PollLog>) => chooseNext(log(change), candidates, now);
const idOf = (...candidates: Candidate[]) => next(candidates)?.msgIdentifier;
const dueIn = (...candidates: Candidate[]) => (next(candidates)?.at ?? Infinity) - now;

describe('the next question', () => {
  test('is none where nobody is to be asked about', () => {
    expect(next([])).toBeUndefined();
    expect(next([waiting('over', -Infinity)])).toBeUndefined();
  });

  test('goes to the one that waits longest, of equals to the first', () => {
    expect(idOf(waiting('young', 2000), waiting('old', 9000), waiting('middle', 5000))).toBe('old');
    expect(idOf(waiting('first', 2000), waiting('second', 2000))).toBe('first');
    // One that was left alone for longer, since it failed or nobody hurries, has waited for as long.
    expect(idOf(waiting('usual', 9000), waiting('failed', 0, { askedAt: now - 30 * second }))).toBe('failed');
  });

  test('comes when the first may be asked, and says which that is', () => {
    expect(next([waiting('soon', -4000)])).toEqual({ msgIdentifier: 'soon', at: now + 4000 });
    expect(idOf(waiting('later', -9000), waiting('soon', -4000))).toBe('soon');
  });

  test('comes a little sooner where a person looks', () => {
    expect(idOf(waiting('other', 5000), waiting('seen', 4700, { isLooked: true }))).toBe('seen');
    expect(idOf(waiting('other', 5000), waiting('seen', 4400, { isLooked: true }))).toBe('other');
  });

  test('waits for its slot, and is chosen by who waits longest then', () => {
    const taken = Array.from({ length: 10 }, () => now);
    const slot = nextSlotAt(taken, now, usualLimits);
    const chosen = next([waiting('one', 0), waiting('two', 10)], { taken });
    expect(chosen).toEqual({ msgIdentifier: 'two', at: slot });
    // By then the one that is looked at has waited longer, as that counts.
    const seen = waiting('seen', 0, { isLooked: true });
    expect(next([waiting('one', 100), seen], { taken })?.msgIdentifier).toBe('seen');
    const early = { isLooked: true, askedAt: now + 1000 };
    expect(next([waiting('one', 100), waiting('seen', 0, early)], { taken })?.msgIdentifier).toBe('one');
  });

  test('keeps to the limits that it is given', () => {
    const small = { limit: 1, windowMs: 7000, burst: 1 };
    expect(chooseNext(log({ taken: [now - 2000] }), [waiting('m', 0)], now, small)?.at).toBe(now + 5000);
  });

  test('leaves a message to who asks already; its turn stays', () => {
    const held = waiting('held', 9000, { heldUntil: now + 8000 });
    expect(dueIn(held)).toBe(8000);
    expect(idOf(held, waiting('other', 0))).toBe('other');
    expect(chooseNext(log(), [waiting('other', 1000), held], now + 8000)?.msgIdentifier).toBe('held');
  });

  test('leaves each slot to the tab that leads for a moment, and then no more', () => {
    const taken = Array.from({ length: 10 }, () => now);
    const slot = nextSlotAt(taken, now, usualLimits);
    const follower = waiting('m', 9000, { graceMs: 500 });
    expect(next([follower], { taken })?.at).toBe(slot + 500);
    expect(chooseNext(log({ taken }), [follower], slot + 499)?.at).toBe(slot + 500);
    expect(chooseNext(log({ taken }), [follower], slot + 600)?.at).toBe(slot + 600);
    expect(dueIn(waiting('m', 200, { graceMs: 500 }))).toBe(300);
  });

  test('is the personal one before all others, once it may be asked', () => {
    expect(idOf(waiting('old', 90_000), waiting('pressed', 0, { isPersonal: true }))).toBe('pressed');
    expect(idOf(waiting('old', 90_000), waiting('pressed', -1, { isPersonal: true }))).toBe('old');
  });

  test('leaves a tenth of a round of all between two about one message; a person waits for none of it', () => {
    const tenth = (0.1 * 50 * minute) / 47;
    const busy = Array.from({ length: 50 }, (_, index) => waiting(`m${index}`, -9000));
    expect(dueIn(waiting('young', 0))).toBe(0);
    expect(dueIn(waiting('young', 0), ...busy)).toBeCloseTo(tenth, 0);
    // What waits longer by itself does not wait for that too.
    expect(dueIn(waiting('slow', -100, { askedAt: now - 30 * second }), ...busy)).toBe(100);
    expect(dueIn(waiting('pressed', 0, { isPersonal: true }), ...busy)).toBe(0);
    // What is never asked about again shares nothing.
    const over = Array.from({ length: 50 }, (_, index) => waiting(`m${index}`, -Infinity));
    expect(dueIn(waiting('young', 0), ...over)).toBe(0);
  });

  test('comes after a pause; a person waits less', () => {
    const rest = { restUntil: now + 40_000, urgentFrom: now + 15_000 };
    expect(next([waiting('m', 0)], rest)?.at).toBe(now + 40_000);
    const pressed = waiting('pressed', 0, { isPersonal: true });
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
      isLooked: fc.boolean(),
      isPersonal: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const slots = fc.array(fc.integer({ min: 0, max: 59_000 }), { maxLength: 50 });

  test('is asked at the time it told, and not before; looking earlier changes nothing', () => {
    fc.assert(
      fc.property(candidates, slots, fc.integer({ min: 0, max: 9000 }), (given, ago, passed) => {
        const all = given.map(({ waited, heldFor, ...rest }, index) =>
          waiting(`m${index}`, waited, { heldUntil: now + heldFor, ...rest }),
        );
        const shared = log({ taken: ago.map((ms) => now - ms).toSorted((a, b) => a - b) });
        const told = chooseNext(shared, all, now)!;
        const then = chooseNext(shared, all, now + passed)!;
        expect(then.at).toBe(Math.max(told.at, now + passed));
        if (then.at === told.at) expect(then.msgIdentifier).toBe(told.msgIdentifier);
        expect(nextSlotAt(shared.taken, told.at, usualLimits)).toBeLessThanOrEqual(told.at);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test('comes to each in turn: of any number none waits longer than a round and a half', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (looked) => {
        let all = looked.map((isLooked, index) => waiting(`m${index}`, index, { isLooked }));
        let shared = log();
        const asked = new Map<string, number>(all.map(({ msgIdentifier }) => [msgIdentifier, now]));
        let longest = 0;
        for (let turn = 0, at = now; turn < 6 * all.length; turn += 1) {
          const chosen = chooseNext(shared, all, at)!;
          ({ at } = chosen);
          longest = Math.max(longest, at - asked.get(chosen.msgIdentifier)!);
          asked.set(chosen.msgIdentifier, at);
          shared = { ...shared, taken: [...shared.taken, at].filter((time) => time > at - minute) };
          all = all.map((each) =>
            each.msgIdentifier === chosen.msgIdentifier ? { ...each, askedAt: at, from: at + second } : each,
          );
        }
        expect(longest).toBeLessThan(1.5 * (all.length + 2) * (minute / 37) + 2 * second);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

describe('beside a stranger', () => {
  const after = (to: number, minutes: number) =>
    limitsOf(log({ lowered: { to, at: now } }), now + minutes * minute, usualLimits).limit;

  test('a refusal takes two of what was allowed by then, and never the last five', () => {
    expect(loweredBy(log(), now, usualLimits)).toEqual({ to: 45, at: now });
    const before = log({ lowered: { to: 20, at: now - 2 * minute } });
    expect(loweredBy(before, now, usualLimits)).toEqual({ to: 21, at: now });
    expect(loweredBy(log({ lowered: { to: 5, at: now } }), now, usualLimits)?.to).toBe(5);
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
    expect(limitsOf(log({ lowered: { to: 20, at: now } }), now, own)).toMatchObject({ limit: 4, burst: 4 });
    expect(limitsOf(log({ lowered: { to: 5, at: now } }), now, usualLimits).burst).toBe(5);
  });

  test('a slot comes back a quarter of a second late: the minute is full, and questions do not travel evenly', () => {
    const taken = Array.from({ length: 5 }, (_, index) => now - 50 * second + index);
    const shared = log({ taken, lowered: { to: 5, at: now } });
    expect(chooseNext(shared, [waiting('m', 0)], now)?.at).toBeGreaterThanOrEqual(taken[0]! + minute + 250);
  });
});
