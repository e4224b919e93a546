/** A handle from {@link Clock.setTimeout}; only good for {@link Clock.clearTimeout}. */
export type TimerHandle = unknown;

/** Where the kit reads time and sets timers. `now` is wall time (epoch ms) and may jump; `monotonic` (ms) never goes back. */
export interface Clock {
  now: () => number;
  monotonic: () => number;
  setTimeout: (run: () => void, ms: number) => TimerHandle;
  clearTimeout: (handle: TimerHandle) => void;
}

/** The machine's clock. It reads the globals when called, so that fake timers work. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => globalThis.setTimeout(run, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
};
