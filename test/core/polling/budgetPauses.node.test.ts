import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createMemoryPollStore,
  createPollBudget,
  createVirtualClock,
  type PollBudget,
  type PollStore,
  type VirtualClock,
} from '../../../src/exports/core.ts';
import { drain } from './draining.ts';

const start = Date.UTC(2026, 0, 15);
const minute = 60_000;
const asked = { tab: 'a', isHidden: false };
const choose = (msgIdentifier: string) => () => ({ msgIdentifier, asked });

let clock: VirtualClock;
let budget: PollBudget;
beforeEach(() => {
  clock = createVirtualClock(start);
  budget = createPollBudget({ clock });
});
const take = async (count: number) => {
  for (let taken = 0; taken < count; taken += 1) await budget.acquire();
};

describe('how a budget stands', () => {
  const slotIn = (of = budget) => of.nextAt() - clock.now();

  test('ten at once at first, and one more after each even share of the minute', async () => {
    await take(9);
    expect(slotIn()).toBe(0);
    await take(1);
    expect(slotIn()).toBe(Math.ceil(minute / 47));
    await clock.advance(Math.ceil(minute / 47));
    expect(slotIn()).toBe(0);
    await take(1);
    expect(slotIn()).toBeGreaterThan(1000);
  });

  test('lower after each refusal that tells of a stranger, but never below five a minute', async () => {
    for (let refusals = 0; refusals < 30; refusals += 1) {
      budget.slowDown(1000);
      await clock.advance(1001);
    }
    expect(await drain(budget, clock, 1000)).toHaveLength(5);
    await clock.advance(10 * minute);
    expect(await drain(budget, clock, 0)).toHaveLength(10);
  });

  test('of a question in turn after those before it, an even share of the minute each', () => {
    expect(budget.nextAt(false, 4) - clock.now()).toBeCloseTo((4 * minute) / 47);
  });

  test('seen by all who share it', async () => {
    const store = createMemoryPollStore();
    budget = createPollBudget({ clock, store });
    const other = createPollBudget({ clock, store });
    await take(10);
    expect(slotIn(other)).toBe(0);
    await other.refresh();
    expect(slotIn(other)).toBeGreaterThan(0);
    expect(other.nextAt()).toBe(budget.nextAt());
  });
});

const loweredTo = async () => (await budget.refresh()).lowered?.to;

describe('a pause', () => {
  test('is over when it is over: at its end a slot can be had', async () => {
    budget.slowDown(7000);
    await clock.advance(6999);
    expect([budget.slowedUntil(), budget.nextAt()]).toEqual([start + 7000, start + 7000]);
    await clock.advance(1);
    expect([budget.slowedUntil(), budget.nextAt()]).toEqual([undefined, start + 7000]);
  });

  test('is not shortened by a shorter one, and grows by a longer one', async () => {
    budget.slowDown(20_000);
    budget.slowDown(5000);
    expect(budget.slowedUntil()).toBe(start + 20_000);
    await clock.advance(5000);
    budget.slowDown(15_000);
    expect(budget.slowedUntil()).toBe(start + 20_000);
    budget.slowDown(15_001);
    expect(budget.slowedUntil()).toBe(start + 20_001);
    // One stranger: the pause was longer, but it was the same.
    expect(await loweredTo()).toBe(45);
  });

  test('of no time is none', async () => {
    budget.slowDown(0);
    expect(budget.slowedUntil()).toBeUndefined();
    expect(await loweredTo()).toBeUndefined();
  });

  test('that was guessed begins anew at a minute once the service answers in the normal way', async () => {
    budget.slowDown(undefined, false);
    await clock.advance(minute);
    budget.slowDown(undefined, false);
    expect(budget.slowedUntil()).toBe(clock.now() + 2 * minute);
    await clock.advance(2 * minute);
    budget.endSlowdown();
    budget.slowDown(undefined, false);
    expect(budget.slowedUntil()).toBe(clock.now() + minute);
  });

  test('is not ended by an answer that was on its way', async () => {
    budget.slowDown(7000);
    budget.endSlowdown();
    expect(budget.slowedUntil()).toBe(start + 7000);
    await clock.advance(7000);
    budget.endSlowdown();
    expect((await drain(budget, clock, 0)).length).toBeGreaterThan(0);
  });

  test('is told when it begins, grows and is eased, and not otherwise', async () => {
    const told = vi.fn<() => void>();
    const other = vi.fn<() => void>();
    const leave = budget.subscribe(told);
    budget.subscribe(other)();
    await budget.acquire();
    budget.endSlowdown();
    expect(told).not.toHaveBeenCalled();
    budget.slowDown(5000);
    expect(told).toHaveBeenCalledTimes(1);
    budget.slowDown(4000);
    budget.endSlowdown();
    expect(told).toHaveBeenCalledTimes(1);
    budget.slowDown(6000);
    expect(told).toHaveBeenCalledTimes(2);
    await clock.advance(6000);
    budget.endSlowdown();
    expect(told).toHaveBeenCalledTimes(3);
    leave();
    budget.slowDown(5000);
    expect(told).toHaveBeenCalledTimes(3);
    expect(other).not.toHaveBeenCalled();
  });

  test('is told to the others when they look', async () => {
    const store = createMemoryPollStore();
    budget = createPollBudget({ clock, store });
    const other = createPollBudget({ clock, store });
    const told = vi.fn<() => void>();
    other.subscribe(told);
    budget.slowDown(5000);
    await clock.advance(10);
    expect(other.slowedUntil()).toBeUndefined();
    await other.refresh();
    expect(other.slowedUntil()).toBe(start + 5000);
    expect(told).toHaveBeenCalledOnce();
  });

  test('that could not be written down in time is written for what is left of it', async () => {
    const memory = createMemoryPollStore();
    let isBroken = false;
    const store: PollStore = {
      update: (change) => (isBroken ? Promise.reject(new Error('broken')) : memory.update(change)),
    };
    budget = createPollBudget({ clock, store });
    await budget.refresh();
    isBroken = true;
    budget.slowDown(10_000);
    await clock.advance(4500);
    isBroken = false;
    await clock.advance(1000);
    const other = createPollBudget({ clock, store });
    await other.refresh();
    expect(other.slowedUntil()).toBe(start + 10_000);
    isBroken = true;
    budget.slowDown(20_000);
    await clock.advance(20_001);
    isBroken = false;
    await clock.advance(5000);
    await other.refresh();
    expect(other.slowedUntil()).toBeUndefined();
  });
});

