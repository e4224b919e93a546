const steps = [60_000, 120_000, 240_000, 300_000];
/** How long a pause is believed, whatever it says: then a person may ask once in a while (ms). */
export const longestRestMs = 900_000;
const urgentAfterGuessMs = 15_000;

export interface Rest {
  /** How long nobody asks by itself. */
  ms: number;
  /** After how long a person may ask once. */
  urgentAfterMs: number;
}

/**
 * How long to rest after a slow-down: as long as the service says, else 60, 120, 240, 300 s. What it says is never asked
 * into for 15 minutes; what is only guessed, a person may shorten.
 */
export function createRestSchedule() {
  let step = 0;
  return {
    next(retryAfterMs?: number): Rest {
      if (retryAfterMs !== undefined)
        return { ms: retryAfterMs, urgentAfterMs: Math.min(retryAfterMs, longestRestMs) };
      const ms = steps[Math.min(step, steps.length - 1)] ?? longestRestMs;
      step += 1;
      return { ms, urgentAfterMs: urgentAfterGuessMs };
    },
    reset(): void {
      step = 0;
    },
  };
}
