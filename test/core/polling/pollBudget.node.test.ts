import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, it, vi, test } from 'vitest';
import {
  createIndexedDbPollStore,
  createMemoryPollStore,
  createPollBudget,
  createVirtualClock,
  type PollStore,
} from '../../../src/exports/core.ts';
import { emptyPollLog } from '../../../src/core/polling/pollLog.ts';
import { drain, worstWindow } from './draining.ts';
import {
  nextSlotAt,
  type PollLimits,
  slotTimesIfAllWereTaken,
  slotTimesInWindow,
} from '../../../src/core/polling/chooseNextPoll.ts';

const start = Date.UTC(2026, 0, 15);

/** A new log on a full disk: it is read and changed, and the change is undone. */
const fullDisk: PollStore['update'] = async (change) => {
  change(emptyPollLog);
  throw new DOMException('full', 'QuotaExceededError');
};

describe('the poll budget', () => {
  it('gives at most 10 slots at once, then evenly, and 47 in any 60 s', async () => {
    const clock = createVirtualClock(start);
    const at = await drain(createPollBudget({ clock }), clock, 300_000);
    expect(at.filter((t) => t === 0)).toHaveLength(10);
    expect(worstWindow(at)).toBe(47);
    expect(at.length).toBeGreaterThan(47 * 4.9);
    const gaps = at.slice(200).map((t, i, all) => (i === 0 ? 0 : t - all[i - 1]!));
    expect(Math.max(...gaps)).toBeLessThan(15_000);
  });

  it('serves in the order of asking', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock, limit: 1, windowMs: 1000, burst: 1 });
    const order: number[] = [];
    for (const n of [1, 2, 3]) void budget.acquire().then(() => order.push(n));
    await clock.advance(5000);
    expect(order).toEqual([1, 2, 3]);
  });

  it('forgets first who was asked about first, three minutes later', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    const ask = async (msgIdentifier: string) => {
      await budget.acquireFor(() => ({ msgIdentifier, asked: { tab: 'a', isHidden: false } }));
      await clock.advance(60_000);
    };
    for (const id of ['again', 'once', 'again']) await ask(id);
    expect([...(await budget.refresh()).asked.keys()]).toEqual(['once', 'again']);
    await clock.advance(60_000);
    expect([...(await budget.refresh()).asked.keys()]).toEqual(['again']);
  });

  it('lets one who gives up out of the queue', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock, limit: 1, windowMs: 1000, burst: 1 });
    await budget.acquire();
    const controller = new AbortController();
    const given = budget.acquire(controller.signal);
    const next = budget.acquire();
    controller.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    await clock.advance(1000);
    await expect(next).resolves.toHaveProperty('takenAt');
  });

  it('uses a slot up once, and takes none of another budget', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    const slot = await budget.acquire();
    expect(budget.redeem({ takenAt: slot.takenAt })).toBe(false);
    expect(createPollBudget({ clock }).redeem(slot)).toBe(false);
    expect([budget.redeem(slot), budget.redeem(slot)]).toEqual([true, false]);
  });

  it('rests as long as the service asks, and says until when', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    let told = 0;
    budget.subscribe(() => (told += 1));
    budget.slowDown(7000);
    expect(budget.slowedUntil()).toBe(start + 7000);
    expect(budget.nextAt()).toBe(start + 7000);
    expect(told).toBe(1);
    const at = await drain(budget, clock, 8000);
    expect(at[0]).toBe(7000);
    budget.endSlowdown();
    expect(budget.slowedUntil()).toBeUndefined();
  });

  it('F72: rests 60, 120, 240, then 300 s where the service does not say how long', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    const rests: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      budget.slowDown();
      const rest = budget.nextAt() - clock.now();
      rests.push(rest / 1000);
      await clock.advance(rest);
    }
    expect(rests).toEqual([60, 120, 240, 300, 300]);
  });

  it('F52: opens nothing when the wall clock jumps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: -7_200_000, max: 10_800_000 })),
          { maxLength: 6 },
        ),
        async (jumps) => {
          const clock = createVirtualClock(start);
          const budget = createPollBudget({ clock });
          const at: number[] = [];
          for (const [ms, jump] of jumps) {
            at.push(...(await drain(budget, clock, ms)));
            clock.jump(jump);
          }
          at.push(...(await drain(budget, clock, 70_000)));
          expect(worstWindow(at)).toBeLessThanOrEqual(47);
          expect(at.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });

  it('F70: is one budget for tabs that share its log', async () => {
    const clock = createVirtualClock(start);
    const store = createMemoryPollStore();
    const tabs = Array.from({ length: 6 }, () => drain(createPollBudget({ clock, store }), clock, 0));
    await Promise.all(tabs);
    const at: number[] = [];
    const budgets = Array.from({ length: 6 }, () => createPollBudget({ clock, store }));
    for (const budget of budgets) {
      for (let n = 0; n < 40; n += 1) void budget.acquire().then(() => at.push(clock.monotonic()));
    }
    await clock.advance(150_000);
    expect(worstWindow(at)).toBeLessThanOrEqual(47);
    expect(at.length).toBeGreaterThan(47 * 2);
  });

  it('F70: is one budget for tabs that share its log in IndexedDB', async () => {
    globalThis.indexedDB = new IDBFactory();
    const clock = createVirtualClock(start);
    const tabs = Array.from({ length: 6 }, () =>
      createPollBudget({ clock, store: createIndexedDbPollStore('https://pay.test') }),
    );
    let given = 0;
    for (const budget of tabs) for (let n = 0; n < 5; n += 1) void budget.acquire().then(() => (given += 1));
    // Each of them has looked once the log says that nothing is left.
    await vi.waitFor(() => expect(tabs.every((budget) => budget.nextAt() > clock.now())).toBe(true), 20_000);
    expect(given).toBe(10);
  });

  it.each<[string, PollStore['update'], number]>([
    ['cannot be had', () => Promise.reject(new Error('denied')), 10],
    ['never answers', () => new Promise(() => undefined), 10],
    // The slot of the transaction that was undone is spent.
    ['is empty and cannot be written', fullDisk, 9],
  ])('takes a small share where the log %s', async (_, update, share) => {
    const clock = createVirtualClock(start);
    const store: PollStore = { update };
    const at = await drain(createPollBudget({ clock, store }), clock, 75_500); // ends between two tries
    expect(at.filter((time) => time < 60_000)).toHaveLength(share);
    expect(worstWindow(at)).toBeLessThanOrEqual(10);
    expect(at.length).toBeGreaterThan(10);
  });

  it('F72: asks less after a refusal that its own log does not explain, and gives back step by step', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    for (let n = 0; n < 10; n += 1) {
      budget.slowDown(1000, true);
      budget.slowDown(1000, true); // of two refusals at once the second tells nothing new
      await clock.advance(1000);
    }
    const at = await drain(budget, clock, 10 * 60_000);
    const inMinute = (n: number) => at.filter((t) => Math.floor((t - 10_000) / 60_000) === n).length;
    const minutes = Array.from({ length: 10 }, (_, n) => inMinute(n));
    // 27 at first, and each minute more than in the one before.
    expect(minutes[0]).toBeGreaterThanOrEqual(26);
    expect(minutes[0]).toBeLessThanOrEqual(29);
    const growing = minutes.slice(0, 6);
    expect(growing).toEqual(growing.toSorted((a, b) => a - b));
    expect(minutes[3]).toBeLessThan(40);
    expect(Math.min(...minutes.slice(6))).toBeGreaterThanOrEqual(46);
    expect(worstWindow(at)).toBeLessThanOrEqual(47);
  });

  it('F73: a 503 is a pause and no sign of a stranger', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock });
    budget.slowDown(1000, false);
    expect(worstWindow(await drain(budget, clock, 200_000))).toBe(47);
  });

  it('ends no minute in a hole', async () => {
    const clock = createVirtualClock(start);
    const at = await drain(createPollBudget({ clock }), clock, 600_000);
    const gaps = at.slice(1).map((t, index) => t - at[index]!);
    expect(Math.max(...gaps)).toBeLessThan(4000);
    expect(Math.max(...gaps.slice(100))).toBeLessThan(2500);
  });

  it('F52: six tabs whose wall clock jumps, some of them opened after it, stay within the limit', async () => {
    const jump = fc.integer({ min: -7_200_000, max: 10_800_000 });
    await fc.assert(
      fc.asyncProperty(jump, fc.integer({ min: 1, max: 70_000 }), async (ms, before) => {
        const clock = createVirtualClock(start);
        const store = createMemoryPollStore();
        const old = [0, 1, 2].map(() => createPollBudget({ clock, store }));
        const at = (await Promise.all(old.map((budget) => drain(budget, clock, before)))).flat();
        clock.jump(ms);
        const all = [...old, ...[0, 1, 2].map(() => createPollBudget({ clock, store }))];
        const after = await Promise.all(all.map((budget) => drain(budget, clock, 30_000)));
        expect(worstWindow([...at, ...after.flat()])).toBeLessThanOrEqual(50);
        expect(after.flat().length).toBeGreaterThan(0);
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it('F52: a page that notices late that the clock went back opens nothing of what others asked since', async () => {
    const clock = createVirtualClock(start);
    const store = createMemoryPollStore();
    const late = createPollBudget({ clock, store });
    await late.refresh();
    const others = createPollBudget({ clock, store });
    clock.jump(-57_653);
    const at = await drain(others, clock, 1000);
    expect(at).toHaveLength(10);
    at.push(...(await drain(late, clock, 60_000)));
    expect(worstWindow(at)).toBeLessThanOrEqual(47);
  });

  it('F52: pages that notice late, one after the other, that the clock went forward do not start the minute anew', async () => {
    const clock = createVirtualClock(start);
    const store = createMemoryPollStore();
    const late = [0, 1, 2].map(() => createPollBudget({ clock, store }));
    for (const budget of late) await budget.refresh();
    clock.jump(506_000);
    const begun = createPollBudget({ clock, store });
    const at = await drain(begun, clock, 40_000);
    for (const budget of late) {
      await budget.refresh();
      at.push(...(await drain(begun, clock, 20_000)));
    }
    // 10 at once and then one every 1.3 s, whichever tab asks.
    expect(at.length).toBeGreaterThan(70);
    expect(worstWindow(at)).toBeLessThanOrEqual(47);
  });

  it('F52: what was asked since the clock went forward is not put into the future by who notices late', async () => {
    const clock = createVirtualClock(start);
    const store = createMemoryPollStore();
    const late = createPollBudget({ clock, store });
    await late.refresh();
    clock.jump(506_000);
    const begun = createPollBudget({ clock, store });
    const choose = () => ({ msgIdentifier: 'message-1', asked: { tab: 'begun', isHidden: false } });
    await begun.acquireFor(choose);
    await clock.advance(50);
    expect((await late.refresh()).asked.get('message-1')?.at).toBe(clock.now() - 50);
  });

  it.each([60_000, 600_000])(
    'F52: a pause of %i ms is not made longer by who notices late that the clock went forward',
    async (pauseMs) => {
      const clock = createVirtualClock(start);
      const store = createMemoryPollStore();
      const late = createPollBudget({ clock, store });
      await late.refresh();
      clock.jump(10_800_000);
      const begun = createPollBudget({ clock, store });
      begun.slowDown(pauseMs);
      await clock.advance(50);
      await late.refresh();
      expect(late.slowedUntil()).toBe(clock.now() - 50 + pauseMs);
      await clock.advance(pauseMs);
      expect(late.slowedUntil()).toBeUndefined();
    },
  );

  it('F52: a pause goes along with a clock that is set back or forward while it lasts', async () => {
    for (const jump of [-7_200_000, 10_800_000]) {
      const clock = createVirtualClock(start);
      const store = createMemoryPollStore();
      const budgets = [0, 1].map(() => createPollBudget({ clock, store }));
      for (const budget of budgets) await budget.refresh();
      budgets[0]!.slowDown(60_000);
      await clock.advance(20_000);
      clock.jump(jump);
      for (const budget of budgets) {
        await budget.refresh();
        expect(budget.slowedUntil()).toBe(clock.now() + 40_000);
      }
    }
  });

  it('F74: a page that is reloaded over and over stays within the limit, whatever the clock does', async () => {
    const clock = createVirtualClock(start);
    const store = createMemoryPollStore();
    const at: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      at.push(...(await drain(createPollBudget({ clock, store }), clock, 2000)));
      if (n === 20) clock.jump(3_600_000);
    }
    expect(worstWindow(at)).toBeLessThanOrEqual(47);
    await clock.advance(60_000);
    // A page cannot know how long ago the minute before it was: it waits, but not for long.
    expect((await drain(createPollBudget({ clock, store }), clock, 10_000)).length).toBeGreaterThan(3);
  });

  it('one slow transaction costs seconds, and takes no slot when it comes after all', async () => {
    const clock = createVirtualClock(start);
    const memory = createMemoryPollStore();
    let delayMs = 0;
    const store: PollStore = {
      async update(change) {
        const ms = delayMs;
        delayMs = 0;
        if (ms > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
        return memory.update(change);
      },
    };
    const budget = createPollBudget({ clock, store });
    await drain(budget, clock, 30_000);
    delayMs = 1500;
    const at = await drain(budget, clock, 20_000);
    expect(at[0]! - 30_000).toBeLessThan(5000);
    const { taken } = await budget.refresh();
    expect(taken.filter((time) => time - start >= 30_000)).toHaveLength(at.length);
  });

  it('divides the minute by the tabs that are seen where the log cannot be had', async () => {
    const clock = createVirtualClock(start);
    const store: PollStore = { update: () => Promise.reject(new Error('denied')) };
    const budget = createPollBudget({ clock, store });
    budget.setTabCount(12);
    expect(worstWindow(await drain(budget, clock, 180_000))).toBe(3);
  });

  it('gives a slot to the message that is chosen when it is free, and leaves it when none is', async () => {
    const clock = createVirtualClock(start);
    const budget = createPollBudget({ clock, limit: 1, windowMs: 1000, burst: 1 });
    expect(await budget.acquireFor(() => undefined)).toBeUndefined();
    const asked = { tab: 'a', isHidden: false };
    const taken = await budget.acquireFor(() => ({ msgIdentifier: 'm', asked }));
    expect(taken?.msgIdentifier).toBe('m');
    expect((await budget.refresh()).asked.get('m')).toMatchObject({ tab: 'a', at: start });
  });

  it('refuses limits that cannot work', () => {
    expect(() => createPollBudget({ limit: 0 })).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'limit' }),
    );
  });
});

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

  test('keeps to any limits, whichever tab takes a slot whenever', () => {
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
    expect(slotTimesInWindow([0, 1, 500, 99_999], minute, minute)).toEqual([1, 500, minute]);
  });
});

describe('what may have been spent unseen', () => {
  test('is as much as the limits let, from the beginning to the end', () => {
    const small = { limit: 3, windowMs: 3000, burst: 1 };
    expect(slotTimesIfAllWereTaken([], [0, 2000], small)).toEqual([0, 1000, 2000]);
    expect(slotTimesIfAllWereTaken([], [0, 1999], small)).toEqual([0, 1000]);
  });

  test('comes after what is known, and leaves nothing', () => {
    const known = times(10);
    const spent = slotTimesIfAllWereTaken(known, [1000, 30_000], limits);
    expect(spent.slice(0, 10)).toEqual(known);
    expect(known).toHaveLength(10);
    expect(nextSlotAt(spent, 30_000, limits)).toBeGreaterThan(30_000);
    expect(slotTimesIfAllWereTaken(spent, [30_000, 30_000], limits)).toEqual(spent);
  });
});
