import { ConfigurationError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { type Clock, sleep, systemClock } from '../time.ts';
import {
  type PollCandidate,
  chooseNextPoll,
  createPauseSchedule,
  windowMarginMs,
  currentLimits,
  longestServicePauseMs,
  limitLoweredBy429,
  withPollLimitAtMost,
  nextSlotAt,
  type PollLimits,
  type PollPauseLengths,
  slotTimesIfAllWereTaken,
  slotTimesInWindow,
  defaultPollLimits,
} from './chooseNextPoll.ts';
import {
  type LastPoll,
  createIndexedDbPollStore,
  createSharedPollLog,
  type PollLog,
  type PollStore,
  pollStoreTimeoutMs,
} from './pollLog.ts';

/** The right to send one poll. A taken slot counts towards the limit, even if its poll fails or is never sent. */
export interface PollSlot {
  readonly takenAt: number;
}

/** The message that a free slot goes to. */
export interface ChosenMessage {
  msgIdentifier: string;
  /** Whether no caller waits for the message. */
  isBackground?: boolean;
  asked: Pick<LastPoll, 'tab' | 'isHidden'>;
}

/** Chooses the message for a slot, in the transaction that takes it. `isUrgent`: only for a poll that a person asked for. */
type ChooseMessage = (log: PollLog, isUrgent: boolean) => ChosenMessage | undefined;

/** The gate that every poll passes: docs/contract.md allows 50 polls a minute. */
export interface PollBudget {
  /** Waits for a slot, first come first served. If `signal` aborts, rejects with its reason. */
  acquire: (signal?: AbortSignal) => Promise<PollSlot>;
  /** Waits for a slot, then calls `choose`. Undefined if `choose` gives no message. */
  acquireFor: (
    choose: ChooseMessage,
    signal?: AbortSignal,
  ) => Promise<{ slot: PollSlot; msgIdentifier: string } | undefined>;
  /** Uses a slot for a poll. False if the slot was used before, or is not of this budget. */
  redeem: (slot: PollSlot) => boolean;
  /** Called after each poll. A poll that took long counts as sent now, because it is unknown when it reached the service. */
  endPoll: (slot: PollSlot) => void;
  /** After a 429 or 503: pauses automatic polls for `retryAfterMs`, else a guessed time. `isLimit`: too many polls were sent. */
  slowDown: (retryAfterMs?: number, isLimit?: boolean) => void;
  /** After a normal answer of the service: the next guessed pause is the shortest again. A running pause goes on. */
  endSlowdown: () => void;
  /** The message that gets the next slot, and how long until then, as far as this tab knows (see `chooseNextPoll`). */
  next: (
    candidates: readonly PollCandidate[],
    log?: PollLog,
  ) => { msgIdentifier: string; waitMs: number } | undefined;
  /** When this tab can next send a poll (epoch ms). `isUrgent`: a person asked for the poll. `before`: how many other polls come first. */
  nextAt: (isUrgent?: boolean, before?: number) => number;
  /** Until when the service wants a pause (epoch ms); undefined if there is none. */
  slowedUntil: () => number | undefined;
  /** Shares with the other tabs that a poll was answered, and the message if the answer was good. */
  shareAnswer: (msgIdentifier: string, heard?: LastPoll['heard']) => Promise<void>;
  /** Reads the shared log again. */
  refresh: () => Promise<PollLog>;
  /** Number of open tabs; used only if they cannot share a log. */
  setTabCount: (tabs: number) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Taking {
  wait: number;
  chosen?: ChosenMessage | undefined;
  slot?: PollSlot;
}

/** The limits of a budget with their defaults. Throws `configuration`. */
export function checkedPollLimitsWithDefaults(given: PollLimitOptions): PollLimits {
  const {
    limit = defaultPollLimits.limit,
    windowMs = defaultPollLimits.windowMs,
    burst = defaultPollLimits.burst,
  } = given;
  const limits = { limit, windowMs, burst: Math.min(burst, limit) };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isFinite(value) || value < 1) {
      throw new ConfigurationError(name, `pollBudget ${name} must be a number of at least 1.`);
    }
  }
  return limits;
}

