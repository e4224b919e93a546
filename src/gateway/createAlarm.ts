import type { Clock, TimerHandle } from '../core/time.ts';

export type Alarm = ReturnType<typeof createAlarm>;

/** A timer that may be set several times, and runs once: at the earliest of these times. */
export function createAlarm(clock: Clock) {
  let at = Infinity;
  let timer: TimerHandle;
  const clear = () => {
    clock.clearTimeout(timer);
    at = Infinity;
  };
  return {
    clear,
    /** Does nothing if the alarm is set to an earlier time already. */
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
