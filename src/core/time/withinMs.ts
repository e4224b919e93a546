import type { Clock } from './clock.ts';

/**
 * The promise's value, or a rejection when it takes too long; `undo` is called should it come after all. What comes first to
 * a page that was frozen meanwhile is late too: its timers stood still.
 */
export async function withinMs<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  undo?: () => void,
): Promise<T> {
  const startedAt = clock.monotonic();
  let isLate = false;
  const late = () => {
    isLate = true;
    return new Error(`No answer within ${ms} ms.`);
  };
  const limit = new Promise<never>((_, reject) => {
    const timer = clock.setTimeout(() => reject(late()), ms);
    const settle = () => {
      clock.clearTimeout(timer);
      if (!isLate && clock.monotonic() - startedAt > ms) reject(late());
      if (isLate) undo?.();
    };
    promise.then(settle, settle);
  });
  // The limit is asked last, so that what is late is known by then.
  const inTime = promise.then((value) => (isLate ? limit : value));
  return Promise.race([inTime, limit]);
}
