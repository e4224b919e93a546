import type { PaymentsClientOptions } from '../client/clientOptions.ts';
import type { OperationName } from '../contract/operationName.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { classifyStatus } from './classifyStatus.ts';
import type { OperationFact } from './operationReducer.ts';
import type { OperationError, UnknownReason } from './terminalOperation.ts';

/** What a money request that threw says about the operation: refused with proof, or nobody knows. */
export function outcomeOfError(
  cause: unknown,
  operation: OperationName,
  at: number,
  classify: PaymentsClientOptions['classifyStatus'] = classifyStatus,
): Extract<OperationFact, { type: 'refused' | 'lost' }> {
  if (!(cause instanceof PaymentsError)) return { type: 'lost', at, reason: 'no-response' };
  const error = storedError(cause);
  if (wasNeverSent(cause)) return { type: 'refused', at, error };
  const { status } = cause;
  const isAnswer = cause.code !== 'contract' && status !== undefined && status >= 400;
  if (isAnswer && isRefusal(status, operation, classify)) return { type: 'refused', at, error };
  return { type: 'lost', at, reason: reasonOf(cause), error };
}

// A host's rule that breaks proves nothing.
function isRefusal(
  status: number,
  operation: OperationName,
  classify: NonNullable<PaymentsClientOptions['classifyStatus']>,
): boolean {
  try {
    return classify(status, operation) === 'rejected';
  } catch {
    return false;
  }
}

// Both are thrown before the fetcher is called.
function wasNeverSent({ code }: PaymentsError): boolean {
  return code === 'invalid-input' || code === 'configuration';
}

function reasonOf({ code, status }: PaymentsError): UnknownReason {
  if (code === 'contract' || (code === 'too-large' && status === 200)) return 'bad-response';
  if (code === 'unanswered' || code === 'aborted') return 'no-response';
  if (status === undefined || (status >= 300 && status < 400)) return 'redirect';
  // "Busy" may be caused by the first copy of our own request, which the browser sent twice (faults M2).
  if (status === 409 || status === 423 || status === 503) return 'conflict';
  return status < 300 ? 'bad-response' : 'http-error';
}

function storedError({
  code,
  shortMessage,
  serviceMessage,
  status,
  field,
  retryAfterMs,
}: PaymentsError): OperationError {
  return { code, shortMessage, serviceMessage, status, field, retryAfterMs };
}
