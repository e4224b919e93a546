import { type Clock, sleep } from '../time.ts';

interface PollLoopOptions {
  clock: Clock;
  /** When the next poll is due (monotonic ms). Infinity ends the loop until `reschedule` is called. */
  nextDueAt: () => number;
  pollNext: (signal: AbortSignal) => Promise<void>;
}

const longestSleepMs = 60_000;
const woken = /*#__PURE__*/ new Error('Woken.');

/** Runs `pollNext` whenever a poll is due, sleeps in between, and recomputes the due time after `reschedule`. */
export function createPollLoop({ clock, nextDueAt, pollNext }: PollLoopOptions) {
  let wakeUp = new AbortController();
  let isRunning = false;
  let isStopped = false;
  let dueAt = Infinity;

  const updateDueAt = () => {
    if (wakeUp.signal.aborted) wakeUp = new AbortController();
    dueAt = nextDueAt();
    return dueAt;
  };

  async function run(): Promise<void> {
    isRunning = true;
    while (updateDueAt() < Infinity) {
      const { signal } = wakeUp;
      const wait = dueAt - clock.monotonic();
      try {
        if (wait > 0) await sleep(clock, Math.min(wait, longestSleepMs), signal);
        if (clock.monotonic() >= dueAt) await pollNext(signal);
      } catch {
        // `reschedule` woke the loop: compute the due time again.
      }
    }
    isRunning = false;
  }

  /**
   * Computes the due time again after a change, or starts the loop if it had ended. `from` (monotonic ms): the change
   * makes no poll due earlier, so the loop is woken only if it would sleep longer. Calls in one turn of the event loop
   * act as one.
   */
  const reschedule = (from = -Infinity) => {
    if (!isRunning && !isStopped) void run();
    else if (from < dueAt) wakeUp.abort(woken);
  };
  const stop = () => {
    isStopped = true;
    wakeUp.abort();
  };
  return { reschedule, stop };
}

interface NewHeadersWatchOptions {
  client: { hasNewHeaders: () => Promise<boolean> };
  clock: Clock;
  /** Whether requests are currently refused because of their credentials (code `unauthorized`). */
  isRefused: () => boolean;
  onNewHeaders: () => void;
}

const checkMs = 2000;

/**
 * Returns a function to call when credentials are refused. While `isRefused` is true, this function checks every 2 s
 * whether the host has new headers, and then calls `onNewHeaders`.
 */
export function createWatchForNewHeaders({ client, clock, isRefused, onNewHeaders }: NewHeadersWatchOptions) {
  let isWatching = false;
  return async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (isRefused()) {
      await sleep(clock, checkMs);
      if (await client.hasNewHeaders().catch(() => false)) onNewHeaders();
    }
    isWatching = false;
  };
}
