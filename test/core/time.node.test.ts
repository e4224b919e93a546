import { describe, expect, test, beforeEach, vi } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../src/exports/core.ts';
import {
  backoffMs,
  createElapsedMsMeter,
  createTotalClockJumpMeter,
  sleep,
  systemClock,
  withTimeout,
} from '../../src/core/time.ts';

const startMs = Date.UTC(2026, 0, 15, 9, 30);

test('shows where it starts, and stands still until it is told', async () => {
  const clock = createVirtualClock(startMs);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([clock.now(), clock.monotonic()]).toEqual([startMs, 0]);
  await clock.advance(1500);
  expect([clock.now(), clock.monotonic()]).toEqual([startMs + 1500, 1500]);
  await clock.advance(0);
  expect(clock.monotonic()).toBe(1500);
});

describe('advance', () => {
  test('runs what is due in the order of time, each at its moment; at one moment in the order of setting', async () => {
    const clock = createVirtualClock(startMs);
    const ran: [string, number][] = [];
    const at = (name: string, ms: number) => clock.setTimeout(() => ran.push([name, clock.monotonic()]), ms);
    at('late', 300);
    at('first', 100);
    at('second', 100);
    at('at once', 0);
    at('in the past', -50);
    at('too late', 301);
    await clock.advance(300);
    expect(ran).toEqual([
      ['at once', 0],
      ['in the past', 0],
      ['first', 100],
      ['second', 100],
      ['late', 300],
    ]);
    await clock.advance(1);
    expect(ran.at(-1)).toEqual(['too late', 301]);
    expect(ran).toHaveLength(6);
  });

  test('runs timers that timers set, where they are due on the way', async () => {
    const clock = createVirtualClock(startMs);
    const ran: number[] = [];
    const tick = () => {
      ran.push(clock.monotonic());
      clock.setTimeout(tick, 100);
    };
    clock.setTimeout(tick, 100);
    await clock.advance(350);
    expect(ran).toEqual([100, 200, 300]);
    expect(clock.monotonic()).toBe(350);
    await clock.advance(50);
    expect(ran).toEqual([100, 200, 300, 400]);
  });

  test('waits for what timers have started before it goes on', async () => {
    const clock = createVirtualClock(startMs);
    const seen: string[] = [];
    const read = async () => {
      const text = await new Response('body').text();
      seen.push(`${text} at ${clock.monotonic()}`);
      clock.setTimeout(() => seen.push(`its timer at ${clock.monotonic()}`), 50);
    };
    clock.setTimeout(() => void read(), 100);
    clock.setTimeout(() => seen.push(`another at ${clock.monotonic()}`), 150);
    await clock.advance(200);
    expect(seen).toEqual(['body at 100', 'another at 150', 'its timer at 150']);
  });

  test('waits, before the first timer, for what was started before it', async () => {
    const clock = createVirtualClock(startMs);
    const ran: number[] = [];
    void new Response('body').text().then(() => clock.setTimeout(() => ran.push(clock.monotonic()), 10));
    await clock.advance(10);
    expect(ran).toEqual([10]);
  });
});

test('a timer that is cleared does not run, another of the same moment does, and twice is no error', async () => {
  const clock = createVirtualClock(startMs);
  const ran: string[] = [];
  const first = clock.setTimeout(() => ran.push('first'), 100);
  const second = clock.setTimeout(() => {
    ran.push('second');
    clock.clearTimeout(third);
  }, 100);
  const third = clock.setTimeout(() => ran.push('third'), 100);
  clock.clearTimeout(first);
  clock.clearTimeout(first);
  clock.clearTimeout(undefined);
  expect(new Set([first, second, third]).size).toBe(3);
  await clock.advance(100);
  expect(ran).toEqual(['second']);
});

test('a jump moves the wall clock alone, forth and back', async () => {
  const clock = createVirtualClock(startMs);
  const ran: number[] = [];
  clock.setTimeout(() => ran.push(clock.now()), 1000);
  clock.jump(3_600_000);
  expect([clock.now(), clock.monotonic()]).toEqual([startMs + 3_600_000, 0]);
  await clock.advance(999);
  expect(ran).toEqual([]);
  clock.jump(-7_200_000);
  await clock.advance(1);
  expect(ran).toEqual([startMs - 3_600_000 + 1000]);
});

let clock: VirtualClock;
let timers: number;
beforeEach(() => {
  const virtual = createVirtualClock(Date.UTC(2026, 0, 15));
  const open = new Set<unknown>();
  timers = 0;
  const close = (handle: unknown) => {
    if (open.delete(handle)) timers -= 1;
  };
  clock = {
    ...virtual,
    setTimeout(run, ms) {
      const handle = virtual.setTimeout(() => {
        close(handle);
        run();
      }, ms);
      open.add(handle);
      timers += 1;
      return handle;
    },
    clearTimeout(handle) {
      close(handle);
      virtual.clearTimeout(handle);
    },
  };
});

/** How a promise stands: what it became, or that it is open. */
function follow<Value>(promise: Promise<Value>) {
  const seen: { became: unknown } = { became: 'open' };
  promise.then(
    (value) => (seen.became = value),
    (error: unknown) => (seen.became = error),
  );
  return seen;
}

test('a pause is twice as long after each further failure, up to the longest', () => {
  const pauses = (longestMs?: number) =>
    [0, 1, 2, 3, 4, 2000].map((failures) =>
      backoffMs(failures, longestMs === undefined ? { firstMs: 1000 } : { firstMs: 1000, longestMs }),
    );
  expect(pauses(5000)).toEqual([1000, 2000, 4000, 5000, 5000, 5000]);
  expect(pauses()).toEqual([1000, 2000, 4000, 8000, 16_000, Infinity]);
});

