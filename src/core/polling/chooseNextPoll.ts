import { backoffMs } from '../time.ts';
import type { MessageState } from './messageState.ts';
import type { PollLog } from './pollLog.ts';

export interface PollLimits {
  /** The most polls in any window. The default, 47, is below the service's 50, because polls may arrive closer than sent. */
  limit: number;
  windowMs: number;
  /** How many polls may be sent at once. Further polls are spaced evenly. */
  burst: number;
}

export const defaultPollLimits: PollLimits = { limit: 47, windowMs: 60_000, burst: 10 };

/** A message that may be polled. Times are those of the log (epoch ms). */
export interface PollCandidate {
  msgIdentifier: string;
  /** When the message was last polled, else accepted, else first watched. The message that has waited longest comes first. */
  askedAt: number;
  /** When the message may be polled at the earliest; see `earliestPollAt`. */
  earliestAt: number;
  /** Until this time, this tab leaves the message to another tab. Meanwhile the message keeps its place in the order. */
  heldUntil: number;
  /** How long (ms) a free slot is left to the leading tab, before this tab polls the message itself. */
  graceMs: number;
  /** Factor of the waiting time: `waitingTimeFactorIfViewed` if a person looks at the message, otherwise at most 1. */
  weight: number;
  /** Whether no caller waits for the message any more. If so, polls only look for a late result. */
  isBackground: boolean;
  /** Whether a person pressed "Check now". */
  isUserRequested: boolean;
}

/** Factor of the waiting time of a message that a person looks at. */
export const waitingTimeFactorIfViewed = 1.1;
/** The leading tab has two rounds plus this time (ms) to poll a due message. In a round each awaited message is polled once. */
const leaderTimeoutMs = 10_000;
/** If all slots are used, one poll in this many, and at least one in a window, is for messages that no caller waits for. */
const backgroundShare = 10;
/** A message waits at least this share of a round beyond its usual time (`usual`). A round polls each awaited message once. */
const restShareOfRound = 0.1;

/**
 * Chooses the message that has waited longest, and the time (epoch ms) to poll it. Assumes nothing about how long
 * payments take. Background messages get the slots that no other message needs, and at least one slot in ten.
 * Undefined if there is nothing to poll.
 */
export function chooseNextPoll(
  log: PollLog,
  candidates: readonly PollCandidate[],
  now: number,
  limits: PollLimits = defaultPollLimits,
): { msgIdentifier: string; at: number } | undefined {
  const current = currentLimits(log, now, limits);
  const last = log.taken.at(-1);
  /** When the next slot is free (epoch ms); in the past if a slot is free already. */
  const slotAt = last === undefined ? -Infinity : nextSlotAt(log.taken, last, current);
  const slotMs = current.windowMs / current.limit;
  const { restUntil, urgentFrom } = log;
  const open = candidates.filter(({ earliestAt }) => earliestAt < Infinity);
  const awaited = open.filter(isAwaited);
  const background = awaited.length === open.length ? [] : open.filter((other) => !isAwaited(other));
  const roundMs = (awaited.length - 1) * slotMs;
  const readyAt = ({ askedAt, earliestAt, heldUntil, graceMs, isUserRequested }: PollCandidate) => {
    const restEnd = isUserRequested ? Math.min(urgentFrom, restUntil) : restUntil;
    const usual = Math.min(earliestAt, askedAt + firstPollDelayMs);
    const earliest = isUserRequested ? earliestAt : Math.max(earliestAt, usual + restShareOfRound * roundMs);
    const freeAt = Math.max(slotAt, earliest, heldUntil, restEnd);
    // Within this time a leading tab that knows the message has polled it. After that, this tab no longer waits for the
    // other.
    const isLed = freeAt - earliest < 2 * roundMs + leaderTimeoutMs;
    return Math.max(now, freeAt + (isLed ? graceMs : 0));
  };

  const shareAt = log.backgroundAt + Math.min(current.windowMs, backgroundShare * slotMs);
  // For a tab with background messages only. If one of the last four slots polled an awaited message, another tab may
  // need the slots. Then background messages get only their share.
  const leftAt = awaited.length > 0 ? -Infinity : Math.min(shareAt, log.awaitedAt + 4 * slotMs);
  const soonest = (those: readonly PollCandidate[]) =>
    those.reduce((earliest, candidate) => Math.min(earliest, readyAt(candidate)), Infinity);
  const awaitedAt = soonest(awaited);
  const backgroundAt = Math.max(leftAt, soonest(background));
  const isSpare =
    backgroundAt < awaitedAt && nextSlotAt([...log.taken, backgroundAt], awaitedAt, current) <= awaitedAt;
  const at = isSpare ? backgroundAt : Math.min(awaitedAt, Math.max(backgroundAt, shareAt));
  if (at === Infinity) return undefined;

  const waited = ({ askedAt, weight, isUserRequested }: PollCandidate) =>
    isUserRequested ? Infinity : (at - askedAt) * weight;
  let next: PollCandidate | undefined;
  for (const other of isSpare || at >= shareAt ? open : awaited) {
    if ((!next || waited(other) > waited(next)) && readyAt(other) <= at) next = other;
  }
  return next && { msgIdentifier: next.msgIdentifier, at };
}

