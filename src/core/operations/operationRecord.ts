import type { OperationRecord } from './journal.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** The record of an operation as the journal keeps it. */
export function recordOf(
  { connection: _, nextCheckAt: __, ...operation }: TerminalOperation,
  about: { lock: string; seq: number; storeOrderNumber: boolean },
): OperationRecord {
  const { lock, seq, storeOrderNumber } = about;
  const kept = storeOrderNumber ? operation : { ...operation, orderNumber: undefined };
  return { ...kept, v: 1, lock, seq };
}

/** The operation of a record, as it is shown after a reload. */
export function operationOf({ v: _, lock: __, seq: ___, ...operation }: OperationRecord): TerminalOperation {
  return { ...operation, connection: 'ok' };
}