describe('sleep', () => {
  test('lasts as long as it is told', async () => {
    const slept = follow(sleep(clock, 100));
    await clock.advance(99);
    expect(slept.became).toBe('open');
    await clock.advance(1);
    expect(slept.became).toBeUndefined();
  });

  test('ends at once with the reason of its signal, and leaves no timer', async () => {
    const controller = new AbortController();
    const slept = follow(sleep(clock, 100, controller.signal));
    await clock.advance(50);
    const reason = new Error('woken');
    controller.abort(reason);
    await clock.advance(0);
    expect(slept.became).toBe(reason);
    expect(timers).toBe(0);
  });

  test('does not begin with a signal that is aborted already', async () => {
    const reason = new Error('gone');
    await expect(sleep(clock, 100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(timers).toBe(0);
  });

  test('hears its signal once only, and not after its end', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const slept = follow(sleep(clock, 100, signal));
    await clock.advance(100);
    expect(slept.became).toBeUndefined();
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});

describe('withinMs', () => {
  const later = (ms: number, value = 'value') => sleep(clock, ms).then(() => value);

  test('gives what comes in time, the last millisecond included, and leaves no timer', async () => {
    const inTime = follow(withTimeout(clock, 100, later(99)));
    await clock.advance(99);
    expect(inTime.became).toBe('value');
    expect(timers).toBe(0);
  });

  test('rejects when the time is over, and undoes what comes after all, once', async () => {
    const undo = vi.fn<() => void>();
    const late = follow(withTimeout(clock, 100, later(250), undo));
    await clock.advance(99);
    expect(late.became).toBe('open');
    await clock.advance(1);
    expect(late.became).toMatchObject({ name: 'TimeoutError', message: 'No answer within 100 ms.' });
    expect(undo).not.toHaveBeenCalled();
    await clock.advance(150);
    expect(undo).toHaveBeenCalledOnce();
  });

  test('undoes nothing that came in time', async () => {
    const undo = vi.fn<() => void>();
    await withTimeout(clock, 100, Promise.resolve('value'), undo);
    await clock.advance(1000);
    expect(undo).not.toHaveBeenCalled();
  });

  test('passes a rejection on at once', async () => {
    const error = new Error('denied');
    await expect(withTimeout(clock, 100, Promise.reject(error))).rejects.toBe(error);
    expect(timers).toBe(0);
  });

  test('takes for late what comes first to a page whose timers stood still, and undoes it', async () => {
    const undo = vi.fn<() => void>();
    const frozen = { ...clock, setTimeout: () => 0, clearTimeout: () => undefined };
    const woken = follow(withTimeout(frozen, 100, later(101), undo));
    await clock.advance(101);
    expect(woken.became).toMatchObject({ name: 'TimeoutError', message: 'No answer within 100 ms.' });
    expect(undo).toHaveBeenCalledOnce();
  });

  test('believes such a page where the time is just over', async () => {
    const frozen = { ...clock, setTimeout: () => 0, clearTimeout: () => undefined };
    const woken = follow(withTimeout(frozen, 100, later(100)));
    await clock.advance(100);
    expect(woken.became).toBe('value');
  });

  test('is no matter of the wall clock', async () => {
    const inTime = follow(withTimeout(clock, 100, later(50)));
    clock.jump(3_600_000);
    await clock.advance(50);
    expect(inTime.became).toBe('value');
  });
});

describe('the jump meter', () => {
  test('adds up jumps in both directions', async () => {
    const jumped = createTotalClockJumpMeter(clock);
    expect(jumped()).toBe(0);
    clock.jump(10_000);
    expect(jumped()).toBe(10_000);
    await clock.advance(60_000);
    expect(jumped()).toBe(10_000);
    clock.jump(-25_000);
    expect([jumped(), jumped()]).toEqual([-15_000, -15_000]);
  });

  test.each([
    [2000, 0],
    [2001, 2001],
    [-2000, 0],
    [-2001, -2001],
  ])('takes %i ms for a jump of %i', (by, jump) => {
    const jumped = createTotalClockJumpMeter(clock);
    clock.jump(by);
    expect(jumped()).toBe(jump);
  });

  test('does not add drift up to a jump, however long it goes on', async () => {
    const jumped = createTotalClockJumpMeter(clock);
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await clock.advance(60_000);
      clock.jump(1500);
      expect(jumped()).toBe(0);
    }
  });

  test('measures from when it was made, not from when the page was', () => {
    clock.jump(60_000);
    expect(createTotalClockJumpMeter(clock)()).toBe(0);
  });
});

describe("the machine's clock", () => {
  test('reads the globals when it is called, so that fake timers work', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    try {
      const ran: number[] = [];
      const cleared = systemClock.setTimeout(() => ran.push(0), 50);
      systemClock.setTimeout(() => ran.push(systemClock.now()), 100);
      systemClock.clearTimeout(cleared);
      const before = systemClock.monotonic();
      vi.advanceTimersByTime(100);
      expect(ran).toEqual([1_000_100]);
      expect(systemClock.monotonic() - before).toBe(100);
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not run at once what is to wait longer than a browser can count', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    try {
      const run = vi.fn<() => void>();
      systemClock.setTimeout(run, 9_999_999_999_000);
      systemClock.setTimeout(run, Infinity);
      vi.advanceTimersByTime(60_000);
      expect(run).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a stopwatch counts the time that either clock shows, for the other may have stood still or been set back', async () => {
  const own = createVirtualClock(0);
  const passedMs = createElapsedMsMeter(own);
  await own.advance(3000);
  own.jump(-5000);
  expect(passedMs()).toBe(3000);
  own.jump(9000);
  expect(passedMs()).toBe(7000);
});
