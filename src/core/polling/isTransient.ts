import type { PaymentsError } from '../errors.ts';

/** Whether a poll's error tells nothing but that no answer came. */
export function isTransient(error: PaymentsError): boolean {
  return (
    error.code === 'unanswered' ||
    error.code === 'aborted' ||
    (error.status !== undefined && error.status >= 500)
  );
}
