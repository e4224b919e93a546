import type { Clock, TimerHandle } from '../../src/core/time.ts';

interface Timer {
  dueAt: number;
  number: number;
  run: () => void;
  isCleared: boolean;
}

const isBefore = (a: Timer, b: Timer) => a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.number < b.number);

/** A virtual clock for a whole world: it stops at each timer until what that started has come to rest. `onRest` is called then. */
export function createWorldClock(startMs: number, onRest: () => void = () => undefined) {
  /** A binary heap: the first timer is due first. */
  const heap: Timer[] = [];
  let elapsed = 0;
  let lastNumber = 0;

  const push = (timer: Timer) => {
    let at = heap.push(timer) - 1;
    for (let above = (at - 1) >> 1; at > 0 && isBefore(timer, heap[above]!); above = (at - 1) >> 1) {
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = timer;
  };
  const pop = () => {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (!isBefore(heap[below]!, last)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
  };
  const clock: Clock = {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    setTimeout(run, ms) {
      lastNumber += 1;
      const timer = { dueAt: elapsed + Math.max(0, ms), number: lastNumber, run, isCleared: false };
      push(timer);
      return timer;
    },
    clearTimeout: (handle) => void (handle && ((handle as Timer).isCleared = true)),
  };
  const rested = async () => {
    await rest();
    onRest();
  };
  return {
    ...clock,
    async advance(ms: number): Promise<void> {
      const until = elapsed + ms;
      await rested();
      for (let timer = heap[0]; timer && timer.dueAt <= until; timer = heap[0]) {
        pop();
        if (timer.isCleared) continue;
        timer.isCleared = true;
        elapsed = Math.max(elapsed, timer.dueAt);
        timer.run();
        await rested();
      }
      elapsed = until;
    },
    /** All machines of the world sleep for a while: no timer runs in it, and those that were due come late. */
    sleep: (ms: number) => void (elapsed += ms),
  };
}

/** Bodies and streams need turns of the event loop, not only microtasks. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The clock of one process or page of the world: wrong by `skew`, frozen or dead at times. */
export function createMachineClock(world: Clock, skew: { ms: number } = { ms: 0 }) {
  const state = { isFrozen: false, isDead: false };
  const late = new Map<TimerHandle, () => void>();
  const mine = new Set<TimerHandle>();
  const whenThawed: (() => void)[] = [];
  const clock: Clock = {
    now: () => world.now() + skew.ms,
    monotonic: world.monotonic,
    setTimeout(run, ms) {
      const handle = world.setTimeout(() => {
        mine.delete(handle);
        if (state.isDead) return;
        if (state.isFrozen) late.set(handle, run);
        else run();
      }, ms);
      mine.add(handle);
      return handle;
    },
    clearTimeout(handle) {
      mine.delete(handle);
      late.delete(handle);
      world.clearTimeout(handle);
    },
  };
  return {
    clock,
    skew,
    freeze: () => void (state.isFrozen = true),
    thaw: () => {
      state.isFrozen = false;
      for (const [handle, run] of late) {
        late.delete(handle);
        if (!state.isDead) run();
      }
      for (const resolve of whenThawed.splice(0)) resolve();
    },
    /** Resolves once the machine runs: what comes while it is frozen is heard after that. */
    running: async () => {
      while (state.isFrozen) await new Promise<void>((resolve) => whenThawed.push(resolve));
    },
    kill: () => {
      state.isDead = true;
      for (const handle of mine) world.clearTimeout(handle);
      mine.clear();
    },
    isDead: () => state.isDead,
    isFrozen: () => state.isFrozen,
  };
}
