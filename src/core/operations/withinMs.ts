import { PaymentsError } from '../errors/PaymentsError.ts';
import type { Clock } from '../time/clock.ts';

/** The promise's value, or `storage` when it takes too long; `undo` is called should it come after all. */
export async function withinMs<T>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  undo: () => void,
): Promise<T> {
  let isLate = false;
  const limit = new Promise<never>((_, reject) => {
    const timer = clock.setTimeout(() => {
      isLate = true;
      reject(new PaymentsError('storage', 'The journal did not answer in time.'));
    }, ms);
    const settle = () => {
      clock.clearTimeout(timer);
      if (isLate) undo();
    };
    promise.then(settle, settle);
  });
  return Promise.race([promise, limit]);
}
