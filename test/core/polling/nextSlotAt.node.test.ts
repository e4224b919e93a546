import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nextSlotAt,
  type PollLimits,
  savedSlots,
  slotGap,
  spentFrom,
  stillCounting,
} from '../../../src/core/polling/nextSlotAt.ts';

const minute = 60_000;
const limits: PollLimits = { limit: 47, windowMs: minute, burst: 10 };
const even = minute / 47;
const times = (count: number, at = 0) => Array.from({ length: count }, () => at);

/** Takes each slot as soon as it is there. */
function greedy(given: PollLimits, count: number, from = 0): number[] {
  const taken: number[] = [];
  for (let now = from; taken.length < count;) {
    now = nextSlotAt(taken, now, given);
    taken.push(now);
  }
  return taken;
}

describe('the next slot', () => {
  test('is there at once, ten times', () => {
    for (let taken = 0; taken < 10; taken += 1) expect(nextSlotAt(times(taken), 0, limits)).toBe(0);
    expect(nextSlotAt(times(10), 0, limits)).toBeCloseTo(even);
  });

  test('is there at the time of asking where it was due before', () => {
    expect(nextSlotAt(times(10), 5000, limits)).toBe(5000);
  });

  test('comes after the burst of a minute at less than even gaps, which grow as it is spent', () => {
    const now = 5000;
    const gapAfter = (count: number) => nextSlotAt([...times(10), ...times(count, now)], now, limits) - now;
    expect(gapAfter(0)).toBe(0);
    expect(gapAfter(1)).toBeCloseTo(((minute - now) / 37) * (0.4 + 0.6 / 37));
    expect(gapAfter(2)).toBeCloseTo(((minute - now) / 36) * (0.4 + (0.6 * 2) / 37));
  });

  test('of a minute that is used up comes when its first one comes back', () => {
    const used = Array.from({ length: 47 }, (_, index) => index * 1000);
    expect(nextSlotAt(used, 50_000, limits)).toBe(minute);
    expect(nextSlotAt(times(47, 7000), 50_000, limits)).toBe(7000 + minute);
  });

  test('knows nothing of the window before', () => {
    expect(nextSlotAt(times(47), minute, limits)).toBe(minute);
    expect(nextSlotAt(times(47), minute - 1, limits)).toBe(minute);
  });

  test('counts one of the future as taken now', () => {
    expect(nextSlotAt(times(10, 9_000_000), 1000, limits)).toBeCloseTo(1000 + even);
  });

  test('keeps to any limits, whoever takes it whenever', () => {
    const gap = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(gap, { minLength: 20, maxLength: 40 }),
        (limit, wanted, gaps) => {
          const given = { limit, windowMs: 10_000, burst: Math.min(wanted, limit) };
          const taken: number[] = [];
          let now = 0;
          for (const pause of gaps) {
            now = nextSlotAt(taken, now + pause, given);
            taken.push(now);
          }
          for (const from of taken) {
            expect(taken.filter((at) => at >= from && at < from + 10_000).length).toBeLessThanOrEqual(limit);
            expect(taken.filter((at) => at === from).length).toBeLessThanOrEqual(given.burst);
          }
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  test('spends a minute whole, and never makes wait for a hole at its end', () => {
    const taken = greedy(limits, 200);
    const gaps = taken.slice(1).map((at, index) => at - taken[index]!);
    expect(taken[46]).toBeLessThan(minute);
    expect(taken[199]! / minute).toBeLessThan(200 / 47 + 0.2);
    expect(Math.max(...gaps)).toBeLessThan(4000);
    expect(Math.max(...gaps.slice(94))).toBeLessThan(2 * even);
  });
});

describe('what still counts', () => {
  test('is what was taken less than a window ago; the future counts as now', () => {
    expect(stillCounting([0, 1, 500, 99_999], minute, minute)).toEqual([1, 500, minute]);
  });
});

describe('how far apart slots come once the burst is spent', () => {
  test('is an even share of the minute where nothing was taken', () => {
    expect(slotGap([], 0, limits)).toBeCloseTo(even);
  });

  test('is longer after a burst: what is left has to last until its slots come back', () => {
    expect(slotGap(times(10), 0, limits)).toBeCloseTo(minute / 38);
    expect(slotGap(times(47), 0, limits)).toBe(minute);
    expect(slotGap(times(60), 0, limits)).toBe(minute);
  });

  test('looks as far as the last slot that has to come back', () => {
    const taken = [0, 0, 0, 30_000];
    const small = { limit: 4, windowMs: minute, burst: 4 };
    expect(slotGap(taken, 30_000, small)).toBe(30_000);
    expect(slotGap([0, 10_000, 20_000], 30_000, small)).toBeCloseTo(20_000);
  });

  test('forgets what is over', () => {
    expect(slotGap(times(47), minute, limits)).toBeCloseTo(even);
  });
});

describe('what is saved up', () => {
  test.each([
    [0, 0, 1],
    [5, 0, 0.5],
    [10, 0, 0],
    [10, 5 * even, 0.5],
    [10, 20 * even, 1],
    [5, 5 * even - 1, 0.99992],
  ])('after %i slots and %i ms is %d of a burst', (taken, ms, saved) => {
    expect(savedSlots(times(taken), ms, limits)).toBeCloseTo(saved, 4);
  });
});

describe('what may have been spent unseen', () => {
  test('is as much as the limits let, from the beginning to the end', () => {
    const small = { limit: 3, windowMs: 3000, burst: 1 };
    expect(spentFrom([], [0, 2000], small)).toEqual([0, 1000, 2000]);
    expect(spentFrom([], [0, 1999], small)).toEqual([0, 1000]);
  });

  test('comes after what is known, and leaves nothing', () => {
    const known = times(10);
    const spent = spentFrom(known, [1000, 30_000], limits);
    expect(spent.slice(0, 10)).toEqual(known);
    expect(known).toHaveLength(10);
    expect(nextSlotAt(spent, 30_000, limits)).toBeGreaterThan(30_000);
    expect(spentFrom(spent, [30_000, 30_000], limits)).toEqual(spent);
  });
});
