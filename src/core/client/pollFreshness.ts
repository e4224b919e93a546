import { retryAfterMs } from './retryAfter.ts';

/** How fresh a gateway's answer is: it may be kept from what the service told somebody else. */
export interface PollFreshness {
  /** How long ago the service was asked; undefined where it was not asked yet. */
  ageMs: number | undefined;
  /** After how long it makes sense to ask again. */
  againInMs: number;
}

const longestFloorMs = 60_000;

export function readFreshness(headers: Headers, now: number): PollFreshness {
  const age = Number(headers.get('age') || Number.NaN);
  return {
    ageMs: age >= 0 ? age * 1000 : undefined,
    againInMs: Math.min(longestFloorMs, retryAfterMs(headers, now) ?? 0),
  };
}
