import type { MessageState } from './messageState.ts';

/** Where the time for the next question about one message comes from. Times are monotonic ms: a wall clock may jump. */
export interface PollFacts {
  state: MessageState;
  /** When this page began to watch it. */
  since: number;
  /** When the service took it, where that is known. */
  acceptedAt?: number | undefined;
  lastAskedAt?: number | undefined;
  /** The page has just woken, or somebody pressed "Check now". */
  isWanted: boolean;
  isPersonal: boolean;
  /** Nobody is waiting at the till any more. */
  isSlow: boolean;
  /** When `timeout` was first seen. */
  timedOutAt?: number | undefined;
}

/** From when a question makes sense, and when it is due whatever it is worth (monotonic ms; `Infinity` is never). */
export type AskingWindow = readonly [from: number, until: number];

const minute = 60_000;
/** At least this long between two questions about one message (ms). */
export const minGapMs = 1000;
const slowGapMs = 30_000;
const firstBackoffMs = 2000;
const longestBackoffMs = 15_000;
/** How long after acceptance a message may not be found. */
export const replicaLagMs = 30_000;
const oftenForMs = 5 * minute;
/** How long a message is asked about by itself (ms). */
export const lastAutomaticMs = 30 * minute;

/** When a message should be asked about next. `jitter` is 0 to 1; `longestGapMs` is its fair share. */
export function askingWindow(
  facts: PollFacts,
  { jitter, longestGapMs }: { jitter: number; longestGapMs: number },
): AskingWindow {
  const { state, since, acceptedAt, lastAskedAt, isWanted } = facts;
  if (state.status === 'complete' || state.status === 'failed') return at(Infinity);
  if (lastAskedAt === undefined && acceptedAt === undefined) return at(since);
  const last = lastAskedAt ?? acceptedAt ?? since;
  if (isWanted) return at(last + minGapMs);
  const gap = fixedGap(facts, last, jitter);
  return gap === undefined ? [last + minGapMs, last + longestGapMs] : at(last + gap);
}

const at = (time: number): AskingWindow => [time, time];

/** The gap where no value is weighed: somebody long waited for, failing, or given up. */
function fixedGap(
  { state, since, isSlow, timedOutAt }: PollFacts,
  last: number,
  jitter: number,
): number | undefined {
  const age = last - since;
  const varied = (ms: number) => ms * (0.8 + 0.4 * jitter);
  if (timedOutAt !== undefined) return last - timedOutAt < 5 * minute ? varied(slowGapMs) : Infinity;
  if (age > lastAutomaticMs) return Infinity;
  if (isSlow || state.connection === 'needs-auth') return varied(slowGapMs);
  // A fresh message may not be known everywhere yet: that is no failure to back off from (faults, F19).
  const isMerelyMissing = state.missing > 0 && state.missing === state.failures;
  if (isMerelyMissing && age < replicaLagMs) return 2 * minGapMs;
  if (state.failures > 0 && state.connection !== 'slowed') {
    const longest = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (state.failures - 1));
    return minGapMs + jitter * (longest - minGapMs);
  }
  if (age > oftenForMs) return varied(15_000 + ((age - oftenForMs) / (25 * minute)) * 10_000);
  return undefined;
}
