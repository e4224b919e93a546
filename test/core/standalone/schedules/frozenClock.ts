import type { Clock } from '../../../../src/exports/core.ts';

/** What a page hears of the world; while it is frozen, its timers and answers wait. */
export function createFreezer(clock: Clock) {
  let isFrozen = false;
  const waiting: (() => void)[] = [];
  const deliver = (run: () => void) => {
    if (isFrozen) waiting.push(run);
    else run();
  };
  const pageClock: Clock = {
    ...clock,
    setTimeout(run, ms) {
      let isCleared = false;
      const handle = clock.setTimeout(
        () =>
          deliver(() => {
            if (!isCleared) run();
          }),
        ms,
      );
      return () => {
        isCleared = true;
        clock.clearTimeout(handle);
      };
    },
    clearTimeout: (clear) => (clear as (() => void) | undefined)?.(),
  };
  return {
    clock: pageClock,
    deliver,
    /** The value, once the page runs. */
    arrives: <Value>(value: Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        value.then(
          (result) => deliver(() => resolve(result)),
          (error: unknown) => deliver(() => reject(error)),
        );
      }),
    freeze() {
      isFrozen = true;
    },
    /** What waits arrives in order, one task after the other. */
    async thaw() {
      for (let run = waiting.shift(); run; run = waiting.shift()) {
        run();
        await new Promise((resolve) => setImmediate(resolve));
      }
      isFrozen = false;
    },
  };
}
