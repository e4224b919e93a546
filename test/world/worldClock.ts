import type { Clock, TimerHandle } from '../../src/core/time.ts';

interface Timer {
  dueAt: number;
  number: number;
  run: () => void;
}

/** A virtual clock for a whole world: it stops at each timer until what that started has come to rest. */
export function createWorldClock(startMs: number) {
  const timers = new Map<number, Timer>();
  let elapsed = 0;
  let lastNumber = 0;

  const next = (until: number): Timer | undefined => {
    let found: Timer | undefined;
    for (const timer of timers.values()) {
      if (timer.dueAt > until) continue;
      if (!found || timer.dueAt < found.dueAt) found = timer;
    }
    return found;
  };
  const clock: Clock = {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    setTimeout(run, ms) {
      lastNumber += 1;
      timers.set(lastNumber, { dueAt: elapsed + Math.max(0, ms), number: lastNumber, run });
      return lastNumber;
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
  };
  return {
    ...clock,
    async advance(ms: number): Promise<void> {
      const until = elapsed + ms;
      await rest();
      for (let timer = next(until); timer; timer = next(until)) {
        timers.delete(timer.number);
        elapsed = Math.max(elapsed, timer.dueAt);
        timer.run();
        await rest();
      }
      elapsed = until;
    },
  };
}

/** Bodies and streams need turns of the event loop, not only microtasks. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The clock of one process or page of the world: wrong by `skew`, frozen or dead at times. */
export function createMachineClock(world: Clock, skew: Readonly<{ ms: number }> = { ms: 0 }) {
  const state = { isFrozen: false, isDead: false };
  const late: (() => void)[] = [];
  const mine = new Set<TimerHandle>();
  const clock: Clock = {
    now: () => world.now() + skew.ms,
    monotonic: world.monotonic,
    setTimeout(run, ms) {
      const handle = world.setTimeout(() => {
        mine.delete(handle);
        if (state.isDead) return;
        if (state.isFrozen) late.push(run);
        else run();
      }, ms);
      mine.add(handle);
      return handle;
    },
    clearTimeout(handle) {
      mine.delete(handle);
      world.clearTimeout(handle);
    },
  };
  return {
    clock,
    freeze: () => void (state.isFrozen = true),
    thaw() {
      state.isFrozen = false;
      for (const run of late.splice(0)) if (!state.isDead) run();
    },
    kill() {
      state.isDead = true;
      for (const handle of mine) world.clearTimeout(handle);
      mine.clear();
    },
    isDead: () => state.isDead,
    isFrozen: () => state.isFrozen,
  };
}
