import type { PageSignals } from '../page/pageSignals.ts';
import type { Clock } from '../time/clock.ts';

/** How long somebody has waited for a result. */
export interface WaitMeter {
  /** Called whenever something is heard; what passes while the page is hidden does not count as waiting. */
  tick: () => void;
  /** Since acceptance, as far as known (ms). */
  age: () => number;
  /** What is left of a maximum (ms): by the wall clock, and by what this page has seen pass. */
  leftOf: (maxMs: number) => number;
}

export interface WaitMeterOptions {
  clock: Clock;
  page: PageSignals;
  /** Acceptance (epoch ms). */
  since: number;
}

/** Neither clock is believed alone: a wall clock jumps, and a page may have been opened late or slept. */
export function createWaitMeter({ clock, page, since }: WaitMeterOptions): WaitMeter {
  const ageAtFirst = Math.max(0, clock.now() - since);
  const startedAt = clock.monotonic();
  let hiddenMs = 0;
  let tickedAt = startedAt;
  let wasVisible = page.isVisible();
  const watchedMs = () => clock.monotonic() - startedAt;
  const tick = () => {
    const now = clock.monotonic();
    if (!wasVisible) hiddenMs += now - tickedAt;
    tickedAt = now;
    wasVisible = page.isVisible();
  };
  return {
    tick,
    age: () => ageAtFirst + watchedMs(),
    leftOf(maxMs) {
      tick();
      const byWall = maxMs - (clock.now() - since);
      const seen = maxMs - (watchedMs() - hiddenMs);
      return Math.max(byWall, seen);
    },
  };
}
