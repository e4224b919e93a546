import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { Clock } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { LostFact } from './operationReducer.ts';
import { outcomeOfError, type ProvenOutcome } from './outcomeOfError.ts';
import type { OperationError, TerminalOperation } from './terminalOperation.ts';

interface Accepting {
  ledger: OperationLedger;
  clock: Clock;
  /** A gateway told it. */
  isProof: boolean;
}

/** What it means that the service took an operation. A message belongs to one operation only. */
export async function applyAccepted(
  operation: TerminalOperation,
  { msgIdentifier, pnRefNum }: BatchClosed,
  { ledger, clock, isProof }: Accepting,
): Promise<TerminalOperation> {
  const { id } = operation;
  const at = clock.now();
  if (msgIdentifier === undefined)
    return ledger.apply(id, { type: 'batch-closed', at, isProof }) ?? operation;

  const other = ledger.list().find((earlier) => earlier.id !== id && earlier.msgIdentifier === msgIdentifier);
  if (other) {
    ledger.apply(other.id, { type: 'anomaly', kind: 'duplicate-id' });
    ledger.apply(id, { type: 'anomaly', kind: 'duplicate-id' });
    return ledger.apply(id, { type: 'lost', at, reason: 'duplicate-id', isProof }) ?? operation;
  }
  return (
    (await ledger.applyDurably(id, { type: 'accepted', at, msgIdentifier, pnRefNum, isProof })) ?? operation
  );
}

interface Applying {
  client: Pick<PaymentsClient, 'options' | 'service'>;
  ledger: OperationLedger;
  clock: Clock;
  /** What the loss of the answer meant, where this page saw it. */
  lost: LostFact | undefined;
}

const notArrived: OperationError = {
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
    return ledger.apply(id, { type: 'refused', at, error: notArrived, isProof: true }) ?? operation;
  }
  const fact = outcome.error ? outcomeOfError(outcome.error, kind, at, client) : lost;
  return (fact && ledger.apply(id, { ...fact, isProof: fact.type === 'refused' })) ?? operation;
}