const isAwaited = ({ isBackground, isUserRequested }: PollCandidate) => !isBackground || isUserRequested;

const lowestLimit = 5;
const refusalCost = 2;
/** How much longer than the window a slot counts (ms), because slow polls may arrive closer together than they were sent. */
export const windowMarginMs = 250;

/** The lowered limit after a 429. The logged polls kept to the limit, so another program must be polling too. */
export function limitLoweredBy429(log: Pick<PollLog, 'lowered'>, now: number, limits: PollLimits): number {
  return Math.max(lowestLimit, currentLimits(log, now, limits).limit - refusalCost);
}

/** The limits at `now`. A limit that a 429 lowered grows back to the full limit within ten minutes. */
export function currentLimits(
  { lowered }: Pick<PollLog, 'lowered'>,
  now: number,
  limits: PollLimits,
): PollLimits {
  if (!lowered) return limits;
  const minutes = Math.max(0, now - lowered.at) / minute;
  const beside = { ...limits, windowMs: limits.windowMs + windowMarginMs };
  return withPollLimitAtMost(beside, Math.floor(lowered.to + 0.6 * minutes * (1 + minutes)));
}

export function withPollLimitAtMost(limits: PollLimits, limit: number): PollLimits {
  const lower = Math.min(limits.limit, limit);
  return { ...limits, limit: lower, burst: Math.min(limits.burst, lower) };
}

/** The earliest time at which the limits allow one more slot. `taken`: when the earlier slots were taken, ascending. */
export function nextSlotAt(taken: readonly number[], now: number, limits: PollLimits): number {
  const counting = slotTimesInWindow(taken, now, limits.windowMs);
  return Math.max(
    now,
    slidingWindowFreeAt(counting, now, limits),
    evenlySpacedAt(counting, now, limits),
    tokenBucketFreeAt(counting, now, limits),
  );
}

/** Adds to `taken` the most slots that the limits allow from `from` to `until`, because other tabs may have used them. */
export function slotTimesIfAllWereTaken(
  taken: readonly number[],
  [from, until]: readonly [number, number],
  limits: PollLimits,
): readonly number[] {
  const spent = [...taken];
  for (let at = nextSlotAt(spent, from, limits); at <= until; at = nextSlotAt(spent, at, limits))
    spent.push(at);
  return spent;
}

/** The slots that still count at `now`. If the clock went back, a slot may be in the future: it counts as taken now. */
export function slotTimesInWindow(taken: readonly number[], now: number, windowMs: number): number[] {
  return taken.filter((at) => at > now - windowMs).map((at) => Math.min(at, now));
}

function slidingWindowFreeAt(taken: readonly number[], now: number, { limit, windowMs }: PollLimits): number {
  return taken.length < limit ? now : (taken.at(-limit) ?? now) + windowMs;
}

/** The time of the next slot if free slots are spread over the window. First gaps are shorter, because most payments end soon. */
function evenlySpacedAt(
  taken: readonly number[],
  now: number,
  { limit, windowMs, burst }: PollLimits,
): number {
  const last = taken.at(-1);
  if (last === undefined || taken.length < burst || taken.length >= limit) return now;
  const left = limit - taken.length;
  // For each taken slot: the gap between polls with which the free slots last until that slot is free again.
  const gaps = taken.map((at, index) => (at + windowMs - last) / (left + index + 1));
  const share = 0.4 + (0.6 * (taken.length - burst)) / (limit - burst);
  return last + Math.max(windowMs / limit, ...gaps) * share;
}

// A token bucket of `burst` that fills at `limit` per window, replayed from the log: nothing else has to be stored.
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

/** What determines the next poll of a message. Times are monotonic ms: a wall clock may jump. */
export interface NextPollFacts {
  state: MessageState;
  /** When this page began to watch the message. */
  since: number;
  acceptedAt?: number | undefined;
  lastAskedAt?: number | undefined;
  /** Whether the page has just woken, the host has new headers, or a person pressed "Check now". */
  isRequested: boolean;
  isUserRequested: boolean;
  /** Whether no person waits at the till any more. */
  isSlow: boolean;
  /** When the status `timeout` was first seen. */
  timedOutAt?: number | undefined;
  /** Whether the message is polled for a day, less and less often. A server does this, so that no person has to. */
  pollsForADay?: boolean | undefined;
}

