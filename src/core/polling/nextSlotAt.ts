export interface PollLimits {
  /** Slots in any window; 3 below the service's 50 for requests that bunch on the way. */
  limit: number;
  windowMs: number;
  /** Slots that may be taken at once; after them they come evenly. */
  burst: number;
}

/** The earliest time at which one more slot keeps to the limits, given when the earlier ones were taken (ascending). */
export function nextSlotAt(taken: readonly number[], now: number, limits: PollLimits): number {
  const counting = stillCounting(taken, now, limits.windowMs);
  return Math.max(
    now,
    slidingLimit(counting, now, limits),
    evenSpending(counting, now, limits),
    bucket(counting, now, limits),
  );
}

/** The slots that may have been taken in a while of which nothing is known, as many as the limits let. */
export function spentFrom(
  taken: readonly number[],
  [from, until]: readonly [number, number],
  limits: PollLimits,
): readonly number[] {
  const spent = [...taken];
  for (let at = nextSlotAt(spent, from, limits); at <= until; at = nextSlotAt(spent, at, limits))
    spent.push(at);
  return spent;
}

/** The slots that still count at `now`. One from the future means that the clock went back: it counts as taken now. */
export function stillCounting(taken: readonly number[], now: number, windowMs: number): number[] {
  return taken.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}

/** How far apart slots come at worst, once the burst is spent (ms). */
export function slotGap(taken: readonly number[], now: number, limits: PollLimits): number {
  return evenGap(stillCounting(taken, now, limits.windowMs), limits);
}

/** How much of the burst is saved up at `now`, 0 to 1. At 1, waiting saves nothing more. */
export function savedSlots(taken: readonly number[], now: number, limits: PollLimits): number {
  return bucketLevel(stillCounting(taken, now, limits.windowMs), now, limits) / limits.burst;
}

function slidingLimit(taken: readonly number[], now: number, { limit, windowMs }: PollLimits): number {
  return taken.length < limit ? now : (taken.at(-limit) ?? now) + windowMs;
}

/**
 * Spreads what is left of the window, so that it does not end in a hole; at first less strictly, since most waits end
 * before the window does.
 */
function evenSpending(taken: readonly number[], now: number, limits: PollLimits): number {
  const { limit, burst } = limits;
  const last = taken.at(-1);
  if (last === undefined || taken.length < burst || taken.length >= limit) return now;
  return last + evenGap(taken, limits) * (0.4 + (0.6 * (taken.length - burst)) / (limit - burst));
}

// The gap that lasts until each slot comes back.
function evenGap(taken: readonly number[], { limit, windowMs }: PollLimits): number {
  const left = Math.max(0, limit - taken.length);
  const last = taken.at(-1) ?? 0;
  let gap = windowMs / limit;
  for (const [index, at] of taken.entries()) gap = Math.max(gap, (at + windowMs - last) / (left + index + 1));
  return gap;
}

// A bucket of `burst` that fills at limit per window, replayed from the log: nothing else has to be stored.
function bucketLevel(taken: readonly number[], now: number, { limit, windowMs, burst }: PollLimits): number {
  const perMs = limit / windowMs;
  let level = burst;
  let last = -Infinity;
  for (const at of taken) {
    level = Math.min(burst, level + (at - last) * perMs) - 1;
    last = at;
  }
  return Math.min(burst, level + (now - last) * perMs);
}

function bucket(taken: readonly number[], now: number, limits: PollLimits): number {
  const missing = 1 - bucketLevel(taken, now, limits);
  return missing > 0 ? now + (missing * limits.windowMs) / limits.limit : now;
}
