import { PaymentsError } from '../errors.ts';
import { picked } from '../wire/read.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { FactWithoutPoll, LostOutcomeFact, RefusedFact } from './operationFacts.ts';
import type { UnknownReason } from './terminalOperation.ts';

/** What the error of a money request says about the operation: refused with proof, or unknown. */
export function outcomeOfError(
  cause: unknown,
  at: number,
  isRefusal: (error: PaymentsError) => boolean,
): RefusedFact | LostOutcomeFact {
  if (!(cause instanceof PaymentsError)) return { type: 'lost', at, reason: 'no-response' };
  const { code, status, operationState } = cause;
  const refusal = guards.has(cause.refusal?.code) ? cause.refusal : undefined;
  const error = { ...picked(cause, storedFields), refusal };
  // The client throws these two codes before it sends anything. With `not-seen` the gateway says that it sent nothing.
  const wasSent = code !== 'invalid-input' && code !== 'configuration' && operationState !== 'not-seen';
  if (!wasSent) return { type: 'refused', at, error };
  const isAnswer = code !== 'contract' && status !== undefined && status >= 400;
  if (isAnswer && isRefusal(cause)) return { type: 'refused', at, error };
  return { type: 'lost', at, reason: reasonOf(cause), error };
}

/** What the answer to an accepted request says about the operation. `isTaken`: another operation already has this message. */
export function outcomeOfAnswer(
  { msgIdentifier, pnRefNum }: BatchClosed,
  about: { at: number; isProof: boolean; isTaken: boolean },
): FactWithoutPoll {
  const { isTaken, ...told } = about;
  if (msgIdentifier === undefined) return { type: 'batch-closed', ...told };
  if (isTaken) return { type: 'lost', reason: 'duplicate-id', ...told };
  return { type: 'accepted', msgIdentifier, pnRefNum, ...told };
}

function reasonOf({ code, status, operationState }: PaymentsError): UnknownReason {
  if (code === 'contract' || (code === 'too-large' && status === 200)) return 'bad-response';
  if (code === 'unanswered' || code === 'aborted') return 'no-response';
  // The service did not answer the gateway.
  if (operationState === 'unanswered' && status === 504) return 'no-response';
  if (status === undefined || (status >= 300 && status < 400)) return 'redirect';
  // If the browser sent the request twice, its first copy may be why the service is busy (faults M2).
  if (status === 409 || status === 423 || status === 503) return 'conflict';
  return status < 300 ? 'bad-response' : 'http-error';
}

/** What an operation keeps of an error, apart from the refusal. */
const storedFields = [
  'code',
  'shortMessage',
  'serviceMessage',
  'status',
  'field',
  'retryAfterMs',
  'operationState',
] as const;

/** The codes of refusals by a lock or a guard, or because an approval is missing. Only these refusals are stored. */
const guards: ReadonlySet<string | undefined> = /*#__PURE__*/ new Set([
  'terminal-busy',
  'needs-approval',
  'needs-confirmation',
  'not-allowed',
]);
