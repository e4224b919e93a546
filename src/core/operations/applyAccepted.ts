import type { BatchClosed } from '../contract/acceptedMessage.ts';
import type { Clock } from '../time/clock.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TerminalOperation } from './terminalOperation.ts';

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
