import { backoffMs } from '../time.ts';
import type { MessageState } from './messageState.ts';
import type { PollLog } from './pollLog.ts';

export interface PollLimits {
  /** Slots in any window; 3 below the service's 50 for requests that bunch on the way. */
  limit: number;
  windowMs: number;
  /** Slots that may be taken at once; after them they come evenly. */
  burst: number;
}

export const defaultPollLimits: PollLimits = { limit: 47, windowMs: 60_000, burst: 10 };

/** A message that may be asked about. Times are those of the log. */
export interface PollCandidate {
  msgIdentifier: string;
  /** The last question about it, else its acceptance, else when watching began: its turn comes by how long that is ago. */
  askedAt: number;
  /** From when it may be asked about: see `earliestPollAt`. */
  earliestAt: number;
  /** Not before this all the same: another tab asks. Its turn stays. */
  heldUntil: number;
  /** How long it leaves a slot, once that is free, to somebody else (ms). */
  graceMs: number;
  /** How much its waiting counts: `viewedWeight` where a person looks at it, else 1 or less. */
  weight: number;
  /** No caller waits for it: a late result is looked for. */
  isBackground: boolean;
  /** Somebody pressed "Check now". */
  isUserRequested: boolean;
}

/** Waiting counts so much more where a person looks. */
export const viewedWeight = 1.1;
/** So long a message is left to the tab that leads, besides two rounds of all (ms). */
const leaderTimeoutMs = 10_000;
/** Of a full minute, what no caller waits for gets one question in so many, and at least one. */
const backgroundShare = 10;
/** The more share the minute, the dearer is a question that comes too early: so much of a round of all who wait is added. */
const earlyPollPenalty = 0.1;

/**
 * Which message is asked about next, and when: each in turn, who waits longest first. How long payments take does not matter,
 * so nothing can be wrong about it. What no caller waits for takes slots that would stay free, and of a full minute its share.
 * Undefined where nobody is to be asked about.
 */
export function chooseNextPoll(
  log: PollLog,
  candidates: readonly PollCandidate[],
  now: number,
  limits: PollLimits = defaultPollLimits,
): { msgIdentifier: string; at: number } | undefined {
  const current = currentLimits(log, now, limits);
  const slotAt = freeFrom(log.taken, current);
  const slotMs = current.windowMs / current.limit;
  const { restUntil, urgentFrom } = log;
  const open = candidates.filter(({ earliestAt }) => earliestAt < Infinity);
  const awaited = open.filter(isAwaited);
  const background = open.filter((candidate) => !isAwaited(candidate));
  const roundMs = (awaited.length - 1) * slotMs;
  const readyAt = ({ askedAt, earliestAt, heldUntil, graceMs, isUserRequested }: PollCandidate) => {
    const restEnd = isUserRequested ? Math.min(urgentFrom, restUntil) : restUntil;
    const usual = Math.min(earliestAt, askedAt + firstPollDelayMs);
    const earliest = isUserRequested ? earliestAt : Math.max(earliestAt, usual + earlyPollPenalty * roundMs);
    const freeAt = Math.max(slotAt, earliest, heldUntil, restEnd);
    // In two rounds the tab that leads would have asked, if it knew of the message.
    const isLed = freeAt - earliest < 2 * roundMs + leaderTimeoutMs;
    return Math.max(now, freeAt + (isLed ? graceMs : 0));
  };

  const shareAt = log.backgroundAt + Math.min(current.windowMs, backgroundShare * slotMs);
  // Callers may wait in another tab only: then the log says that somebody asked for them in the last two slots.
  const leftAt = awaited.length > 0 ? -Infinity : Math.min(shareAt, log.awaitedAt + 4 * slotMs);
  const awaitedAt = Math.min(...awaited.map(readyAt));
  const backgroundAt = Math.max(leftAt, Math.min(...background.map(readyAt)));
  const isSpare =
    backgroundAt < awaitedAt && nextSlotAt([...log.taken, backgroundAt], awaitedAt, current) <= awaitedAt;
  const at = isSpare ? backgroundAt : Math.min(awaitedAt, Math.max(backgroundAt, shareAt));
  if (at === Infinity) return undefined;

  const waited = ({ askedAt, weight, isUserRequested }: PollCandidate) =>
    isUserRequested ? Infinity : (at - askedAt) * weight;
  const { msgIdentifier } = (isSpare || at >= shareAt ? open : awaited)
    .filter((candidate) => readyAt(candidate) <= at)
    .reduce((next, other) => (waited(other) > waited(next) ? other : next));
  return { msgIdentifier, at };
}