const aloneLimit = 10;
/** A poll that takes longer than this (ms), for example because the host first gets new headers, counts against the limit from its end. */
const longPollMs = 1000;
const longestSleepMs = 60_000;

/** Default: 47 polls in any 60 000 ms, 10 of them at once. */
export type PollLimitOptions = { [Limit in keyof PollLimits]?: PollLimits[Limit] | undefined };

export interface PollBudgetOptions extends PollLimitOptions {
  store?: PollStore | undefined;
  clock?: Clock | undefined;
}

/** Creates a poll budget: by default 47 polls in any 60 s, at most 10 at once. Throws `configuration`. */
export function createPollBudget(options: PollBudgetOptions = {}): PollBudget {
  const fullLimits = checkedPollLimitsWithDefaults(options);
  const { windowMs } = fullLimits;
  const { clock = systemClock, store } = options;
  const open = new WeakSet<PollSlot>();
  /** When each slot was taken, by the monotonic clock. */
  const takenAtOf = new WeakMap<PollSlot, number>();
  const { add: subscribe, notify } = createListeners();
  const rest = createPauseSchedule();
  // The slots taken, by the monotonic clock: a second limit, so that a change of the wall clock allows no extra polls.
  let ownTaken: number[] = [];
  let tabs = 1;
  let queue: Promise<unknown> = Promise.resolve();

  const { lastLog, setLog, refresh, writeLater, change, settlingLeftMs } = createSharedPollLog({
    store,
    clock,
    windowMs: windowMs + windowMarginMs,
    onPauseChange: notify,
    // Since the log was read last, the other tabs may have used every slot.
    onStoreLost(unseenMs) {
      const log = lastLog();
      const now = clock.now();
      const since = now - Math.min(unseenMs, windowMs);
      setLog({ ...log, taken: slotTimesIfAllWereTaken(log.taken, [since, now], limitsNow(log)) });
    },
  });

  const limitsNow = (log: PollLog) => currentLimits(log, clock.now(), fullLimits);
  const slotWait = (log: PollLog, own = limitsNow(log), together = own) => {
    const now = clock.now();
    const mono = clock.monotonic();
    return Math.max(nextSlotAt(log.taken, now, together) - now, nextSlotAt(ownTaken, mono, own) - mono);
  };

  const takeFrom = (
    log: PollLog,
    choose: ChooseMessage | undefined,
    own?: PollLimits,
    together?: PollLimits,
  ): { log: PollLog; result: Taking } => {
    const now = clock.now();
    const wait = slotWait(log, own, together);
    if (wait > 0) return { log, result: { wait } };
    const isResting = log.restUntil > now;
    if (isResting && (!choose || log.urgentFrom > now)) return { log, result: { wait: log.restUntil - now } };
    const chosen = choose?.(log, isResting);
    if (choose && !chosen) return { log, result: { wait: 0 } };
    const mono = clock.monotonic();
    ownTaken = [...slotTimesInWindow(ownTaken, mono, windowMs + windowMarginMs), mono];
    const slot = { takenAt: now };
    takenAtOf.set(slot, mono);
    return { log: withPoll(log, chosen, now), result: { wait: 0, chosen, slot } };
  };

  const tryTake = (choose?: ChooseMessage) =>
    change((log) => {
      const settling = settlingLeftMs();
      const taking = settling > 0 ? { log, result: { wait: settling } } : takeFrom(log, choose);
      setLog(taking.log);
      return taking;
    });

  // Takes a slot while the shared log cannot be reached. Each tab then takes only a small share of the slots, and
  // assumes for each slot that every other tab has taken one too.
  const takeAlone = (choose?: ChooseMessage): Taking => {
    const share = Math.max(1, Math.min(aloneLimit, Math.floor(fullLimits.limit / tabs)));
    const limits = limitsNow(lastLog());
    const together = withPollLimitAtMost(limits, Math.max(1, limits.limit + 1 - tabs));
    const { log, result } = takeFrom(lastLog(), choose, withPollLimitAtMost(fullLimits, share), together);
    const mono = clock.monotonic();
    const theirs = result.slot ? Array.from({ length: tabs - 1 }, () => clock.now()) : [];
    setLog({ ...log, taken: [...log.taken, ...theirs] });
    const withSlot = (shared: PollLog): PollLog => ({
      ...shared,
      taken: [...shared.taken, clock.now() - (clock.monotonic() - mono)].toSorted((a, b) => a - b),
    });
    if (result.slot) writeLater(withSlot, windowMs);
    return result;
  };

  const take = async (choose?: ChooseMessage, signal?: AbortSignal): Promise<Taking> => {
    for (;;) {
      signal?.throwIfAborted();
      let longest = longestSleepMs;
      const taking = await tryTake(choose).catch(() => {
        longest = pollStoreTimeoutMs; // then the log is read again
        return takeAlone(choose);
      });
      if (taking.slot) open.add(taking.slot);
      if (taking.slot || (choose && taking.wait <= 0)) return taking;
      await sleep(clock, Math.min(longest, Math.max(1, Math.ceil(taking.wait))), signal);
    }
  };

  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  return {
    acquire: (signal) => inTurn(async () => (await take(undefined, signal)).slot as PollSlot),
    acquireFor: (choose, signal) =>
      inTurn(async () => {
        const { slot, chosen } = await take(choose, signal);
        return slot && chosen && { slot, msgIdentifier: chosen.msgIdentifier };
      }),
    redeem: (slot) => open.delete(slot),
    endPoll(slot) {
      const mono = clock.monotonic();
      const takenAt = takenAtOf.get(slot) ?? mono;
      if (Math.max(mono - takenAt, clock.now() - slot.takenAt) < longPollMs) return;
      ownTaken = withLaterSlot(ownTaken, takenAt, mono);
      const apply = (log: PollLog): PollLog => {
        const endedAt = clock.now() - (clock.monotonic() - mono);
        return { ...log, taken: withLaterSlot(log.taken, slot.takenAt, endedAt) };
      };
      setLog(apply(lastLog()));
      writeLater(apply, windowMs);
    },
    slowDown(retryAfterMs, isLimit = true) {
      const pause = rest.next(retryAfterMs);
      const mono = clock.monotonic();
      const apply = (log: PollLog) => {
        const passed = clock.monotonic() - mono;
        const left = { ms: pause.ms - passed, urgentAfterMs: pause.urgentAfterMs - passed };
        return withPause(log, left, clock.now(), isLimit ? fullLimits : undefined);
      };
      setLog(apply(lastLog()));
      writeLater(apply, Math.min(pause.ms, longestServicePauseMs));
    },
    endSlowdown() {
      rest.reset();
      const log = lastLog();
      if (log.restUntil !== 0 && log.restUntil <= clock.now()) setLog({ ...log, restUntil: 0 });
    },
    next(candidates, log = lastLog()) {
      const now = clock.now();
      const next = chooseNextPoll(log, candidates, now, fullLimits);
      return next && { msgIdentifier: next.msgIdentifier, waitMs: next.at - now };
    },
    nextAt(isUrgent = false, before = 0) {
      const log = lastLog();
      const restUntil = isUrgent ? Math.min(log.urgentFrom, log.restUntil) : log.restUntil;
      const limits = limitsNow(log);
      const freeAt = clock.now() + Math.max(0, Math.ceil(slotWait(log, limits)));
      return Math.max(restUntil, freeAt) + (before * windowMs) / limits.limit;
    },
    slowedUntil() {
      const { restUntil } = lastLog();
      return restUntil > clock.now() ? restUntil : undefined;
    },
    shareAnswer: (msgIdentifier, heard) =>
      change((log) => ({ log: withAnswer(log, msgIdentifier, heard, clock.now()), result: undefined })),
    refresh,
    setTabCount(count) {
      tabs = Math.max(1, count);
    },
    subscribe,
  };
}

