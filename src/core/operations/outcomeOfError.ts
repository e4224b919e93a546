import type { PaymentsClientOptions } from '../client/clientOptions.ts';
import type { OperationName } from '../contract/operationName.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { classifyStatus } from './classifyStatus.ts';
import type { LostFact, RefusedFact } from './operationReducer.ts';
import type { OperationError, UnknownReason } from './terminalOperation.ts';

/** What a money request that threw says about the operation: refused with proof, or nobody knows. */
export function outcomeOfError(
  cause: unknown,
  operation: OperationName,
  at: number,
  options: Pick<PaymentsClientOptions, 'classifyStatus' | 'gateway'> = {},
): RefusedFact | LostFact {
  if (!(cause instanceof PaymentsError)) return { type: 'lost', at, reason: 'no-response' };
  const error = storedError(cause);
  if (wasNeverSent(cause)) return { type: 'refused', at, error };
  const { status, operationState } = cause;
  const isAnswer = cause.code !== 'contract' && status !== undefined && status >= 400;
  // A gateway says of each refusal whether it is one: what stands before it may have swallowed an answer.
  const isBelieved = !options.gateway || operationState === 'refused';
  if (isAnswer && isBelieved && isRefusal(status, operation, options.classifyStatus))
    return { type: 'refused', at, error };
  return { type: 'lost', at, reason: reasonOf(cause), error };
}

// A host's rule that breaks proves nothing.
function isRefusal(
  status: number,
  operation: OperationName,
  classify: PaymentsClientOptions['classifyStatus'] = classifyStatus,
): boolean {
  try {
    return classify(status, operation) === 'rejected';
  } catch {
    return false;
  }
}

// Two are thrown before the fetcher is called; of the rest a gateway says so, or who gave it up.
function wasNeverSent({ code, operationState }: PaymentsError): boolean {
  return code === 'invalid-input' || code === 'configuration' || operationState === 'not-seen';
}

function reasonOf({ code, status, operationState }: PaymentsError): UnknownReason {
  if (code === 'contract' || (code === 'too-large' && status === 200)) return 'bad-response';
  if (code === 'unanswered' || code === 'aborted') return 'no-response';
  // What a gateway says in the place of a service that gave no answer.
  if (operationState === 'unanswered' && status === 504) return 'no-response';
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
  operationState,
}: PaymentsError): OperationError {
  return { code, shortMessage, serviceMessage, status, field, retryAfterMs, operationState };
}
