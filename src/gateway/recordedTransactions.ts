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
  isTerminalOperationRow,
  toRecordedOperation,
  type TerminalOperationRow,
} from './visibility.ts';

type Operations = Pick<StoreTransaction, 'operations'>;

/** Selects the operations that made a transaction: sales and holds that completed or were resolved as charged. */
export const whereMadeTransaction = {
  kind: { in: ['pay', 'preAuth'] },
  phase: { in: ['complete', 'partial', 'resolved'] },
  pnRefNum: { not: null },
  movedCents: { not: null },
} as const satisfies Where<OperationRow>;

export const referencesPerQuery = 500;

/** The operations of an account that have the same reference (`pnRefNum`) as one of the operations `about`. */
export function* readOperationRowsSharingReferences(
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
    found.push(...rows.filter(isTerminalOperationRow));
  }
  return found;
}

export const groupOperationsByReference = (rows: readonly TerminalOperationRow[]): OperationsByReference =>
  groupByReference(rows.map(({ operation }) => operation));

/** The transactions that the operations `made` began, each with its later operations, as the caller may see them. */
export function* readTransactionsBegunBy(
  tx: Operations,
  caller: Caller,
  made: readonly TerminalOperationRow[],
): StoreSteps<RecordedTransaction[]> {
  const rows = yield* readOperationRowsSharingReferences(tx, caller.account, made);
  const [found, byId] = [
    groupOperationsByReference(rows),
    new Map([...made, ...rows].map((row) => [row.id, row])),
  ];
  const tell = (operation: TerminalOperation) =>
    toRecordedOperation(byId.get(operation.id) ?? { operation, seq: 0, subject: '' }, caller);
  return made.flatMap(({ operation }) => recordedTransaction(operation, found, tell) ?? []);
}