/** Moves a slot to a later time, or adds one there if the slot is no longer in the list. */
function withLaterSlot(taken: readonly number[], from: number, to: number): number[] {
  const index = taken.indexOf(from);
  return [...taken.filter((_, other) => other !== index), to].toSorted((a, b) => a - b);
}

/** The log with one more taken slot. The message that was polled last stands last in `asked`. */
function withPoll(log: PollLog, chosen: ChosenMessage | undefined, at: number): PollLog {
  const isResting = log.restUntil > at;
  const urgentFrom = isResting ? at + longestServicePauseMs : log.urgentFrom;
  const after = { ...log, taken: [...log.taken, at], urgentFrom };
  if (!chosen) return after;
  const { msgIdentifier, isBackground } = chosen;
  const asked = new Map(log.asked);
  asked.delete(msgIdentifier);
  asked.set(msgIdentifier, { ...log.asked.get(msgIdentifier), ...chosen.asked, at });
  return { ...after, asked, [isBackground ? 'backgroundAt' : 'awaitedAt']: at };
}

function withAnswer(log: PollLog, msgIdentifier: string, heard: LastPoll['heard'], at: number): PollLog {
  const entry = log.asked.get(msgIdentifier);
  if (!entry) return log;
  const answered = { ...entry, answeredAt: at, ...(heard && { heard, heardAt: at }) };
  return { ...log, asked: new Map(log.asked).set(msgIdentifier, answered) };
}

