import type { Clock } from '../core/time.ts';

const pauseAfterFailureMs = 1_000;
/** After this many rounds in a row, the loop waits for the rest of `pacingMs`: then the next round has more to do. */
const roundsBeforePause = 2;
const pacingMs = 50;

interface RoundLoopOptions {
  round: () => Promise<void>;
  restMs: () => number;
  /** Whether no work is left, so that a stopped loop may end. */
  isDone: () => boolean;
  /** Called after a round that failed. The next round follows after a pause, unless the loop was stopped. */
  onFailure: () => void;
}

export function createRoundLoop(clock: Clock, { round, restMs, isDone, onFailure }: RoundLoopOptions) {
  let starts = 0;
  let running: Promise<void> | undefined;
  const stopPause = createPause(clock);
  const idlePause = createPause(clock);
  const stopWaiters: (() => void)[] = [];
  const pace = createPacer(clock);

  const resolveStops = () => stopWaiters.splice(0).forEach((resolve) => resolve());
  const isOver = () => starts === 0 && isDone();
  const idle = async () => {
    if (restMs() > 0) await idlePause.for(restMs());
  };
  const run = async (): Promise<void> => {
    while (!isOver()) {
      try {
        if (starts > 0) await pace(stopPause);
        await round();
        if (!isOver()) await idle();
      } catch {
        onFailure();
        if (starts === 0) break;
        await stopPause.for(pauseAfterFailureMs);
      }
    }
    running = undefined;
    resolveStops();
  };

  return {
    /** Runs rounds. Once `stop` was called as often as `start`, the loop ends when no work is left (`isDone`) or a round fails. */
    start() {
      starts += 1;
      resolveStops();
      running ??= run();
    },
    /** Resolves once the loop has ended or was started again; at once if further `start` calls keep it running. */
    async stop() {
      if (starts > 0) starts -= 1;
      if (starts > 0 || !running) return;
      stopPause.end();
      idlePause.end();
      await new Promise<void>((resolve) => stopWaiters.push(resolve));
    },
    isRunning: () => starts > 0,
    /** Ends the pause between two rounds, so that the next round runs now. */
    wake: idlePause.end,
  };
}

type Pause = ReturnType<typeof createPause>;

/** A pause that `end` cuts short. Before the pause has begun, `end` does nothing. */
export function createPause(clock: Clock) {
  let end: (() => void) | undefined;
  return {
    end: () => end?.(),
    async for(ms: number) {
      await new Promise<void>((resolve) => {
        const timer = clock.setTimeout(resolve, ms);
        end = () => {
          clock.clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

function createPacer(clock: Clock) {
  let [windowAt, rounds] = [-Infinity, 0];
  return async (pause: Pause) => {
    const now = clock.monotonic();
    if (now >= windowAt + pacingMs) [windowAt, rounds] = [now, 0];
    rounds += 1;
    if (rounds > roundsBeforePause) await pause.for(windowAt + pacingMs - now);
  };
}
