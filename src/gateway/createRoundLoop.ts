import { type Clock, sleep } from '../core/time.ts';

/** The delay after a round that failed (ms). */
const afterFailureMs = 1_000;
/** After this many rounds within the time below (ms), the loop pauses: what happens meanwhile is recorded together. */
const roundsBeforePause = 2;
const pacingMs = 50;

interface RoundLoopOptions {
  round: () => Promise<void>;
  restMs: () => number;
  /** Whether a loop that was stopped may end. */
  isDone: () => boolean;
  /** Called after a round that failed. The next one follows after a pause; a loop that was stopped ends. */
  onFailure: () => void;
}

export function createRoundLoop(clock: Clock, { round, restMs, isDone, onFailure }: RoundLoopOptions) {
  let starts = 0;
  let running: Promise<void> | undefined;
  let stopSignal = new AbortController();
  let idleSignal = new AbortController();
  const stopWaiters: (() => void)[] = [];
  const pace = createPacer(clock);

  const resolveStops = () => stopWaiters.splice(0).forEach((resolve) => resolve());
  const isOver = () => starts === 0 && isDone();
  const idle = async () => {
    idleSignal = new AbortController();
    if (restMs() > 0) await pause(clock, restMs(), idleSignal);
  };
  const run = async (): Promise<void> => {
    while (!isOver()) {
      try {
        if (starts > 0) await pace(stopSignal);
        await round();
        if (!isOver()) await idle();
      } catch {
        onFailure();
        if (starts === 0) break;
        await pause(clock, afterFailureMs, stopSignal);
      }
    }
    running = undefined;
    resolveStops();
  };

  return {
    /** Runs rounds until `stop` was called as often as `start`, and the work that was begun is done. */
    start() {
      starts += 1;
      resolveStops();
      running ??= run();
    },
    /** Resolves once the loop has ended, or was started again. */
    async stop() {
      if (starts > 0) starts -= 1;
      if (starts > 0 || !running) return;
      stopSignal.abort();
      stopSignal = new AbortController();
      idleSignal.abort();
      await new Promise<void>((resolve) => stopWaiters.push(resolve));
    },
    isRunning: () => starts > 0,
    /** Runs the next round now, unless one runs. */
    wake: () => idleSignal.abort(),
  };
}

const pause = (clock: Clock, ms: number, { signal }: AbortController) =>
  sleep(clock, ms, signal).catch(() => undefined);

function createPacer(clock: Clock) {
  let [windowAt, rounds] = [-Infinity, 0];
  return async (stop: AbortController) => {
    const now = clock.monotonic();
    if (now >= windowAt + pacingMs) [windowAt, rounds] = [now, 0];
    rounds += 1;
    if (rounds > roundsBeforePause) await pause(clock, windowAt + pacingMs - now, stop);
  };
}
