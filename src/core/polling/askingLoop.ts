import { type Clock, sleep } from '../time.ts';

export interface AskingLoop {
  /** Something changed. Whatever else changes until the loop comes round is looked at together. */
  nudge: () => void;
  stop: () => void;
}

interface AskingLoopOptions {
  clock: Clock;
  /** When the next question is due (monotonic ms); Infinity ends the loop until it is nudged. */
  nextDueAt: () => number;
  askNext: (signal: AbortSignal) => Promise<void>;
}

const longestSleepMs = 60_000;
const woken = /*#__PURE__*/ new Error('Woken.');

/** Asks when something is due, sleeps until then, and wakes when things change. */
export function createAskingLoop({ clock, nextDueAt, askNext }: AskingLoopOptions): AskingLoop {
  let wakeUp = new AbortController();
  let isRunning = false;
  let isStopped = false;

  const look = () => {
    if (wakeUp.signal.aborted) wakeUp = new AbortController();
    return nextDueAt();
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (let dueAt = look(); dueAt < Infinity; dueAt = look()) {
      const { signal } = wakeUp;
      const wait = dueAt - clock.monotonic();
      try {
        if (wait > 0) await sleep(clock, Math.min(wait, longestSleepMs), signal);
        else await askNext(signal);
      } catch {
        // Woken: something changed, look again.
      }
    }
    isRunning = false;
  }

  return {
    nudge() {
      if (!isRunning && !isStopped) void run();
      else wakeUp.abort(woken);
    },
    stop() {
      isStopped = true;
      wakeUp.abort();
    },
  };
}
