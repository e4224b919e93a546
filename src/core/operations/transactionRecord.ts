import { allowedOperations, isFollowUpKind } from './allowedOperations.ts';
import type { RecordedOperation, RecordedTransaction, ReportRow, TimelineEntry } from './recorded.ts';
import { byStartTime, isCarriedOut, isOpen, type TerminalOperation } from './terminalOperation.ts';
import {
  isCarriedOutSaleOrHold,
  hasCarriedOutVoid,
  movedCents,
  saleAndOperationsOfTransaction,
  findSaleOf,
  type Transaction,
  transactionFromOperations,
} from './transactions.ts';

/** The operations that are known, by the reference of their transaction, oldest first. */
export type OperationsByReference = ReadonlyMap<string, readonly TerminalOperation[]>;

export function groupByReference(operations: readonly TerminalOperation[]): OperationsByReference {
  const found = new Map<string, TerminalOperation[]>();
  for (const operation of operations.toSorted(byStartTime)) {
    const { pnRefNum } = operation;
    if (pnRefNum === undefined) continue;
    const others = found.get(pnRefNum);
    if (others) others.push(operation);
    else found.set(pnRefNum, [operation]);
  }
  return found;
}

const operationsAbout = (first: TerminalOperation, found: OperationsByReference) =>
  saleAndOperationsOfTransaction(
    { ...first, pnRefNum: first.pnRefNum ?? '', operations: [first] },
    referenceOf(first, found),
  );

const referenceOf = ({ pnRefNum = '' }: TerminalOperation, found: OperationsByReference) =>
  found.get(pnRefNum) ?? [];

const paidCents = ({ capturedCents, refundedCents }: Transaction) =>
  Math.max(0, capturedCents - refundedCents);

/** The transaction that `first` started, and its known operations. `transaction` is undefined unless `first` was completed. */
export function transactionAndOperationsOfSale(first: TerminalOperation, found: OperationsByReference) {
  const { own, isReplaced } = operationsAbout(first, found);
  const transaction = isCarriedOutSaleOrHold(first) ? transactionFromOperations(first, own) : undefined;
  return { transaction, own, isReplaced };
}

/** The transaction that `first` started; undefined after a failed sale. `tell` gives an operation's recorded form. */
export function recordedTransaction(
  first: TerminalOperation,
  found: OperationsByReference,
  tell: (operation: TerminalOperation) => RecordedOperation,
): RecordedTransaction | undefined {
  const { transaction, own, isReplaced } = transactionAndOperationsOfSale(first, found);
  if (!transaction || first.pnRefNum === undefined) return undefined;
  const hasVoid = hasCarriedOutVoid(own);
  const { kind, authorizedCents, capturedCents } = transaction;
  const isHeld = kind === 'preAuth' && authorizedCents > 0 && capturedCents === 0 && !hasVoid;
  const leftCents = isHeld ? authorizedCents : paidCents(transaction);
  const isStopped = hasVoid || isReplaced || own.some(isOpen);
  const allowed = allowedOperations(transaction);
  return {
    ...transaction,
    createdAt: first.createdAt,
    orderNumber: first.orderNumber,
    leftCents: hasVoid ? 0 : leftCents,
    isHeld,
    allowed: isStopped ? allowed.map(({ operation }) => ({ operation, allowed: false })) : allowed,
    operations: [first, ...own.filter(({ kind: followed }) => isFollowUpKind(followed))].map(tell),
  };
}

/** Builds timeline entries from the times that the operation itself holds, oldest first. */
export function timelineFromTimes({
  createdAt,
  acceptedAt,
  endedAt,
  phase,
}: Pick<TerminalOperation, 'createdAt' | 'acceptedAt' | 'endedAt' | 'phase'>): TimelineEntry[] {
  const steps: TimelineEntry[] = [{ type: 'operation', to: 'sending', at: createdAt }];
  if (acceptedAt !== undefined) steps.push({ type: 'operation', to: 'waiting', at: acceptedAt });
  if (endedAt !== undefined) steps.push({ type: 'operation', to: phase, at: endedAt });
  return steps;
}

/**
 * Finds a sale as the guards of a follow-up do. `sales` have the same reference, newest first. With a provider: its newest
 * sale, else the newest sale that names none. Without a provider: the newest sale that names none, else the newest sale,
 * but only if all sales name the same provider.
 */
export function findSaleOfProvider<Sale extends Pick<TerminalOperation, 'provider'>>(
  sales: readonly Sale[],
  provider: string | undefined,
): Sale | undefined {
  const newestOf = (wanted: string | undefined) => sales.find((sale) => sale.provider === wanted);
  const found = newestOf(provider) ?? newestOf(undefined);
  if (found || provider !== undefined) return found;
  return sales.every((sale) => sale.provider === sales[0]?.provider) ? sales[0] : undefined;
}

/**
 * The report row of a single operation. For a void, `movedCents` is what was left of the voided sale or capture, because
 * the service may name an amount that was never paid. For a second void, `movedCents` is 0.
 */
export function toReportRow(operation: TerminalOperation, found: OperationsByReference): ReportRow {
  const { terminalId, kind, phase, amountCents = 0, tipCents = 0 } = operation;
  const undone = kind === 'void' && isCarriedOut(operation) ? undoneBy(operation, found) : undefined;
  const moved = (kind === 'void' ? undone?.cents : movedCents(operation)) ?? 0;
  return {
    currency: undone ? undone.currency : operation.currency,
    terminalId,
    kind,
    phase,
    count: 1,
    movedCount: moved === 0 ? 0 : 1,
    amountCents,
    movedCents: moved,
    tipCents: isCarriedOut(operation) ? tipCents : 0,
  };
}

function undoneBy(operation: TerminalOperation, found: OperationsByReference) {
  const known = referenceOf(operation, found).filter(isCarriedOut);
  // If a capture's pre-authorization is too old to be kept, the capture counts as the transaction's first operation.
  const first =
    findSaleOf(operation, known.filter(isCarriedOutSaleOrHold)) ??
    findSaleOf(
      operation,
      known.filter(({ kind }) => kind === 'capture'),
    );
  if (!first) return undefined;
  const { own } = operationsAbout(first, found);
  const before = own.slice(
    0,
    own.findIndex(({ id }) => id === operation.id),
  );
  const transaction = hasCarriedOutVoid(before) ? undefined : transactionFromOperations(first, before);
  return { currency: first.currency, cents: transaction ? paidCents(transaction) : 0 };
}
