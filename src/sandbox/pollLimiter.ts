export interface PollLimit {
  limit: number;
  windowMs: number;
  /**
   * How polls are counted. `sliding`: the polls of the last `windowMs`. `fixed`: the polls since the clock began a new
   * window, such as a new minute. `bucket`: each poll takes a token, and tokens grow back over time.
   */
  kind: 'sliding' | 'fixed' | 'bucket';
}

/** If a poll is allowed at `now`, counts it and returns 0. Otherwise counts nothing and returns the wait (ms). */
export type PollLimiter = (now: number) => number;

export function createPollLimiter({ limit, windowMs, kind }: PollLimit): PollLimiter {
  return limiters[kind](limit, windowMs);
}

const limiters = { sliding: slidingLimiter, fixed: fixedLimiter, bucket: bucketLimiter };

function slidingLimiter(limit: number, windowMs: number): PollLimiter {
  let taken: number[] = [];
  return (now) => {
    taken = taken.filter((at) => at > now - windowMs);
    const [oldest] = taken;
    if (taken.length >= limit) return (oldest ?? now) + windowMs - now;
    taken.push(now);
    return 0;
  };
}

function fixedLimiter(limit: number, windowMs: number): PollLimiter {
  let window = -1;
  let taken = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) taken = 0;
    window = current;
    if (taken >= limit) return (current + 1) * windowMs - now;
    taken += 1;
    return 0;
  };
}

function bucketLimiter(limit: number, windowMs: number): PollLimiter {
  const msPerToken = windowMs / limit;
  let tokens = limit;
  let filledAt: number | undefined;
  return (now) => {
    tokens = Math.min(limit, tokens + (now - (filledAt ?? now)) / msPerToken);
    filledAt = now;
    if (tokens < 1) return Math.ceil((1 - tokens) * msPerToken);
    tokens -= 1;
    return 0;
  };
}
