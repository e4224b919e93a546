import { ConfigurationError } from '../errors/ConfigurationError.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { sleep } from '../time/sleep.ts';
import { withinMs } from '../time/withinMs.ts';
import { nextSlotAt, type PollLimits, stillCounting } from './nextSlotAt.ts';
import { createMemoryPollStore, emptyPollLog, type PollLog, type PollStore } from './pollStore.ts';
import { createRestSchedule } from './restSchedule.ts';

/** The right to send one poll. It is spent when it is taken, whatever becomes of the request. */
export interface PollSlot {
  readonly takenAt: number;
}

/** The one gate that every poll passes (contract: 50 a minute). */
export interface PollBudget {
  /** Waits for a slot. First come, first served; rejects with the signal's reason. */
  acquire: (signal?: AbortSignal) => Promise<PollSlot>;
  /** Uses a slot up: true exactly once for a slot of this budget. */
  redeem: (slot: PollSlot) => boolean;
  /** The service asked for a pause (429, 503): nobody asks until it is over. */
  slowDown: (retryAfterMs?: number) => void;
  /** The service answered in the normal way. */
  eased: () => void;
  /** When the next slot can be had, as far as this tab knows (epoch ms). */
  nextAt: () => number;
  /** Until when the service wants a pause (epoch ms); undefined in good weather. */
  slowedUntil: () => number | undefined;
  subscribe: (listener: () => void) => () => void;
}

interface Taking {
  wait: number;
  slot?: PollSlot;
}

const aloneLimit = 10;
const storeTimeoutMs = 1000;

export interface PollBudgetOptions extends Partial<PollLimits> {
  store?: PollStore | undefined;
  clock?: Clock | undefined;
}

/** Creates a budget: by default 47 slots in any 60 s, at most 10 at once. Throws `configuration`. */
export function createPollBudget(options: PollBudgetOptions = {}): PollBudget {
  const limits = checkedLimits(options);
  const { clock = systemClock, store = createMemoryPollStore() } = options;
  const open = new WeakSet<PollSlot>();
  const listeners = new Set<() => void>();
  const rest = createRestSchedule();
  // The second gate counts on the clock that never jumps, so that a change of the wall clock opens nothing.
  let ownTaken: number[] = [];
  let lastSeen = emptyPollLog;
  let queue: Promise<unknown> = Promise.resolve();

  const waitMs = (log: PollLog, own = limits) => {
    const now = clock.now();
    const mono = clock.monotonic();
    return Math.max(
      nextSlotAt(log.taken, now, limits) - now,
      nextSlotAt(ownTaken, mono, own) - mono,
      log.restUntil - now,
    );
  };

  const spend = (log: PollLog): PollSlot => {
    const now = clock.now();
    ownTaken = [...stillCounting(ownTaken, clock.monotonic(), limits.windowMs), clock.monotonic()];
    lastSeen = { ...log, taken: [...stillCounting(log.taken, now, limits.windowMs), now] };
    return { takenAt: now };
  };

  const tryTake = () =>
    store.update<Taking>((log) => {
      lastSeen = log;
      const wait = waitMs(log);
      if (wait > 0) return { log, result: { wait } };
      const slot = spend(log);
      return { log: lastSeen, result: { wait: 0, slot } };
    });

  // Other tabs cannot be seen now: each takes a small share, so that a handful of them stays within the limit.
  const takeAlone = (): Taking => {
    const wait = waitMs(lastSeen, { ...limits, limit: Math.min(aloneLimit, limits.limit) });
    return wait > 0 ? { wait } : { wait: 0, slot: spend(lastSeen) };
  };

  const take = async (signal?: AbortSignal): Promise<PollSlot> => {
    for (;;) {
      signal?.throwIfAborted();
      const { slot, wait } = await withinMs(clock, storeTimeoutMs, tryTake()).catch(takeAlone);
      if (slot) {
        open.add(slot);
        return slot;
      }
      await sleep(clock, Math.max(1, Math.ceil(wait)), signal);
    }
  };

  const notify = () => listeners.forEach((listener) => listener());

  return {
    acquire(signal) {
      const turn = queue.then(() => take(signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
    redeem: (slot) => open.delete(slot),
    slowDown(retryAfterMs) {
      const restUntil = clock.now() + rest.next(retryAfterMs);
      lastSeen = { ...lastSeen, restUntil: Math.max(lastSeen.restUntil, restUntil) };
      const write = store.update((log) => ({
        log: { ...log, restUntil: Math.max(log.restUntil, restUntil) },
        result: undefined,
      }));
      write.catch(() => undefined);
      notify();
    },
    eased() {
      rest.reset();
      if (lastSeen.restUntil !== 0 && lastSeen.restUntil <= clock.now()) {
        lastSeen = { ...lastSeen, restUntil: 0 };
        notify();
      }
    },
    nextAt: () => clock.now() + Math.max(0, Math.ceil(waitMs(lastSeen))),
    slowedUntil: () => (lastSeen.restUntil > clock.now() ? lastSeen.restUntil : undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function checkedLimits({ limit = 47, windowMs = 60_000, burst = 10 }: PollBudgetOptions): PollLimits {
  const limits = { limit, windowMs, burst: Math.min(burst, limit) };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isFinite(value) || value < 1) {
      throw new ConfigurationError(name, `pollBudget ${name} must be a number of at least 1.`);
    }
  }
  return limits;
}