const isAwaited = ({ isBackground, isUserRequested }: PollCandidate) => !isBackground || isUserRequested;

const lowestLimit = 5;
const refusalCost = 2;
/** Where the minute is full, a question that is on its way for longer than the one before it came too early (ms). */
export const transitMarginMs = 250;

/** What a refusal leaves of the limit where our own log does not explain it: somebody else spends from the same minute. */
export function lowerLimitAfterRefusal(log: PollLog, now: number, limits: PollLimits): PollLog['lowered'] {
  return { to: Math.max(lowestLimit, currentLimits(log, now, limits).limit - refusalCost), at: now };
}

/** The limits beside a stranger: each minute without a refusal gives back more, after ten all is as it was. */
export function currentLimits({ lowered }: PollLog, now: number, limits: PollLimits): PollLimits {
  if (!lowered) return limits;
  const minutes = Math.max(0, now - lowered.at) / 60_000;
  const beside = { ...limits, windowMs: limits.windowMs + transitMarginMs };
  return capLimit(beside, Math.floor(lowered.to + 0.6 * minutes * (1 + minutes)));
}

export function capLimit(limits: PollLimits, limit: number): PollLimits {
  const lower = Math.min(limits.limit, limit);
  return { ...limits, limit: lower, burst: Math.min(limits.burst, lower) };
}

/** The earliest time at which one more slot keeps to the limits, given when the earlier ones were taken (ascending). */
export function nextSlotAt(taken: readonly number[], now: number, limits: PollLimits): number {
  const counting = slotsInWindow(taken, now, limits.windowMs);
  return Math.max(
    now,
    slidingWindowFreeAt(counting, now, limits),
    evenlySpacedAt(counting, now, limits),
    tokenBucketFreeAt(counting, now, limits),
  );
}

/** Since when a slot is free, or from when on. */
function freeFrom(taken: readonly number[], limits: PollLimits): number {
  const last = taken.at(-1);
  return last === undefined ? -Infinity : nextSlotAt(taken, last, limits);
}

