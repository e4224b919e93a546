import type { MessageState } from './messageState.ts';

/** Where the time for the next question about one message comes from. Times are monotonic ms: a wall clock may jump. */
export interface PollFacts {
  state: MessageState;
  /** When this page began to watch it. */
  since: number;
  lastAskedAt?: number | undefined;
  /** Somebody pressed "Check now". */
  isWanted: boolean;
  /** Nobody is waiting at the till any more. */
  isSlow: boolean;
  /** When `timeout` was first seen. */
  timedOutAt?: number | undefined;
}

const minute = 60_000;
/** At least this long between two questions about one message (ms). */
export const minGapMs = 1000;
const slowGapMs = 30_000;
const firstBackoffMs = 2000;
const longestBackoffMs = 15_000;
/** How long after acceptance a message may not be found. */
export const replicaLagMs = 30_000;
const lastAutomaticMs = 30 * minute;

/** When a message should be asked about next; `Infinity` means never by itself. `jitter` is 0 to 1. */
export function dueAt(facts: PollFacts, now: number, jitter: number): number {
  const { state, since, lastAskedAt, isWanted } = facts;
  if (state.status === 'complete' || state.status === 'failed') return Infinity;
  if (lastAskedAt === undefined) return since;
  if (isWanted) return lastAskedAt + minGapMs;
  return lastAskedAt + gap(facts, now) * (0.9 + 0.2 * jitter);
}

function gap({ state, since, isSlow, timedOutAt }: PollFacts, now: number): number {
  const age = now - since;
  if (timedOutAt !== undefined) return now - timedOutAt < 5 * minute ? slowGapMs : Infinity;
  if (age > lastAutomaticMs) return Infinity;
  if (isSlow || state.connection === 'needs-auth') return slowGapMs;
  // A fresh message may not be known everywhere yet: that is no failure to back off from (faults, F19).
  const isMerelyMissing = state.missing > 0 && state.missing === state.failures;
  if (isMerelyMissing && age < replicaLagMs) return 2 * minGapMs;
  if (state.failures > 0) return Math.min(longestBackoffMs, firstBackoffMs * 2 ** (state.failures - 1));
  return age > 5 * minute ? 15_000 + ((age - 5 * minute) / (25 * minute)) * 45_000 : minGapMs;
}
