/** A handle from {@link Clock.setTimeout}; only good for {@link Clock.clearTimeout}. */
export type TimerHandle = unknown;

/** The kit's source of time and timers. `now` is wall time (epoch ms) and may jump; `monotonic` (ms) never goes back. */
export interface Clock {
  now: () => number;
  monotonic: () => number;
  setTimeout: (run: () => void, ms: number) => TimerHandle;
  clearTimeout: (handle: TimerHandle) => void;
}

/** The longest timeout (ms). Browsers and Node run a timer with a longer timeout at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The machine's clock. It reads the globals when called, so that fake timers work. Timeouts are rounded up: browsers drop
 * the fraction, and the timer would come too early.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => globalThis.setTimeout(run, Math.min(Math.ceil(ms), longestTimerMs)),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** A clock whose timers do not keep a Node process alive. */
export function unrefClock(clock: Clock = systemClock): Clock {
  return {
    ...clock,
    setTimeout(run, ms) {
      const timer = clock.setTimeout(run, ms);
      (timer as { unref?: () => void }).unref?.();
      return timer;
    },
  };
}

/** Exponential backoff (ms): doubles with each failure, up to `longestMs`. 0 failures give `firstMs`. */
export function backoffMs(
  failures: number,
  { firstMs, longestMs = Infinity }: { firstMs: number; longestMs?: number },
): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Resolves with the promise's value, or rejects with a `TimeoutError` after `ms`. If the promise settles later, calls
 * `undo`. Even if the timer has not fired, a value after `ms` is late: the timers of a frozen page stand still.
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  undo?: () => void,
): Promise<T> {
  const startedAt = clock.monotonic();
  let isLate = false;
  const late = () => {
    isLate = true;
    return Object.assign(new Error(`No answer within ${ms} ms.`), { name: 'TimeoutError' });
  };
  const limit = new Promise<never>((_, reject) => {
    const timer = clock.setTimeout(() => reject(late()), ms);
    const ended = () => {
      clock.clearTimeout(timer);
      if (!isLate && clock.monotonic() - startedAt > ms) reject(late());
      if (isLate) undo?.();
    };
    promise.then(ended, ended);
  });
  // `ended` was passed to `promise.then` before this callback, so `isLate` is already set.
  const inTime = promise.then((value) => (isLate ? limit : value));
  return Promise.race([inTime, limit]);
}

/** A page that takes longer than this to prepare a request (ms) may have been frozen. */
export const frozenPageThresholdMs = 2000;

/** Returns a function that gives the time since this call (ms), by the faster clock: during sleep one may stand still. */
export function createElapsedMsMeter(clock: Clock): () => number {
  const [now, startedAt] = [clock.now(), clock.monotonic()];
  return () => Math.max(clock.now() - now, clock.monotonic() - startedAt);
}

const noticedMs = 2000;

/** Returns a function that gives the sum of the wall clock's jumps so far (ms). Up to 2 s between two calls is drift, no jump. */
export function createTotalClockJumpMeter(clock: Clock): () => number {
  let offset = clock.now() - clock.monotonic();
  let total = 0;
  return () => {
    const current = clock.now() - clock.monotonic();
    if (Math.abs(current - offset) > noticedMs) total += current - offset;
    offset = current;
    return total;
  };
}

/** A clock that moves only when a test, story or simulation advances it. */
export interface VirtualClock extends Clock {
  /** Moves time on by `ms`, runs due timers in order, and waits until the work they start has settled. */
  advance: (ms: number) => Promise<void>;
  /** Moves the wall clock only, as an operator or a time server does. */
  jump: (ms: number) => void;
}

interface Timer {
  dueAt: number;
  run: () => void;
}

/** Creates a {@link VirtualClock} set to `startMs` (epoch ms). */
export function createVirtualClock(startMs: number): VirtualClock {
  const timers = new Map<number, Timer>();
  let elapsed = 0;
  let offset = startMs;
  let lastHandle = 0;

  const nextDue = (until: number): [number, Timer] | undefined => {
    let found: [number, Timer] | undefined;
    for (const entry of timers) {
      if (entry[1].dueAt <= until && (!found || entry[1].dueAt < found[1].dueAt)) found = entry;
    }
    return found;
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    setTimeout(run, ms) {
      lastHandle += 1;
      timers.set(lastHandle, { dueAt: elapsed + Math.max(0, ms), run });
      return lastHandle;
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    jump(ms) {
      offset += ms;
    },
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let due = nextDue(until); due; due = nextDue(until)) {
        timers.delete(due[0]);
        elapsed = Math.max(elapsed, due[1].dueAt);
        due[1].run();
        await settle();
      }
      elapsed = until;
    },
  };
}

// Waits for turns of the real event loop, because bodies and streams need more than microtasks to settle.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await macrotask();
}

function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}

/** Whether a time is known: one that cannot be read is 0. Every rule counts an unknown time as recent, and no screen shows it. */
export const isKnownTime = (at: number): boolean => at !== 0;