/** Shortest gap between two polls of one message (ms). */
export const minPollGapMs = 1000;
/** Delay of the first poll after acceptance (ms): presenting a card takes at least this long. */
export const firstPollDelayMs = 2000;
/** The longest time (ms) until a slow poll is due. A slot may take 2 s more, so slow polls are at most 30 s apart. */
const slowGapMs = 28_000;
const firstBackoffMs = 2000;
const longestBackoffMs = 15_000;
/** How long after acceptance some replicas of the service may not know a message yet (ms). */
export const newMessageMayBeMissingForMs = 30_000;
const minute = 60_000;
const frequentForMs = 5 * minute;
/** How long a message is polled often (ms). Later only a gateway polls it, rarely, until the message is a day old. */
export const frequentPollingForMs = 30 * minute;

/** When a message may be polled next (ms, by the clock of `facts`); Infinity if never. `jitter`: 0 to 1. */
export function earliestPollAt(facts: NextPollFacts, jitter: number): number {
  const { state, since, acceptedAt, lastAskedAt, isRequested } = facts;
  if (state.status === 'complete' || state.status === 'failed') return Infinity;
  const last = lastAskedAt ?? acceptedAt;
  if (last === undefined) return since;
  return last + (isRequested ? minPollGapMs : gapBeforeNextPoll(facts, last, jitter));
}

/** Gaps between polls for a late result: [until this age, gap], in ms. */
const lateResultGaps = [
  [frequentPollingForMs, minute],
  [3 * 60 * minute, 10 * minute],
  [24 * 60 * minute, 60 * minute],
] as const;

function gapBeforeNextPoll(
  { state, since, lastAskedAt, isSlow, timedOutAt, pollsForADay }: NextPollFacts,
  last: number,
  jitter: number,
): number {
  const age = last - since;
  const slowGap = slowGapMs * (0.8 + 0.2 * jitter);
  const later = (pollsForADay && lateResultGaps.find(([until]) => age < until)?.[1]) || Infinity;
  if (timedOutAt !== undefined) {
    // After the status `timeout` a page polls slowly for 5 minutes. If the last poll failed, slow polls go on until one
    // is answered, or until the page has watched the message for 30 minutes.
    const isInVain = later === Infinity && state.failures > 0 && age <= frequentPollingForMs;
    return isInVain || last - timedOutAt < frequentForMs ? slowGap : later;
  }
  if (age > frequentPollingForMs) return later;
  if (isSlow || state.connection === 'needs-auth') return slowGap;
  // While a message is new, a 404 may mean that not every replica has the message yet: no backoff then (faults, F19).
  const isMerelyMissing = state.missing > 0 && state.missing === state.failures;
  if (isMerelyMissing && age < newMessageMayBeMissingForMs) return 2 * minPollGapMs;
  if (state.failures > 0 && state.connection !== 'slowed') {
    const longest = backoffMs(state.failures - 1, { firstMs: firstBackoffMs, longestMs: longestBackoffMs });
    return minPollGapMs + jitter * (longest - minPollGapMs);
  }
  if (age > frequentForMs)
    return (
      (15_000 + ((age - frequentForMs) / (frequentPollingForMs - frequentForMs)) * 10_000) *
      (0.8 + 0.4 * jitter)
    );
  return lastAskedAt === undefined ? firstPollDelayMs : minPollGapMs;
}

/**
 * After this time (ms) a person may poll again, however long a pause the service states. A gateway and its pages do not
 * know whether a person asked for a poll. So they end every pause after this time.
 */
export const longestServicePauseMs = 900_000;
const firstGuessMs = 60_000;
const longestGuessMs = 300_000;
const urgentAfterGuessMs = 15_000;

/** Length (ms) of a pause without `Retry-After`; `before` counts the earlier such pauses. */
export function guessedPauseMs(before: number): number {
  return backoffMs(before, { firstMs: firstGuessMs, longestMs: longestGuessMs });
}

/** A pause of `ms` without automatic polls. After `urgentAfterMs` a person may poll once. */
export interface PollPauseLengths {
  ms: number;
  urgentAfterMs: number;
}

/**
 * Decides how long to pause after each 429 or 503. If the service states a length, a person's polls pause too, for at
 * most 15 minutes. Otherwise the pauses are 60, 120, 240, then 300 s long, and a person may poll once after 15 s.
 */
export function createPauseSchedule() {
  let step = 0;
  return {
    next(retryAfterMs?: number): PollPauseLengths {
      if (retryAfterMs !== undefined)
        return { ms: retryAfterMs, urgentAfterMs: Math.min(retryAfterMs, longestServicePauseMs) };
      step += 1;
      return { ms: guessedPauseMs(step - 1), urgentAfterMs: urgentAfterGuessMs };
    },
    reset: () => void (step = 0),
  };
}
