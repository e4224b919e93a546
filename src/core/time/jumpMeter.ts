import type { Clock } from './clock.ts';

const noticedMs = 2000;

/**
 * How far the wall clock was moved so far (ms; forward is positive). Called often; what it drifts between two calls is no
 * jump.
 */
export function createJumpMeter(clock: Clock): () => number {
  let offset = clock.now() - clock.monotonic();
  let total = 0;
  return () => {
    const current = clock.now() - clock.monotonic();
    if (Math.abs(current - offset) > noticedMs) total += current - offset;
    offset = current;
    return total;
  };
}