/** Adds a pause, unless a running one ends no earlier. If none is running and `limits` are given, also lowers the limit. */
function withPause(
  log: PollLog,
  { ms, urgentAfterMs }: PollPauseLengths,
  now: number,
  limits: PollLimits | undefined,
): PollLog {
  if (ms <= 0 || log.restUntil >= now + ms) return log;
  const isFirst = log.restUntil <= now;
  return {
    ...log,
    restUntil: now + ms,
    restFrom: now,
    urgentFrom: now + urgentAfterMs,
    lowered: limits && isFirst ? { to: limitLoweredBy429(log, now, limits), at: now } : log.lowered,
  };
}

const budgets = /*#__PURE__*/ new WeakMap<Clock, Map<string, PollBudget>>();

/** The poll budget of a service. All clients with the same origin and key share it; in a browser all tabs share it. */
export function sharedPollBudget(origin: string, budgetKey: string | undefined, clock: Clock): PollBudget {
  const key = budgetKey === undefined ? origin : `${origin} ${budgetKey}`;
  const byKey = budgets.get(clock) ?? new Map<string, PollBudget>();
  budgets.set(clock, byKey);
  // All pages and workers of a browser share the store. In a page without IndexedDB the store fails: then the budget
  // leaves slots to other tabs, which it cannot see.
  const isShared = typeof document !== 'undefined' || typeof indexedDB !== 'undefined';
  const made = () => createPollBudget({ clock, store: isShared ? createIndexedDbPollStore(key) : undefined });
  const budget = byKey.get(key) ?? made();
  byKey.set(key, budget);
  return budget;
}

export interface PollBudgetClient {
  origin: () => string;
  readonly options: Readonly<{
    pollBudget?: PollBudget | undefined;
    budgetKey?: string | undefined;
    clock?: Clock | undefined;
  }>;
}

/** The poll budget of a client: its own, else the shared one of its origin. Throws `configuration` if the origin is unknown. */
export function pollBudgetOf({ options, origin }: PollBudgetClient): PollBudget {
  const { pollBudget, budgetKey, clock = systemClock } = options;
  return pollBudget ?? sharedPollBudget(origin(), budgetKey, clock);
}
