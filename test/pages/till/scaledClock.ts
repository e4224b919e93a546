import type { Clock } from 'tillkit/core';

export interface ScaledClock extends Clock {
  /** Lets the time go on without anything happening meanwhile, as it does for a page that is not let run. */
  skip: (ms: number) => void;
}

/** A clock that has been running `speed` times as fast as the machine's since `start` (epoch ms); all such clocks agree. */
export function createScaledClock(start = 0, speed = 1): ScaledClock {
  let skippedMs = 0;
  return {
    now: () => start + (Date.now() - start) * speed + skippedMs,
    monotonic: () => performance.now() * speed + skippedMs,
    setTimeout: (run, ms) => setTimeout(run, ms / speed),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
    skip(ms) {
      skippedMs += ms;
    },
  };
}
