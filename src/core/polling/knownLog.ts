import { type Clock, createJumpMeter, sleep, withinMs } from '../time.ts';
import { createLogClock } from './logClock.ts';
import { emptyPollLog, isWiped, moveLog, type PollLog } from './pollLog.ts';
import { createMemoryPollStore, type PollStore } from './pollStore.ts';

/** What all spenders share, and what this tab saw of it last. */
export interface KnownLog {
  /** What this tab saw last, moved along with the wall clock. */
  known: () => PollLog;
  see: (log: PollLog) => void;
  /** How long the other tabs may need to write down what they asked alone (ms). */
  settlesIn: () => number;
  /** A change that this tab has seen already: shared as soon as it can be written, should it still count by then. */
  keep: (change: Omit<KeptChange, 'until'> & { forMs: number }) => void;
  /** Changes what is shared, in one transaction. Rejects when it cannot be had in time. */
  change: <Result>(work: (log: PollLog) => { log: PollLog; result: Result }) => Promise<Result>;
}

interface KeptChange {
  apply: (log: PollLog) => PollLog;
  /** Monotonic ms. */
  until: number;
}

interface KnownLogOptions {
  /** By default the budget's own memory, which answers at once. */
  store: PollStore | undefined;
  clock: Clock;
  windowMs: number;
  /** The pause that the service wants is another one. */
  onRest: () => void;
  /** From now on it cannot be had; it was seen last so long ago (ms). */
  onBlind: (unseenMs: number) => void;
}

export const storeTimeoutMs = 1000;
const settlingMs = 2 * storeTimeoutMs;

export function createKnownLog({
  store: shared,
  clock,
  windowMs,
  onRest,
  onBlind,
}: KnownLogOptions): KnownLog {
  const store = shared ?? createMemoryPollStore();
  const current = createLogClock(clock, windowMs);
  const jumped = createJumpMeter(clock);
  let lastSeen = emptyPollLog;
  let followed = 0;
  let unwritten: readonly KeptChange[] = [];
  let isWriting = false;
  let isBlind = false;
  let seenAt: number | undefined;
  let settledAt = -Infinity;

  const known = () => {
    const jumps = jumped();
    if (jumps !== followed) lastSeen = moveLog(lastSeen, jumps - followed);
    followed = jumps;
    return lastSeen;
  };

  const see = (log: PollLog) => {
    const changes = log.restUntil !== known().restUntil;
    lastSeen = log;
    if (changes) onRest();
  };

  const change: KnownLog['change'] = async <Result>(
    work: (log: PollLog) => { log: PollLog; result: Result },
  ) => {
    let isLate = false;
    let written: readonly KeptChange[] = [];
    const update = store.update<Result | undefined>((stored) => {
      // What comes too late must not take a slot that nobody waits for any more.
      if (isLate) return { log: stored, result: undefined };
      written = unwritten;
      const log = current(isWiped(stored) ? known() : stored);
      return work(written.reduce((changed, { apply }) => apply(changed), log));
    });
    const forget = () => {
      unwritten = unwritten.filter((kept) => !written.includes(kept));
    };
    update.then(forget, () => undefined);
    try {
      const result = (await (shared ? withinMs(clock, storeTimeoutMs, update) : update)) as Result;
      if (isBlind && seenAt !== undefined) settledAt = clock.monotonic() + settlingMs;
      isBlind = false;
      seenAt = clock.monotonic();
      return result;
    } catch (error) {
      if (!isBlind && seenAt !== undefined) onBlind(clock.monotonic() - seenAt);
      isBlind = true;
      throw error;
    } finally {
      isLate = true;
    }
  };

  const write = async () => {
    isWriting = true;
    for (;;) {
      unwritten = unwritten.filter(({ until }) => until > clock.monotonic());
      if (unwritten.length === 0) break;
      const written = change((log) => {
        see(log);
        return { log, result: undefined };
      });
      await written.catch(() => undefined);
      if (unwritten.length > 0) await sleep(clock, storeTimeoutMs);
    }
    isWriting = false;
  };

  return {
    known,
    see,
    change,
    settlesIn: () => (isBlind ? settlingMs : Math.max(0, settledAt - clock.monotonic())),
    keep({ apply, forMs }) {
      unwritten = [...unwritten, { apply, until: clock.monotonic() + forMs }];
      if (!isWriting) void write();
    },
  };
}