describe('during a pause', () => {
  const press = (id = 'm') => budget.acquireFor((_, isUrgent) => (isUrgent ? choose(id)() : undefined));

  test('a person may ask from the time on that is told, and then after 15 minutes again', async () => {
    budget.slowDown(undefined, false);
    budget.slowDown(60 * minute, false);
    expect([budget.nextAt(), budget.nextAt(true)]).toEqual([start + 60 * minute, start + 15 * minute]);
    let isAsked = false;
    const pressed = press().then(() => (isAsked = true));
    await clock.advance(15 * minute - 1);
    expect(isAsked).toBe(false);
    await clock.advance(1);
    await pressed;
    expect(isAsked).toBe(true);
    expect(budget.nextAt(true)).toBe(clock.now() + 15 * minute);
  });

  test('a person waits no longer than everybody', async () => {
    budget.slowDown(5000);
    expect(budget.nextAt(true)).toBe(start + 5000);
    budget.slowDown(undefined, false);
    expect([budget.nextAt(), budget.nextAt(true)]).toEqual([start + minute, start + 15_000]);
    await clock.advance(15_000);
    await press();
    expect(budget.nextAt(true)).toBe(start + minute);
  });

  test('who asks by itself gets nothing, also where a person may', async () => {
    budget.slowDown(undefined, false);
    await clock.advance(20_000);
    const seen: boolean[] = [];
    const given = await budget.acquireFor((_, isUrgent) => void seen.push(isUrgent));
    expect([given, seen]).toEqual([undefined, [true]]);
    expect(await drain(budget, clock, 39_000)).toEqual([]);
    expect((await drain(budget, clock, 2000)).length).toBeGreaterThan(0);
  });

  test('after it no message is asked whether it is urgent', async () => {
    const seen: boolean[] = [];
    await budget.acquireFor((_, isUrgent) => void seen.push(isUrgent));
    budget.slowDown(1000);
    await clock.advance(1000);
    await budget.acquireFor((_, isUrgent) => void seen.push(isUrgent));
    expect(seen).toEqual([false, false]);
  });
});

describe('what the spenders tell each other', () => {
  const heard = { msgIdentifier: 'm', status: 'processing' } as const;
  const entry = async () => (await budget.refresh()).asked.get('m');

  test('is who asked, when it was answered, and what was heard', async () => {
    await budget.acquireFor(choose('m'));
    expect(await entry()).toEqual({ ...asked, at: start });
    await clock.advance(500);
    await budget.shareAnswer('m', heard);
    expect(await entry()).toEqual({
      ...asked,
      at: start,
      answeredAt: start + 500,
      heard,
      heardAt: start + 500,
    });
    await clock.advance(500);
    await budget.shareAnswer('m');
    expect(await entry()).toMatchObject({ answeredAt: start + 1000, heard, heardAt: start + 500 });
    await budget.shareAnswer('m', { ...heard, status: 'complete' });
    expect(await entry()).toMatchObject({ heard: { status: 'complete' }, heardAt: start + 1000 });
  });

  test('is kept through the next question, which another may ask', async () => {
    await budget.acquireFor(choose('m'));
    await budget.shareAnswer('m', heard);
    await clock.advance(3000);
    await budget.acquireFor(() => ({ msgIdentifier: 'm', asked: { tab: 'b', isHidden: true } }));
    expect(await entry()).toEqual({
      tab: 'b',
      isHidden: true,
      at: start + 3000,
      answeredAt: start,
      heard,
      heardAt: start,
    });
  });

  test('is nothing of a message that was not asked about', async () => {
    await budget.shareAnswer('m', heard);
    expect(await entry()).toBeUndefined();
  });
});

test('a slot says when it was taken, and is not taken where nothing is chosen', async () => {
  await clock.advance(1234);
  expect(await budget.acquire()).toEqual({ takenAt: start + 1234 });
  await budget.acquireFor(() => undefined);
  expect((await budget.refresh()).taken).toEqual([start + 1234]);
  const given = await budget.acquireFor(choose('m'));
  expect(given).toEqual({ slot: { takenAt: start + 1234 }, msgIdentifier: 'm' });
  expect(budget.redeem(given!.slot)).toBe(true);
});

test('who gives up before it is his turn takes no slot', async () => {
  await expect(budget.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  await take(10);
  const controller = new AbortController();
  const waiting = budget.acquire(controller.signal);
  await clock.advance(100);
  controller.abort(new Error('woken'));
  await expect(waiting).rejects.toThrow('woken');
  await clock.advance(minute);
  expect((await budget.refresh()).taken.filter((at) => at > start)).toEqual([]);
});

test('alone, one tab counts as one, however few are said to be there', async () => {
  const store: PollStore = { update: () => Promise.reject(new Error('denied')) };
  const alone = createPollBudget({ clock, store });
  alone.setTabCount(0);
  expect(await drain(alone, clock, 1000)).toHaveLength(10);
});
