const steps = [60_000, 120_000, 240_000, 300_000];
const longest = 900_000;

/** How long to rest after a slow-down: what the service says, up to 15 min; else 60, 120, 240, 300 s. */
export function createRestSchedule() {
  let step = 0;
  return {
    next(retryAfterMs?: number): number {
      if (retryAfterMs !== undefined) return Math.min(retryAfterMs, longest);
      const rest = steps[Math.min(step, steps.length - 1)] ?? longest;
      step += 1;
      return rest;
    },
    reset(): void {
      step = 0;
    },
  };
}
