import type { Clock, TimerHandle } from '../core/time.ts';

export type Alarm = ReturnType<typeof createAlarm>;

/** One timer, which runs at the earliest time that it was set to. */
export function createAlarm(clock: Clock) {
  let at = Infinity;
  let timer: TimerHandle;
  const clear = () => {
    clock.clearTimeout(timer);
    at = Infinity;
  };
  return {
    clear,
    /** Does nothing if an earlier alarm is set. */
    set(inMs: number, run: () => void) {
      const wanted = clock.monotonic() + inMs;
      if (at <= wanted) return;
      clear();
      at = wanted;
      timer = clock.setTimeout(() => {
        at = Infinity;
        run();
      }, inMs);
    },
  };
}
