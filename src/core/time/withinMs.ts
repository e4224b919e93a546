import type { Clock } from './clock.ts';

/** The promise's value, or a rejection when it takes too long; `undo` is called should it come after all. */
export async function withinMs<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  undo?: () => void,
): Promise<T> {
  let isLate = false;
  const limit = new Promise<never>((_, reject) => {
    const timer = clock.setTimeout(() => {
      isLate = true;
      reject(new Error(`No answer within ${ms} ms.`));
    }, ms);
    const settle = () => {
      clock.clearTimeout(timer);
      if (isLate) undo?.();
    };
    promise.then(settle, settle);
  });
  return Promise.race([promise, limit]);
}
