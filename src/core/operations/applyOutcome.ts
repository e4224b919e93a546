import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { Clock } from '../time/clock.ts';
import { applyAccepted } from './applyAccepted.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { LostFact } from './operationReducer.ts';
import { outcomeOfError } from './outcomeOfError.ts';
import type { ProvenOutcome } from './provenOutcome.ts';
import type { OperationError, TerminalOperation } from './terminalOperation.ts';

interface Applying {
  client: Pick<PaymentsClient, 'options'>;
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
  const fact = outcome.error ? outcomeOfError(outcome.error, kind, at, client.options) : lost;
  return (fact && ledger.apply(id, { ...fact, isProof: fact.type === 'refused' })) ?? operation;
}
