import type { RecordedTransaction } from '../core/operations/recorded.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import {
  groupByReference,
  type OperationsByReference,
  recordedTransaction,
} from '../core/operations/transactionRecord.ts';
import type { Caller } from './authorize.ts';
import type { Steps, Transaction, Where } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';
import { isKnown, type KnownRow, recordedOperation } from './seenBy.ts';

type Operations = Pick<Transaction, 'operations'>;

/** Operations that made a transaction: what was paid or held, as the service proved or a person saw. */
export const madeTransaction = {
  kind: { in: ['pay', 'preAuth'] },
  phase: { in: ['complete', 'partial', 'resolved'] },
  pnRefNum: { not: null },
  movedCents: { not: null },
} as const satisfies Where<OperationRow>;

const most = 500;

/** All that an account's record holds of the references of some operations. */
export function* rowsOfReferences(
  { operations }: Operations,
  account: string,
  about: readonly Pick<OperationRow, 'pnRefNum'>[],
): Steps<KnownRow[]> {
  const references = [...new Set(about.flatMap(({ pnRefNum }) => (pnRefNum === null ? [] : [pnRefNum])))];
  const found: KnownRow[] = [];
  for (let at = 0; at < references.length; at += most) {
    const rows = yield* operations.list({ account, pnRefNum: { in: references.slice(at, at + most) } });
    found.push(...rows.filter(isKnown));
  }
  return found;
}

export const referencesIn = (rows: readonly KnownRow[]): OperationsByReference =>
  groupByReference(rows.map(({ operation }) => operation));

/** The transactions that rows began, whole, as a caller gets them. */
export function* transactionsOf(
  tx: Operations,
  caller: Caller,
  made: readonly KnownRow[],
): Steps<RecordedTransaction[]> {
  const rows = yield* rowsOfReferences(tx, caller.account, made);
  const [found, byId] = [referencesIn(rows), new Map([...made, ...rows].map((row) => [row.id, row]))];
  const tell = (operation: TerminalOperation) =>
    recordedOperation(byId.get(operation.id) ?? { operation, seq: 0, subject: '' }, caller);
  return made.flatMap(({ operation }) => recordedTransaction(operation, found, tell) ?? []);
}
