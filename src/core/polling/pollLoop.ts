import { type Clock, sleep } from '../time.ts';

interface PollLoopOptions {
  clock: Clock;
  /** When the next question is due (monotonic ms); Infinity ends the loop until the loop is rescheduled. */
  nextDueAt: () => number;
  pollNext: (signal: AbortSignal) => Promise<void>;
}

const longestSleepMs = 60_000;
const woken = /*#__PURE__*/ new Error('Woken.');

/** Asks when something is due, sleeps until then, and wakes when things change. */
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
        else await pollNext(signal);
      } catch {
        // Woken: something changed, look again.
      }
    }
    isRunning = false;
  }

  /**
   * Something changed, which makes nothing due before `from` (monotonic ms): a sleep that ends sooner goes on. Whatever
   * else changes until the loop comes round is looked at together.
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

interface HeadersWatchOptions {
  client: { hasNewHeaders: () => Promise<boolean> };
  clock: Clock;
  /** Whether the service still wants other credentials. */
  isRefused: () => boolean;
  onNewHeaders: () => void;
}

const checkMs = 2000;

/** Where the service wants other credentials, it is asked as soon as the host has new ones. Call it at each refusal. */
export function createHeadersWatch({ client, clock, isRefused, onNewHeaders }: HeadersWatchOptions) {
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
