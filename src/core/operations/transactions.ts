import { approvedCents, isPartlyApproved, type TerminalOperation } from './terminalOperation.ts';

const dayMs = 24 * 60 * 60_000;

/** What was, or is being, done with a transaction. */
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

/** A finished sale or pre-authorization, as the host or the journal knows it. Amounts are cents. */
export interface Transaction {
  pnRefNum: string;
  kind: 'pay' | 'preAuth';
  terminalId: string;
  provider?: string | undefined;
  status: 'complete';
  authorizedCents: number;
  /** For a sale what was paid; for a pre-authorization what was captured of it. */
  capturedCents: number;
  refundedCents: number;
  /** Closing a batch only starts settlement, so often nobody can say. */
  settled: boolean | 'unknown';
  /** ISO 4217; default the provider's. */
  currency?: string | undefined;
  /**
   * The operations on it that a record has of all tills: what is open or done elsewhere counts as what this page did. The refunds among
   * them are in `refundedCents`; what this page gave back beside them is not.
   */
  operations?: readonly FollowUpOperation[] | undefined;
}

/** Proved by the service, or seen by a person. */
export function isCompleted({ phase, resolution }: Pick<TerminalOperation, 'phase' | 'resolution'>): boolean {
  return (
    phase === 'complete' || phase === 'partial' || (phase === 'resolved' && resolution?.charged === true)
  );
}

/** Whether it is a sale or pre-authorization that was done: with it a transaction begins. */
export function isCompletedSale(
  operation: Pick<TerminalOperation, 'kind' | 'phase' | 'resolution'>,
): boolean {
  return (operation.kind === 'pay' || operation.kind === 'preAuth') && isCompleted(operation);
}

/** In which order operations were begun. */
export function byStartTime(
  a: Pick<TerminalOperation, 'createdAt' | 'id'>,
  b: Pick<TerminalOperation, 'createdAt' | 'id'>,
): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** An operation of which nobody said whose it is may be any provider's. */
export function isSameProvider(a: string | null | undefined, b: string | null | undefined): boolean {
  return (a ?? b ?? '') === (b ?? a ?? '');
}

/** Cents of another currency are other cents. Where one is not said, they may be the same. */
export function isSameCurrency(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a.toUpperCase() === b.toUpperCase();
}

/**
 * Which of the sales of a reference, oldest first, an operation is about: the latest of its provider that was there before it. Two
 * providers may give the same reference, and a service that began anew gives one again.
 */
export function findSaleOf(
  operation: TerminalOperation,
  sales: readonly TerminalOperation[],
): TerminalOperation | undefined {
  const itself = sales.find(({ id }) => id === operation.id);
  const ofProvider = sales.filter(({ provider }) => isSameProvider(provider, operation.provider));
  const latest = ofProvider.findLast(({ createdAt }) => createdAt <= operation.createdAt);
  // The clock of a page may have been set back between the two. What is older is about a sale that is not known here.
  const next = ofProvider.find(({ createdAt }) => createdAt - operation.createdAt < dayMs);
  return itself ?? latest ?? next;
}

/** A reference, whose it is, and what a record lists of one transaction that has it. */
export type TransactionLookup = Pick<Transaction, 'pnRefNum' | 'provider' | 'operations'>;

/** The operations of one transaction. */
export interface OperationsOfTransaction {
  /** The sale or pre-authorization, where this page knows it. */
  first: TerminalOperation | undefined;
  /** All that this page knows of it, the first included. */
  own: TerminalOperation[];
  /** What only the record has. */
  others: FollowUpOperation[];
  /** A later sale has the reference, so nothing can be sent about this one. */
  isReplaced: boolean;
}

/** What is known of the transaction that a record lists, or else of the latest one that has a reference. */
export function operationsOfTransaction(
  { pnRefNum, provider, operations: listed = [] }: TransactionLookup,
  operations: readonly TerminalOperation[],
): OperationsOfTransaction {
  const isListed = ({ id }: TerminalOperation) => listed.some((other) => other.id === id);
  const ofReference = operations.filter((operation) => operation.pnRefNum === pnRefNum);
  const sales = ofReference.filter(isCompletedSale).toSorted(byStartTime);
  const latest = sales.findLast((sale) => isSameProvider(sale.provider, provider));
  // A sale that is listed and not known here is taken for the latest that is: too much counts then, never too little.
  const first = sales.find(isListed) ?? latest;
  const own = ofReference.filter(
    (operation) =>
      isListed(operation) ||
      (isSameProvider(operation.provider, provider) && findSaleOf(operation, sales) === first),
  );
  // Of its own this page knows more, and sooner.
  const others = listed.filter(({ id }) => !own.some((operation) => operation.id === id));
  return { first, own, others, isReplaced: latest !== first };
}

/** Every operation on a transaction: this page's, and those of other tills that the host's record has. */
export function followUpOperations(
  given: TransactionLookup,
  operations: readonly TerminalOperation[],
): FollowUpOperation[] {
  const { own, others } = operationsOfTransaction(given, operations);
  return [...own, ...others];
}

/** Nothing follows a void. */
export function isVoided(following: readonly FollowUpOperation[]): boolean {
  return following.some((operation) => operation.kind === 'void' && isCompleted(operation));
}

/** A transaction as the host knows it, with what this page did to it since: a host may be slow to say so. */
export function withKnownOperations(
  given: Transaction,
  operations: readonly TerminalOperation[],
): Transaction {
  const { first, own, others } = operationsOfTransaction(given, operations);
  const madeAt = first?.createdAt ?? 0;
  const isBatchClosed = operations.some(
    (operation) =>
      operation.kind === 'closeBatch' &&
      isCompleted(operation) &&
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
    isCompleted(operation) && isSameCurrency(operation.currency, given.currency);
  const done = following.filter(isCounted);
  const backCents = sumOf(done, 'refund');
  const listedCents = given.operations && sumOf(given.operations.filter(isCounted), 'refund');
  // What the service said was approved counts, where a host still has what was asked for.
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
        ? // Nobody can say whether the host's refunds are those that were made here.
          Math.max(given.refundedCents, backCents)
        : Math.max(0, given.refundedCents - listedCents) + backCents,
    // What the figures count from here on.
    operations: given.operations && following,
  };
}

/** What was asked for of captures and not approved: a host may count it still. */
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

/** What a sale or pre-authorization came to, with what followed; undefined where nobody said how much it was. */
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

/**
 * What this page knows of the latest transaction of a reference, from its own operations; undefined where its sale is not among them.
 * Two providers may give the same reference.
 */
export function transactionOf(
  operations: readonly TerminalOperation[],
  pnRefNum: string,
  provider?: string,
): Transaction | undefined {
  const { first, own } = operationsOfTransaction({ pnRefNum, provider }, operations);
  return first && transactionFromOperations(first, own);
}
