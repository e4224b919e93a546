import type { Clock, TimerHandle } from '../core/time.ts';

/** One timer, which the earliest wish sets. */
export interface Alarm {
  /** Does nothing if an earlier alarm is set. */
  set: (inMs: number, run: () => void) => void;
  clear: () => void;
}

export function createAlarm(clock: Clock): Alarm {
  let at = Infinity;
  let timer: TimerHandle;
  const clear = () => {
    clock.clearTimeout(timer);
    at = Infinity;
  };
  return {
    clear,
    set(inMs, run) {
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
