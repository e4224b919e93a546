export interface PollLimits {
  /** Slots in any window; 3 below the service's 50 for requests that bunch on the way. */
  limit: number;
  windowMs: number;
  /** Slots that may be taken at once; after them they come evenly. */
  burst: number;
}

/** The earliest time at which one more slot keeps to the limits, given when the earlier ones were taken (ascending). */
export function nextSlotAt(taken: readonly number[], now: number, limits: PollLimits): number {
  return Math.max(now, slidingLimit(taken, now, limits), pacing(taken, now, limits));
}

/** The slots that still count at `now`. One from the future means that the clock went back: it counts as taken now. */
export function stillCounting(taken: readonly number[], now: number, windowMs: number): number[] {
  return taken.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}

function slidingLimit(taken: readonly number[], now: number, { limit, windowMs }: PollLimits): number {
  const counting = stillCounting(taken, now, windowMs);
  return counting.length < limit ? now : (counting.at(-limit) ?? now) + windowMs;
}

// A bucket of `burst` that fills at limit per window, replayed from the log: nothing else has to be stored.
function pacing(taken: readonly number[], now: number, { limit, windowMs, burst }: PollLimits): number {
  const perMs = limit / windowMs;
  let level = burst;
  let last = -Infinity;
  for (const at of stillCounting(taken, now, windowMs)) {
    level = Math.min(burst, level + (at - last) * perMs) - 1;
    last = at;
  }
  const atNow = Math.min(burst, level + (now - last) * perMs);
  return atNow >= 1 ? now : now + (1 - atNow) / perMs;
}
