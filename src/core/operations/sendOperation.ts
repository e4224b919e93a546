import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { TerminalRequests } from '../client/terminalOperations.ts';
import type { BatchClosed } from '../contract/acceptedMessage.ts';
import type { MoneyOperation } from '../contract/operationName.ts';
import type { Clock } from '../time/clock.ts';
import type { OperationLedger } from './operationLedger.ts';
import { outcomeOfError } from './outcomeOfError.ts';
import type { TerminalOperation } from './terminalOperation.ts';

export interface Sending {
  client: PaymentsClient;
  clock: Clock;
  ledger: OperationLedger;
}

/** The one request of an operation, and what its answer means. Called once per operation id, right after the claim. */
export async function sendOperation(
  operation: TerminalOperation,
  request: TerminalRequests[MoneyOperation],
  { client, clock, ledger }: Sending,
): Promise<TerminalOperation> {
  const { id, kind } = operation;
  let accepted: BatchClosed;
  try {
    const call = client[kind] as (
      input: typeof request,
      options: { operationId: string },
    ) => Promise<BatchClosed>;
    accepted = await call(request, { operationId: id });
  } catch (error) {
    const fact = outcomeOfError(error, kind, clock.now(), client.options.classifyStatus);
    return ledger.apply(id, fact) ?? operation;
  }
  const { msgIdentifier, pnRefNum } = accepted;
  const at = clock.now();
  if (msgIdentifier === undefined) return ledger.apply(id, { type: 'batch-closed', at }) ?? operation;

  const other = ledger.list().find((earlier) => earlier.id !== id && earlier.msgIdentifier === msgIdentifier);
  if (other) {
    ledger.apply(other.id, { type: 'anomaly', kind: 'duplicate-id' });
    ledger.apply(id, { type: 'anomaly', kind: 'duplicate-id' });
    return ledger.apply(id, { type: 'lost', at, reason: 'duplicate-id' }) ?? operation;
  }
  return (await ledger.applyDurably(id, { type: 'accepted', at, msgIdentifier, pnRefNum })) ?? operation;
}
