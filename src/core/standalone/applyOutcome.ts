import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { Clock } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { LostFact, OperationFact } from '../operations/operationReducer.ts';
import { outcomeOfError, type ProvenOutcome } from '../operations/outcomeOfError.ts';
import type { OperationError, TerminalOperation } from '../operations/terminalOperation.ts';

interface Accepting {
  ledger: OperationLedger;
  clock: Clock;
  /** A gateway told it. */
  isProof: boolean;
}

/** What it means that the service took an operation. `isTaken`: another operation has this message. */
export function acceptedFact(
  { msgIdentifier, pnRefNum }: BatchClosed,
  about: { at: number; isProof: boolean; isTaken: boolean },
): OperationFact {
  const { isTaken, ...told } = about;
  if (msgIdentifier === undefined) return { type: 'batch-closed', ...told };
  if (isTaken) return { type: 'lost', reason: 'duplicate-id', ...told };
  return { type: 'accepted', msgIdentifier, pnRefNum, ...told };
}

/** Carries into the ledger that the service took an operation. A message belongs to one operation only. */
export async function applyAccepted(
  operation: TerminalOperation,
  accepted: BatchClosed,
  { ledger, clock, isProof }: Accepting,
): Promise<TerminalOperation> {
  const { id } = operation;
  const { msgIdentifier } = accepted;
  const isOther = (earlier: TerminalOperation) =>
    earlier.id !== id &&
    msgIdentifier !== undefined &&
    earlier.msgIdentifier === msgIdentifier &&
    earlier.account === operation.account; // each account's messages are its own
  const other = ledger.list().find(isOther);
  if (other) for (const each of [other.id, id]) ledger.apply(each, { type: 'anomaly', kind: 'duplicate-id' });
  const fact = acceptedFact(accepted, { at: clock.now(), isProof, isTaken: other !== undefined });
  const after = fact.type === 'accepted' ? await ledger.applyDurably(id, fact) : ledger.apply(id, fact);
  return after ?? operation;
}

interface Applying {
  client: Pick<PaymentsClient, 'options' | 'service'>;
  ledger: OperationLedger;
  clock: Clock;
  /** What the loss of the answer meant, where this page saw it. */
  lost: LostFact | undefined;
}

export const notArrived: OperationError = {
  code: 'unanswered',
  shortMessage: 'The request did not reach the gateway. Nothing was sent.',
};

/** Carries what a gateway proved into the operation: it ends as if the answer had come in time. */
export async function applyOutcome(
  operation: TerminalOperation,
  outcome: ProvenOutcome,
  { client, ledger, clock, lost }: Applying,
): Promise<TerminalOperation> {
  const { id, kind } = operation;
  const at = clock.now();
  if (outcome.state === 'accepted') {
    return applyAccepted(operation, outcome.accepted, { ledger, clock, isProof: true });
  }
  if (outcome.state === 'not-seen') {
    const said = outcome.error && outcomeOfError(outcome.error, kind, at, client);
    const error = said?.type === 'refused' ? said.error : notArrived;
    return ledger.apply(id, { type: 'refused', at, error, isProof: true }) ?? operation;
  }
  const fact = outcome.error ? outcomeOfError(outcome.error, kind, at, client) : lost;
  return (fact && ledger.apply(id, { ...fact, isProof: fact.type === 'refused' })) ?? operation;
}
