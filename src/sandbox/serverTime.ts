import type { Clock } from '../core/time.ts';

/**
 * The service's own wall clock (epoch ms). It starts with the client's, then follows real time alone: a client whose
 * clock is set forward or back must not move the service.
 */
export function createServerTime(clock: Clock): () => number {
  const startedAt = clock.now();
  const startedMonotonic = clock.monotonic();
  return () => startedAt + Math.round(clock.monotonic() - startedMonotonic);
}
