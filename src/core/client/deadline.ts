import { PaymentsError, UnansweredError } from '../errors.ts';
import type { Clock } from '../time.ts';

export interface DeadlineOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  operationName: string;
  isRetryable: boolean;
}

interface Deadline extends DeadlineOptions {
  clock: Clock;
}

/** Runs a request under the caller's signal and a time limit. Both end the wait, even if the fetcher ignores its signal. */
export async function withDeadline<T>(
  deadline: Deadline,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, signal, operationName, isRetryable } = deadline;
  if (signal?.aborted) throw aborted(deadline);
  const controller = new AbortController();
  const { signal: stopped } = controller;
  const stopping = new Promise<never>((_, reject) => {
    stopped.addEventListener('abort', () => reject(stopped.reason as PaymentsError));
  });
  const onAbort = () => controller.abort(aborted(deadline));
  // Not AbortSignal.timeout, because it stands still while the page is in the back-forward cache.
  const timer = clock.setTimeout(
    () => controller.abort(new UnansweredError({ operationName, isRetryable })),
    deadline.timeoutMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(stopped), stopping]);
  } finally {
    clock.clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function aborted({ signal, operationName }: Deadline): PaymentsError {
  return new PaymentsError('aborted', 'The caller aborted the request.', {
    cause: signal?.reason,
    operationName,
  });
}
