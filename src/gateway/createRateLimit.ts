import type { Clock } from '../core/time.ts';

/** Allows `most` calls at once, and after that one in each `everyMs`. */
export function createRateLimit(
  clock: Pick<Clock, 'monotonic'>,
  { most, everyMs }: { most: number; everyMs: number },
): () => boolean {
  let left = most;
  let countedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    left = Math.min(most, left + (now - countedAt) / everyMs);
    countedAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