/** The slots that may have been taken in a while of which nothing is known, as many as the limits let. */
export function assumeSpent(
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
export function slotsInWindow(taken: readonly number[], now: number, windowMs: number): number[] {
  return taken.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}

function slidingWindowFreeAt(taken: readonly number[], now: number, { limit, windowMs }: PollLimits): number {
  return taken.length < limit ? now : (taken.at(-limit) ?? now) + windowMs;
}

/**
 * Spreads what is left of the window, so that it does not end in a hole; at first less strictly, since most waits end
 * before the window does.
 */
function evenlySpacedAt(
  taken: readonly number[],
  now: number,
  { limit, windowMs, burst }: PollLimits,
): number {
  const last = taken.at(-1);
  if (last === undefined || taken.length < burst || taken.length >= limit) return now;
  // The gap that lasts until each slot comes back.
  const left = limit - taken.length;
  const gaps = taken.map((at, index) => (at + windowMs - last) / (left + index + 1));
  const share = 0.4 + (0.6 * (taken.length - burst)) / (limit - burst);
  return last + Math.max(windowMs / limit, ...gaps) * share;
}

// A bucket of `burst` that fills at limit per window, replayed from the log: nothing else has to be stored.
function tokenBucketFreeAt(
  taken: readonly number[],
  now: number,
  { limit, windowMs, burst }: PollLimits,
): number {
  const perMs = limit / windowMs;
  let level = burst;
  let last = -Infinity;
  for (const at of taken) {
    level = Math.min(burst, level + (at - last) * perMs) - 1;
    last = at;
  }
  const missing = 1 - Math.min(burst, level + (now - last) * perMs);
  return missing > 0 ? now + missing / perMs : now;
}

/** Where the time for the next question about one message comes from. Times are monotonic ms: a wall clock may jump. */
export interface PollTiming {
  state: MessageState;
  /** When this page began to watch it. */
  since: number;
  /** When the service took it, where that is known. */
  acceptedAt?: number | undefined;
  lastAskedAt?: number | undefined;
  /** The page has just woken, or somebody pressed "Check now". */
  isRequested: boolean;
  isUserRequested: boolean;
  /** Nobody is waiting at the till any more. */
  isSlow: boolean;
  /** When `timeout` was first seen. */
  timedOutAt?: number | undefined;
  /** A server asks for a day, less and less often: no person has to do so. */
  pollsForADay?: boolean | undefined;
}

const minute = 60_000;
/** At least this long between two questions about one message (ms). */
export const minPollGapMs = 1000;
/** Nobody holds a card to a terminal sooner after acceptance (ms). */
export const firstPollDelayMs = 2000;
/** At most, so that 30 s are kept: what falls due at once still waits for a slot each. */
const slowGapMs = 28_000;
const firstBackoffMs = 2000;
const longestBackoffMs = 15_000;
/** How long after acceptance a message may not be found. */
export const replicaLagMs = 30_000;
const frequentForMs = 5 * minute;
/** How long a message is asked about by itself (ms). */
export const automaticPollingMs = 30 * minute;

/** From when a message may be asked about (monotonic ms; `Infinity` is never). `jitter` is 0 to 1. */
export function earliestPollAt(facts: PollTiming, jitter: number): number {
  const { state, since, acceptedAt, lastAskedAt, isRequested } = facts;
  if (state.status === 'complete' || state.status === 'failed') return Infinity;
  const last = lastAskedAt ?? acceptedAt;
  if (last === undefined) return since;
  return last + (isRequested ? minPollGapMs : gapBeforeNextPoll(facts, last, jitter));
}

/** How often a late result is looked for: for how long, and each how often (ms). */
const lateResultGaps = [
  [30 * minute, minute],
  [3 * 60 * minute, 10 * minute],
  [24 * 60 * minute, 60 * minute],
] as const;

function lateResultGap(age: number): number {
  return lateResultGaps.find(([until]) => age < until)?.[1] ?? Infinity;
}

function gapBeforeNextPoll(
  { state, since, lastAskedAt, isSlow, timedOutAt, pollsForADay }: PollTiming,
  last: number,
  jitter: number,
): number {
  const age = last - since;
  const slowGap = slowGapMs * (0.8 + 0.2 * jitter);
  const later = pollsForADay ? lateResultGap(age) : Infinity;
  if (timedOutAt !== undefined) {
    // Where no question comes later, the last one has to be one that was answered.
    const isInVain = later === Infinity && state.failures > 0 && age <= automaticPollingMs;
    return isInVain || last - timedOutAt < 5 * minute ? slowGap : later;
  }
  if (age > automaticPollingMs) return later;
  if (isSlow || state.connection === 'needs-auth') return slowGap;
  // A fresh message may not be known everywhere yet: that is no failure to back off from (faults, F19).
  const isMerelyMissing = state.missing > 0 && state.missing === state.failures;
  if (isMerelyMissing && age < replicaLagMs) return 2 * minPollGapMs;
  if (state.failures > 0 && state.connection !== 'slowed') {
    const longest = backoffMs(state.failures - 1, { firstMs: firstBackoffMs, longestMs: longestBackoffMs });
    return minPollGapMs + jitter * (longest - minPollGapMs);
  }
  if (age > frequentForMs)
    return (15_000 + ((age - frequentForMs) / (25 * minute)) * 10_000) * (0.8 + 0.4 * jitter);
  return lastAskedAt === undefined ? firstPollDelayMs : minPollGapMs;
}

/** How long a pause that the service wants is believed, whatever it says: then a person may ask once in a while (ms). */
export const longestServicePauseMs = 900_000;
const firstGuessMs = 60_000;
const longestGuessMs = 300_000;
const urgentAfterGuessMs = 15_000;

/** How long a pause is where the service does not say it, and had asked for so many before (ms). */
export function defaultPauseMs(before: number): number {
  return backoffMs(before, { firstMs: firstGuessMs, longestMs: longestGuessMs });
}

/** How long nobody asks by itself, and after how long a person may ask once. */
export interface PollPause {
  ms: number;
  urgentAfterMs: number;
}

/**
 * How long to rest after a slow-down: as long as the service says, else 60, 120, 240, 300 s. What it says is never asked
 * into for 15 minutes; what is only guessed, a person may shorten.
 */
export function createPauseSchedule() {
  let step = 0;
  return {
    next(retryAfterMs?: number): PollPause {
      if (retryAfterMs !== undefined)
        return { ms: retryAfterMs, urgentAfterMs: Math.min(retryAfterMs, longestServicePauseMs) };
      step += 1;
      return { ms: defaultPauseMs(step - 1), urgentAfterMs: urgentAfterGuessMs };
    },
    reset: () => void (step = 0),
  };
}
