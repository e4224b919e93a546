import { PaymentsError } from '../errors/PaymentsError.ts';
import { UnansweredError } from '../errors/UnansweredError.ts';
import type { Clock } from '../time/clock.ts';

export interface Deadline {
  clock: Clock;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  operationName: string;
  isRetryable: boolean;
}

/** Runs a request under the caller's signal and a time limit. A fetcher that ignores its signal is left behind. */
export async function withDeadline<T>(
  deadline: Deadline,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, signal, operationName, isRetryable } = deadline;
  if (signal?.aborted) throw aborted(deadline);
  const controller = new AbortController();
  const stopped = rejectable();
  const stop = (error: PaymentsError) => {
    stopped.reject(error);
    controller.abort(error);
  };
  const onAbort = () => stop(aborted(deadline));
  // AbortSignal.timeout would count active time only, and stand still in the back-forward cache.
  const timer = clock.setTimeout(
    () => stop(new UnansweredError({ operationName, isRetryable })),
    deadline.timeoutMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(controller.signal), stopped.promise]);
  } finally {
    clock.clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** A promise that only ever rejects; nobody has to be waiting for it. */
function rejectable(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: ((error: Error) => void) | undefined;
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise;
  });
  promise.catch(() => undefined);
  return { promise, reject: (error) => reject?.(error) };
}

function aborted({ signal, operationName }: Deadline): PaymentsError {
  return new PaymentsError('aborted', 'The request was given up by the caller.', {
    cause: signal?.reason,
    operationName,
  });
}
