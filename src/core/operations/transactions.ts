import {
  approvedCents,
  byStartTime,
  isCarriedOut,
  isPartlyApproved,
  type TerminalOperation,
} from './terminalOperation.ts';

const dayMs = 24 * 60 * 60_000;

/** A follow-up (capture, void or refund) of a transaction, whether ended or still open. */
export type FollowUpOperation = Pick<
  TerminalOperation,
  | 'id'
  | 'kind'
  | 'phase'
  | 'resolution'
  | 'error'
  | 'anomalies'
  | 'archivedAt'
  | 'createdAt'
  | 'currency'
  | 'amountCents'
  | 'confirmedCents'
>;

/** A completed sale or pre-authorization, as the host or the journal knows it. Amounts are cents. */
export interface Transaction {
  pnRefNum: string;
  kind: 'pay' | 'preAuth';
  terminalId: string;
  provider?: string | undefined;
  status: 'complete';
  authorizedCents: number;
  /** The paid amount of a sale, or the captured amount of a pre-authorization. */
  capturedCents: number;
  refundedCents: number;
  /** Whether the money was settled. Often `unknown`, because closing a batch only starts the settlement. */
  settled: boolean | 'unknown';
  /** ISO 4217; default the currency of the `PaymentsProvider`. */
  currency?: string | undefined;
  /**
   * The operations of the transaction at all tills, as a record has them. They count like operations of this page.
   * `refundedCents` must include the refunds in this list, but not those that only this page knows.
   */
  operations?: readonly FollowUpOperation[] | undefined;
}

/**
 * The amount that a completed operation moved (cents), with the tip; for a pre-authorization the amount held. Undefined
 * for every other operation. For a void, a service may name any amount: see `toReportRow`.
 */
export function movedCents(operation: TerminalOperation): number | undefined {
  return isCarriedOut(operation) ? approvedCents(operation) : undefined;
}

/** Whether an operation is a completed sale or pre-authorization: only these start a transaction. */
export function isCarriedOutSaleOrHold(
  operation: Pick<TerminalOperation, 'kind' | 'phase' | 'resolution'>,
): boolean {
  return (operation.kind === 'pay' || operation.kind === 'preAuth') && isCarriedOut(operation);
}

/** Compares two providers. A missing provider counts as the same. */
export function mayBeSameProvider(a: string | null | undefined, b: string | null | undefined): boolean {
  return (a ?? b ?? '') === (b ?? a ?? '');
}

/** Compares two currencies, ignoring case. A missing currency counts as the same. */
export function mayBeSameCurrency(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a.toUpperCase() === b.toUpperCase();
}

/**
 * Finds the sale that an operation belongs to: the latest sale of the same provider that is not newer than the operation.
 * Two providers may give the same reference, and a service may use a reference again. `salesOfReference`: all sales with the
 * operation's reference, oldest first.
 */
export function findSaleOf(
  operation: TerminalOperation,
  salesOfReference: readonly TerminalOperation[],
): TerminalOperation | undefined {
  const itself = salesOfReference.find(({ id }) => id === operation.id);
  const ofProvider = salesOfReference.filter(({ provider }) =>
    mayBeSameProvider(provider, operation.provider),
  );
  const latest = ofProvider.findLast(({ createdAt }) => createdAt <= operation.createdAt);
  // After a clock was set back, a sale may seem newer than its follow-up. If the sale seems more than a day
  // newer, the follow-up belongs to another sale.
  const next = ofProvider.find(({ createdAt }) => createdAt - operation.createdAt < dayMs);
  return itself ?? latest ?? next;
}

/** What identifies a transaction: its reference, its provider, or the operations that a record lists for it. */
type TransactionLookup = Pick<Transaction, 'pnRefNum' | 'provider' | 'operations'>;

/**
 * Finds all operations of a transaction. Its sale is the one that the transaction's `operations` list. If this page
 * does not know that sale, the latest sale with the same reference and provider is used.
 */
export function saleAndOperationsOfTransaction(
  { pnRefNum, provider, operations: listed = [] }: TransactionLookup,
  operations: readonly TerminalOperation[],
) {
  const isListed = ({ id }: TerminalOperation) => listed.some((other) => other.id === id);
  const ofReference = operations.filter((operation) => operation.pnRefNum === pnRefNum);
  const sales = ofReference.filter(isCarriedOutSaleOrHold).toSorted(byStartTime);
  const latest = sales.findLast((sale) => mayBeSameProvider(sale.provider, provider));
  // The latest sale stands in for a listed sale that this page does not know. Then operations of another transaction
  // may be counted too, but none is left out.
  const first = sales.find(isListed) ?? latest;
  const own = ofReference.filter(
    (operation) =>
      isListed(operation) ||
      (mayBeSameProvider(operation.provider, provider) && findSaleOf(operation, sales) === first),
  );
  return {
    /** The sale or pre-authorization, if this page knows it. */
    first,
    /** All operations of the transaction that this page knows, `first` included. */
    own,
    /** Listed operations that this page does not know. */
    others: listed.filter(({ id }) => !own.some((operation) => operation.id === id)),
    /** A later sale has the same reference, so no further operation on this transaction is possible. */
    isReplaced: latest !== first,
  };
}

