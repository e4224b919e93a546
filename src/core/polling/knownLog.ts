import type { Clock } from '../time/clock.ts';
import { createJumpMeter } from '../time/jumpMeter.ts';
import { withinMs } from '../time/withinMs.ts';
import { createLogClock } from './logClock.ts';
import { emptyPollLog, moveLog, type PollLog } from './pollLog.ts';
import { createMemoryPollStore, type PollStore } from './pollStore.ts';

/** What all spenders share, and what this tab saw of it last. */
export interface KnownLog {
  /** What this tab saw last, moved along with the wall clock. */
  known: () => PollLog;
  see: (log: PollLog) => void;
  /** Changes what is shared, in one transaction. Rejects when it cannot be had in time. */
  change: <Result>(work: (log: PollLog) => { log: PollLog; result: Result }) => Promise<Result>;
}

interface KnownLogOptions {
  /** By default the budget's own memory, which answers at once. */
  store: PollStore | undefined;
  clock: Clock;
  windowMs: number;
  /** The pause that the service wants is another one. */
  onRest: () => void;
}

export const storeTimeoutMs = 1000;

export function createKnownLog({ store: shared, clock, windowMs, onRest }: KnownLogOptions): KnownLog {
  const store = shared ?? createMemoryPollStore();
  const current = createLogClock(clock, windowMs);
  const jumped = createJumpMeter(clock);
  let lastSeen = emptyPollLog;
  let followed = 0;

  const known = () => {
    const jumps = jumped();
    if (jumps !== followed) lastSeen = moveLog(lastSeen, jumps - followed);
    followed = jumps;
    return lastSeen;
  };

  return {
    known,
    see(log) {
      const changes = log.restUntil !== known().restUntil;
      lastSeen = log;
      if (changes) onRest();
    },
    async change<Result>(work: (log: PollLog) => { log: PollLog; result: Result }) {
      let isLate = false;
      // What comes too late must not take a slot that nobody waits for any more.
      const update = store.update<Result | undefined>((stored) =>
        isLate ? { log: stored, result: undefined } : work(current(stored)),
      );
      try {
        return (await (shared ? withinMs(clock, storeTimeoutMs, update) : update)) as Result;
      } finally {
        isLate = true;
      }
    },
  };
}
