import type { KnownOperation, OperationQuestion } from '../client/askOperation.ts';
import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors.ts';
import type { OperationName } from '../wire/routes.ts';
import type { LostFact, RefusedFact } from './operationReducer.ts';
import type { OperationError, UnknownReason } from './terminalOperation.ts';

/** What a money request that threw says about the operation: refused with proof, or nobody knows. */
export function outcomeOfError(
  cause: unknown,
  operation: OperationName,
  at: number,
  { options, service }: Pick<PaymentsClient, 'options' | 'service'>,
): RefusedFact | LostFact {
  if (!(cause instanceof PaymentsError)) return { type: 'lost', at, reason: 'no-response' };
  const error = storedError(cause);
  if (wasNeverSent(cause)) return { type: 'refused', at, error };
  const { status, operationState } = cause;
  const isAnswer = cause.code !== 'contract' && status !== undefined && status >= 400;
  // A gateway says of each refusal whether it is one: what stands before it may have swallowed an answer.
  const isBelieved = !options.gateway || operationState === 'refused';
  if (isAnswer && isBelieved && service.isRefusal(status, operation)) return { type: 'refused', at, error };
  return { type: 'lost', at, reason: reasonOf(cause), error };
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
  refusal,
}: PaymentsError): OperationError {
  return { code, shortMessage, serviceMessage, status, field, retryAfterMs, operationState, refusal };
}

/** What a gateway says for good. `not-seen`: nothing was sent, and nothing will be. */
export type ProvenOutcome = Exclude<KnownOperation, { state: 'sent' }>;

/** How much longer than an operation is old a gateway must have forgotten nothing (ms). */
const doubtMs = 10_000;

/**
 * Asks a gateway about an operation; undefined while nothing is proven. A gateway that has not seen an id may have forgotten
 * it, and a copy of the request may still be under way: so its memory must reach back far enough, and the id is closed.
 */
export async function askProvenOutcome(
  client: Pick<PaymentsClient, 'askOperation'>,
  question: Omit<OperationQuestion, 'close'>,
  age: () => number,
): Promise<ProvenOutcome | undefined> {
  const reachesBack = (known: ProvenOutcome) =>
    known.state !== 'not-seen' || known.knownForMs > age() + doubtMs;
  const known = await client.askOperation(question);
  if (known.state === 'sent' || !reachesBack(known)) return undefined;
  if (known.state !== 'not-seen') return known;
  const closed = await client.askOperation({ ...question, close: true });
  // Between the two questions it may have seen the id, or begun anew.
  if (closed.state === 'sent' || !reachesBack(closed)) return undefined;
  return closed.state === 'not-seen' && !closed.isClosed ? undefined : closed;
}
