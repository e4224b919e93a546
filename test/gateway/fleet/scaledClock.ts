import type { Clock } from '../../../src/core/time/clock.ts';

/** A clock that runs faster than the machine's. Processes with the same `origin` (epoch ms) show the same time. */
export function createScaledClock(speed: number, origin: number): Clock {
  return {
    now: () => origin + (Date.now() - origin) * speed,
    monotonic: () => performance.now() * speed,
    setTimeout: (run, ms) => setTimeout(run, ms / speed),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  };
}
