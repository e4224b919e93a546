import type { Closing, CorrectedClosing } from '../core/operations/closings.ts';
import { reportRowDifferences } from '../core/operations/reportRows.ts';
import {
  isCarriedOut,
  undecidedPhases,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import { findSaleOf, isCarriedOutSaleOrHold } from '../core/operations/transactions.ts';
import { GatewayRefusal, invalidParameterRefusal } from './GatewayRefusal.ts';
import type { StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import { groupOperationsByReference, readOperationRowsSharingReferences } from './recordedTransactions.ts';
import { computeReportWithoutLegs } from './computeReport.ts';
import type { ClosingRow, OperationRow } from './recordRows.ts';
import { readOperationRowsNewestFirst } from './readOperationRowsNewestFirst.ts';
import { type Caller, toRecordedOperation, visibleTerminalIds } from './visibility.ts';

/** If the change from `before` completes the closing of a batch, closes the terminal's period. */
export function* closePeriodIfBatchClosed(
  tx: StoreTransaction,
  before: TerminalOperation | null,
  { account, id, actor, operation }: OperationRow,
): StoreSteps<void> {
  if (operation?.kind !== 'closeBatch' || !isCarriedOut(operation)) return;
  if (before && isCarriedOut(before)) return;
  const { terminalId, createdAt } = operation;
  // Queries take whole milliseconds. Rounding down leaves no payment out: one that began in that same millisecond would
  // still hold the terminal, so the batch could not be closed.
  yield* addClosing(tx, { account, id, terminalId, actor, to: Math.floor(createdAt) });
}

interface AddedClosing extends Pick<ClosingRow, 'account' | 'id' | 'terminalId' | 'actor'> {
  to: number;
}

/**
 * A closing counts at most this many operations, in the transaction that records it: if that took too long, the ending of
 * a batch could never be recorded, and payments would wait.
 */
const mostPerClosing = 20_000;

/**
 * Closes the terminal's period since its last closing, or only the first part of it if the period has more than
 * `mostPerClosing` operations. Such a part leaves the id to the closing that ends at `to`. If the id has closed a period
 * already, returns that closing.
 */
function* addClosing(tx: StoreTransaction, { to, ...about }: AddedClosing): StoreSteps<ClosingRow> {
  const { account, id, terminalId } = about;
  const [known] = yield* tx.closings.list({ account, id });
  if (known) return known;
  const last = yield* lastClosing(tx, account, terminalId);
  const first = last ? undefined : yield* firstOperation(tx, account, terminalId);
  const fromMs = last?.toMs ?? Math.min(Math.floor(first?.createdAt ?? to), to);
  // A person may have closed a period that ends after `to`, when this batch closing began. Then this period is empty.
  const endMs = Math.max(fromMs, to);
  let toMs = endMs;
  const countUntil = (end: number) =>
    tx.operations.count({ account, terminalId, createdAt: { from: fromMs, below: end } }, mostPerClosing + 1);
  while (toMs - fromMs > 1 && (yield* countUntil(toMs)) > mostPerClosing)
    toMs = fromMs + Math.ceil((toMs - fromMs) / 2);
  const where = whereInPeriod({ account, terminalId, fromMs, toMs });
  const report = { ...(yield* computeReportWithoutLegs(tx, gatewayItself(account), [where])), legs: [] };
  const number = (last?.number ?? 0) + 1;
  const closing = { ...about, number, fromMs, toMs, at: tx.now, report };
  return yield* tx.closings.add(toMs < endMs ? { ...closing, id: `${id}.${number}` } : closing);
}

function* lastClosing(
  tx: Pick<StoreTransaction, 'closings'>,
  account: string,
  terminalId: string,
): StoreSteps<ClosingRow | undefined> {
  const newest = { by: ['number'], isDescending: true, limit: 1 } as const;
  return (yield* tx.closings.list({ account, terminalId }, newest))[0];
}

function* firstOperation(
  { operations }: Pick<StoreTransaction, 'operations'>,
  account: string,
  terminalId: string,
): StoreSteps<OperationRow | undefined> {
  const oldest = { by: ['createdAt', 'id'], limit: 1 } as const;
  return (yield* operations.list({ account, terminalId }, oldest))[0];
}

const whereInPeriod = ({
  account,
  terminalId,
  fromMs,
  toMs,
}: Pick<ClosingRow, 'account' | 'terminalId' | 'fromMs' | 'toMs'>): Where<OperationRow> => ({
  account,
  terminalId,
  phase: { not: null },
  createdAt: { from: fromMs, below: toMs },
});

/** The gateway as a caller. It sees all, because a closing counts what every till sold at the terminal. */
const gatewayItself = (account: string): Caller => ({ account, subject: '', actor: undefined, sees: 'all' });

/**
 * Closes a past period, or only the first part of a long one: the caller calls again until the closing ends at `to`.
 * Returns the closing if the same request was sent before. Throws a refusal if the period is
 * closed already or not over, if the id is in use, or if no payment was ever taken at the terminal.
 */
export function* closeDay(tx: StoreTransaction, asked: AddedClosing): StoreSteps<ClosingRow> {
  const { account, id, terminalId, to } = asked;
  const [known] = yield* tx.closings.list({ account, id });
  if (known?.terminalId === terminalId && known.toMs === to) return known;
  // An id that belongs to an operation is kept for the closing of that operation's batch.
  if (known || (yield* tx.operations.list({ account, id })).length > 0)
    throw new GatewayRefusal(
      409,
      'other-body',
      'This id was used for something else. Nothing was closed: use a new id.',
      { field: 'id' },
    );
  if (to > tx.now)
    throw invalidParameterRefusal('to', 'must not be in the future: a day can be closed only up to now.');
  const last = yield* lastClosing(tx, account, terminalId);
  if (!last && !(yield* firstOperation(tx, account, terminalId)))
    throw invalidParameterRefusal(
      'terminalId',
      'names a terminal that has never taken a payment here. Nothing was closed.',
    );
  if (last && to <= last.toMs)
    throw new GatewayRefusal(
      409,
      'other-state',
      'This terminal is already closed up to that time. Nothing was closed.',
    );
  return yield* addClosing(tx, asked);
}

/** A closing has the figures of a whole terminal: a caller who sees only its own operations may not see it. */
export function maySeeClosingsOfTerminal({ sees }: Caller, terminalId: string): boolean {
  if (sees === 'all') return true;
  return visibleTerminalIds(sees)?.includes(terminalId) === true;
}

export const toClosing = ({ terminalId, number, fromMs, toMs, at, actor, report }: ClosingRow): Closing => ({
  terminalId,
  number,
  from: fromMs,
  to: toMs,
  at,
  actor: actor ?? undefined,
  report,
});

/**
 * A recorded closing, with `corrections` (what has changed since) unless operations of its period may have been
 * deleted. Undefined if the caller may see no such closing.
 */
export function* findClosingWithCorrections(
  tx: StoreTransaction,
  caller: Caller,
  { terminalId, number }: Pick<ClosingRow, 'terminalId' | 'number'>,
  keepMs: number,
): StoreSteps<CorrectedClosing | undefined> {
  const { account } = caller;
  const [row] = yield* tx.closings.list({ account, terminalId, number });
  if (!row || !maySeeClosingsOfTerminal(caller, terminalId)) return undefined;
  // If operations of the period were deleted, corrections would show their amounts as if they had been given back.
  if (row.fromMs < tx.now - keepMs) return toClosing(row);
  const where = whereInPeriod(row);
  const { rows: now } = yield* computeReportWithoutLegs(tx, caller, [where]);
  const rows = reportRowDifferences(row.report.rows, now);
  const isLess = rows.some(({ kind, movedCents }) => kind === 'void' && movedCents < 0);
  if (isLess && (yield* hasForgottenSale(tx, account, where))) return toClosing(row);
  const pending = new Set(row.report.unknown.map(({ id }) => id));
  const found = yield* readOperationRowsNewestFirst(tx, [
    { ...where, isOpen: false, endedAt: { from: row.at } },
    { ...where, phase: { in: undecidedPhases } },
  ]);
  // Leaves out what the report already shows: operations that were pending then and still are, and operations that
  // ended in the same millisecond as the closing.
  const changed = found.filter(({ id, endedAt }) => endedAt !== (pending.has(id) ? null : row.at));
  const operations = changed.map((operation) => toRecordedOperation(operation, caller));
  return { ...toClosing(row), corrections: { rows, operations } };
}

/** Whether the sale of a void was deleted. Such a void would look as if it had undone nothing. */
function* hasForgottenSale(
  tx: StoreTransaction,
  account: string,
  where: Where<OperationRow>,
): StoreSteps<boolean> {
  const voids = yield* readOperationRowsNewestFirst(tx, [{ ...where, kind: 'void' }]);
  const found = groupOperationsByReference(yield* readOperationRowsSharingReferences(tx, account, voids));
  return voids.some(({ operation }) => {
    const sales = (found.get(operation.pnRefNum ?? '') ?? []).filter(isCarriedOutSaleOrHold);
    return isCarriedOut(operation) && findSaleOf(operation, sales) === undefined;
  });
}
