import { ConfigurationError } from '../errors.ts';
import type { PollLimits } from './nextSlotAt.ts';

/** Limits of a budget, with what the service allows by default. Throws `configuration`. */
export function checkedLimits({
  limit = 47,
  windowMs = 60_000,
  burst = 10,
}: Partial<PollLimits>): PollLimits {
  const limits = { limit, windowMs, burst: Math.min(burst, limit) };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isFinite(value) || value < 1) {
      throw new ConfigurationError(name, `pollBudget ${name} must be a number of at least 1.`);
    }
  }
  return limits;
}

export function lowerLimit(limits: PollLimits, limit: number): PollLimits {
  const lower = Math.min(limits.limit, limit);
  return { ...limits, limit: lower, burst: Math.min(limits.burst, lower) };
}
