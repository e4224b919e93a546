import type { RecordedTransaction } from '../core/operations/recorded.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import {
  groupByReference,
  type OperationsByReference,
  recordedTransaction,
} from '../core/operations/transactionRecord.ts';
import type { StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';
import {
  type Caller,
  isTerminalOperation,
  recordedOperation,
  type TerminalOperationRow,
} from './visibility.ts';

type Operations = Pick<StoreTransaction, 'operations'>;

/** Selects operations that made a transaction: a payment or hold that the service proved or a person saw. */
export const whereTransactionMade = {
  kind: { in: ['pay', 'preAuth'] },
  phase: { in: ['complete', 'partial', 'resolved'] },
  pnRefNum: { not: null },
  movedCents: { not: null },
} as const satisfies Where<OperationRow>;

export const referencesPerQuery = 500;

/** All of an account's operations with the references of the given ones. */
export function* operationsWithReferences(
  { operations }: Operations,
  account: string,
  about: readonly Pick<OperationRow, 'pnRefNum'>[],
): StoreSteps<TerminalOperationRow[]> {
  const references = [...new Set(about.flatMap(({ pnRefNum }) => (pnRefNum === null ? [] : [pnRefNum])))];
  const found: TerminalOperationRow[] = [];
  for (let at = 0; at < references.length; at += referencesPerQuery) {
    const rows = yield* operations.list({
      account,
      pnRefNum: { in: references.slice(at, at + referencesPerQuery) },
    });
    found.push(...rows.filter(isTerminalOperation));
  }
  return found;
}

export const groupRowsByReference = (rows: readonly TerminalOperationRow[]): OperationsByReference =>
  groupByReference(rows.map(({ operation }) => operation));

/** The transactions that the given operations began, with all their operations, as a caller gets them. */
export function* readTransactions(
  tx: Operations,
  caller: Caller,
  made: readonly TerminalOperationRow[],
): StoreSteps<RecordedTransaction[]> {
  const rows = yield* operationsWithReferences(tx, caller.account, made);
  const [found, byId] = [groupRowsByReference(rows), new Map([...made, ...rows].map((row) => [row.id, row]))];
  const tell = (operation: TerminalOperation) =>
    recordedOperation(byId.get(operation.id) ?? { operation, seq: 0, subject: '' }, caller);
  return made.flatMap(({ operation }) => recordedTransaction(operation, found, tell) ?? []);
}