/** Whether the transaction was voided. No operation may follow a void. */
export function hasCarriedOutVoid(following: readonly FollowUpOperation[]): boolean {
  return following.some((operation) => operation.kind === 'void' && isCarriedOut(operation));
}

/** A transaction of the host, updated with this page's operations: the host's data may lag behind. */
export function transactionUpdatedByOperations(
  given: Transaction,
  operations: readonly TerminalOperation[],
): Transaction {
  const { first, own, others } = saleAndOperationsOfTransaction(given, operations);
  const madeAt = first?.createdAt ?? 0;
  const isBatchClosed = operations.some(
    (operation) =>
      operation.kind === 'closeBatch' &&
      isCarriedOut(operation) &&
      operation.terminalId === given.terminalId &&
      operation.createdAt > madeAt,
  );
  const settled = isBatchClosed && !given.settled ? 'unknown' : given.settled;
  return withOperations({ ...given, settled }, first, [...own, ...others]);
}

function withOperations(
  given: Transaction,
  first: TerminalOperation | undefined,
  following: readonly FollowUpOperation[],
): Transaction {
  const isCounted = (operation: FollowUpOperation) =>
    isCarriedOut(operation) && mayBeSameCurrency(operation.currency, given.currency);
  const done = following.filter(isCounted);
  const backCents = sumOf(done, 'refund');
  const listedCents = given.operations && sumOf(given.operations.filter(isCounted), 'refund');
  // If the host still names the requested amount, the lower approved amount counts.
  const authorizedCents = Math.min(
    given.authorizedCents,
    (first?.kind === given.kind ? first.confirmedCents : undefined) ?? Infinity,
  );
  const capturedCents =
    given.kind === 'pay'
      ? Math.min(given.capturedCents, authorizedCents)
      : given.capturedCents - notCaptured(done);
  return {
    ...given,
    authorizedCents,
    capturedCents: Math.max(capturedCents, sumOf(done, 'capture')),
    refundedCents:
      listedCents === undefined
        ? // The host's refunds may include those made here: the larger figure counts.
          Math.max(given.refundedCents, backCents)
        : Math.max(0, given.refundedCents - listedCents) + backCents,
    // The list must hold every operation that the sums above include. Otherwise a later call counts it twice.
    operations: given.operations && following,
  };
}

/** The part of the captures that was requested but not approved (cents). The host's `capturedCents` may still include it. */
function notCaptured(operations: readonly FollowUpOperation[]): number {
  return operations
    .filter((operation) => operation.kind === 'capture' && isPartlyApproved(operation))
    .reduce((cents, { amountCents = 0, confirmedCents = 0 }) => cents + amountCents - confirmedCents, 0);
}

function sumOf(operations: readonly FollowUpOperation[], kind: 'capture' | 'refund'): number {
  return operations.reduce(
    (cents, operation) => (operation.kind === kind ? cents + (approvedCents(operation) ?? 0) : cents),
    0,
  );
}

/** Builds a transaction from a sale or pre-authorization and its follow-ups. Undefined if no amount is known. */
export function transactionFromOperations(
  first: TerminalOperation,
  following: readonly FollowUpOperation[],
): Transaction | undefined {
  const approved = approvedCents(first);
  if (approved === undefined) return undefined;
  const kind = first.kind === 'pay' ? 'pay' : 'preAuth';
  const { pnRefNum = '', terminalId, provider, currency } = first;
  const made: Transaction = {
    pnRefNum,
    kind,
    terminalId,
    provider,
    currency,
    status: 'complete',
    authorizedCents: approved,
    capturedCents: kind === 'pay' ? approved : 0,
    refundedCents: 0,
    settled: 'unknown',
  };
  return withOperations(made, first, following);
}

/** The latest transaction with a reference and, if given, a provider. Undefined if `operations` has no sale for them. */
export function transactionOf(
  operations: readonly TerminalOperation[],
  pnRefNum: string,
  provider?: string,
): Transaction | undefined {
  const { first, own } = saleAndOperationsOfTransaction({ pnRefNum, provider }, operations);
  return first && transactionFromOperations(first, own);
}
