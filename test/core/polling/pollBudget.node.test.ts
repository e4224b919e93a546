import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  createIndexedDbPollStore,
  createMemoryPollStore,
  createPollBudget,
  createVirtualClock,
  type PollBudget,
  type PollStore,
  type VirtualClock,
} from '../../../src/exports/core.ts';

const start = Date.UTC(2026, 0, 15);

/** Takes slots as fast as they are given and notes when (monotonic ms). */
async function drain(budget: PollBudget, clock: VirtualClock, forMs: number): Promise<number[]> {
  const at: number[] = [];
  const controller = new AbortController();
  const run = async () => {
    for (;;) {
      await budget.acquire(controller.signal);
      at.push(clock.monotonic());
    }
  };
  const stopped = run().catch(() => undefined);
  await clock.advance(forMs);
  controller.abort();
  await stopped;
  return at;
}

/** The most slots that any window of 60 s holds. */
function worstWindow(at: readonly number[]): number {
  return Math.max(0, ...at.map((from) => at.filter((t) => t >= from && t < from + 60_000).length));
}

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
    budget.eased();
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
    const clock = createVirtualClock(start);
    const tabs = Array.from({ length: 6 }, () =>
      createPollBudget({ clock, store: createIndexedDbPollStore('https://pay.test') }),
    );
    let given = 0;
    for (const budget of tabs) for (let n = 0; n < 5; n += 1) void budget.acquire().then(() => (given += 1));
    // Each of them has looked once the log says that nothing is left.
    await vi.waitFor(() => expect(tabs.every((budget) => budget.nextAt() > clock.now())).toBe(true));
    expect(given).toBe(10);
  });

  it.each<[string, () => Promise<never>]>([
    ['cannot be had', () => Promise.reject(new Error('denied'))],
    ['never answers', () => new Promise(() => undefined)],
  ])('takes a small share where the log %s', async (_, update) => {
    const clock = createVirtualClock(start);
    const store: PollStore = { update };
    const at = await drain(createPollBudget({ clock, store }), clock, 180_000);
    expect(worstWindow(at)).toBe(10);
  });

  it('refuses limits that cannot work', () => {
    expect(() => createPollBudget({ limit: 0 })).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'limit' }),
    );
  });
});
