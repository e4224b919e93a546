import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createAskingLoop } from '../../../src/core/polling/askingLoop.ts';
import { createHeadersWatch } from '../../../src/core/polling/headersWatch.ts';
import { sleep } from '../../../src/core/time.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/exports/core.ts';

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
    const { nudge, stop } = createAskingLoop({
      clock,
      nextDueAt: () => due[0] ?? Infinity,
      async askNext(signal) {
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
    return { asked, nudge, stop, due };
  }

  test('asks nothing before it is nudged, then each when it is due, what is overdue at once', async () => {
    const { asked, nudge } = open([-5, 0, 1000, 2500]);
    await clock.advance(100);
    expect(asked).toEqual([]);
    nudge();
    await clock.advance(2499);
    expect(asked).toEqual([100, 100, 1000, 2500]);
  });

  test('ends when nothing is due, and begins again with the next nudge', async () => {
    const { asked, nudge, due } = open([0]);
    nudge();
    await clock.advance(1000);
    due.push(500);
    await clock.advance(1000);
    expect(asked).toEqual([0]);
    nudge();
    await clock.advance(0);
    expect(asked).toEqual([0, 2000]);
  });

  test('looks again when it is nudged: what is due sooner by now is asked sooner', async () => {
    const { asked, nudge, due } = open([50_000]);
    nudge();
    await clock.advance(1000);
    due[0] = 2000;
    await clock.advance(2000);
    expect(asked).toEqual([]);
    nudge();
    await clock.advance(0);
    expect(asked).toEqual([3000]);
  });

  test('breaks off a question that waits for its slot when it is nudged, and asks anew', async () => {
    const { asked, nudge } = open([0], 1000);
    nudge();
    await clock.advance(600);
    nudge();
    nudge();
    await clock.advance(999);
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked).toEqual([1600]);
  });

  test('sleeps for a minute at most: a machine that sleeps moves the time', async () => {
    const { asked, nudge } = open([150_000]);
    nudge();
    await clock.advance(150_000);
    expect(timers).toEqual([60_000, 60_000, 30_000]);
    expect(asked).toEqual([150_000]);
  });

  test('asks nothing more once it is stopped, whoever nudges', async () => {
    const { nudge, stop, asked, due } = open([1000], 500);
    nudge();
    await clock.advance(1200);
    stop();
    due.length = 0;
    await clock.advance(10_000);
    due.push(0);
    nudge();
    await clock.advance(10_000);
    expect(asked).toEqual([]);
  });

  test('goes on after a question that failed', async () => {
    let tries = 0;
    const { nudge } = createAskingLoop({
      clock,
      nextDueAt: () => (tries < 2 ? tries * 1000 : Infinity),
      askNext: () => {
        tries += 1;
        return Promise.reject(new Error('no slot'));
      },
    });
    nudge();
    await clock.advance(1000);
    expect(tries).toBe(2);
  });
});

describe('while the service wants other credentials', () => {
  function open(hasNew: () => Promise<boolean>) {
    const state = { isRefused: true };
    const hasNewHeaders = vi.fn(hasNew);
    const onNewHeaders = vi.fn<() => void>();
    const watch = createHeadersWatch({
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
