import { approvedCents, isPartlyApproved, type TerminalOperation } from './terminalOperation.ts';

/** What was, or is being, done with a transaction. */
export type FollowingOperation = Pick<
  TerminalOperation,
  | 'id'
  | 'kind'
  | 'phase'
  | 'resolution'
  | 'error'
  | 'anomalies'
  | 'archivedAt'
  | 'createdAt'
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
  /** The operations on it that a record has of all tills: what is open or done elsewhere counts as what this page did. */
  operations?: readonly FollowingOperation[] | undefined;
}

export type AllowedReason =
  | 'not-a-pre-authorization'
  | 'already-captured'
  | 'already-refunded'
  | 'nothing-captured'
  | 'settled'
  | 'not-settled'
  | 'settlement-unknown';

/** Whether an operation may follow, why (not), and up to how many cents. */
export interface AllowedOperation {
  operation: 'capture' | 'void' | 'refund';
  allowed: boolean;
  /** Also given with `allowed: true` where it needs explaining. */
  reason?: AllowedReason | undefined;
  maxCents?: number | undefined;
}

/**
 * What may be done with a transaction (contract: rules of transactions). Where nobody knows whether it is settled, void
 * and refund are both allowed and explained; none is chosen for the person, and a partial amount never becomes a void.
 */
export function allowedOperations(transaction: Transaction): AllowedOperation[] {
  return [captureOf(transaction), voidOf(transaction), refundOf(transaction)];
}

function captureOf({ kind, capturedCents, authorizedCents, settled }: Transaction): AllowedOperation {
  const operation = 'capture';
  if (kind !== 'preAuth') return no(operation, 'not-a-pre-authorization');
  if (capturedCents > 0) return no(operation, 'already-captured');
  if (settled === true) return no(operation, 'settled');
  return { operation, allowed: true, maxCents: authorizedCents };
}

function voidOf({ settled, refundedCents, kind, capturedCents }: Transaction): AllowedOperation {
  const operation = 'void';
  if (refundedCents > 0) return no(operation, 'already-refunded');
  if (settled === true) return no(operation, 'settled');
  const mayBeSettled = settled === 'unknown' && (kind === 'pay' || capturedCents > 0);
  return { operation, allowed: true, reason: mayBeSettled ? 'settlement-unknown' : undefined };
}

function refundOf({
  settled,
  kind,
  authorizedCents,
  capturedCents,
  refundedCents,
}: Transaction): AllowedOperation {
  const operation = 'refund';
  const paidCents = kind === 'pay' ? authorizedCents : capturedCents;
  const maxCents = paidCents - refundedCents;
  if (paidCents === 0) return no(operation, 'nothing-captured');
  if (maxCents <= 0) return no(operation, 'already-refunded');
  if (settled === false) return no(operation, 'not-settled');
  return {
    operation,
    allowed: true,
    maxCents,
    reason: settled === 'unknown' ? 'settlement-unknown' : undefined,
  };
}

function no(operation: AllowedOperation['operation'], reason: AllowedReason): AllowedOperation {
  return { operation, allowed: false, reason };
}

/** Every operation on a transaction: this page's, and those of other tills that the host's record has. */
export function followingOf(
  { pnRefNum, operations: recorded = [] }: Transaction,
  operations: readonly TerminalOperation[],
): FollowingOperation[] {
  // Of its own this page knows more, and sooner.
  const known = new Set(operations.map(({ id }) => id));
  const own = operations.filter((operation) => operation.pnRefNum === pnRefNum);
  return [...own, ...recorded.filter(({ id }) => !known.has(id))];
}

/** Nothing follows a void. */
export function isVoided(following: readonly FollowingOperation[]): boolean {
  return following.some((operation) => operation.kind === 'void' && isDone(operation));
}

/** A transaction as the host knows it, with what this page did to it since: a host may be slow to say so. */
export function knownTransaction(given: Transaction, operations: readonly TerminalOperation[]): Transaction {
  const done = operations.filter(isDone);
  const own = followingOf(given, operations).filter(isDone);
  const made = own.find(({ kind }) => kind === given.kind);
  const madeAt = made?.createdAt ?? 0;
  // What the service said was approved counts, where a host still has what was asked for.
  const authorizedCents = Math.min(given.authorizedCents, made?.confirmedCents ?? Infinity);
  const capturedCents =
    given.kind === 'pay'
      ? Math.min(given.capturedCents, authorizedCents)
      : given.capturedCents - notCaptured(own);
  const isBatchClosed = done.some(
    ({ kind, terminalId, createdAt }) =>
      kind === 'closeBatch' && terminalId === given.terminalId && createdAt > madeAt,
  );
  return {
    ...given,
    authorizedCents,
    capturedCents: Math.max(capturedCents, sumOf(own, 'capture')),
    refundedCents: Math.max(given.refundedCents, sumOf(own, 'refund')),
    settled: isBatchClosed && !given.settled ? 'unknown' : given.settled,
  };
}

/** Proved by the service, or seen by a person. */
export function isDone({ phase, resolution }: Pick<TerminalOperation, 'phase' | 'resolution'>): boolean {
  return (
    phase === 'complete' || phase === 'partial' || (phase === 'resolved' && resolution?.charged === true)
  );
}

/** What was asked for of captures and not approved: a host may count it still. */
function notCaptured(operations: readonly FollowingOperation[]): number {
  return operations
    .filter((operation) => operation.kind === 'capture' && isPartlyApproved(operation))
    .reduce((cents, { amountCents = 0, confirmedCents = 0 }) => cents + amountCents - confirmedCents, 0);
}

function sumOf(operations: readonly FollowingOperation[], kind: 'capture' | 'refund'): number {
  return operations.reduce(
    (cents, operation) => (operation.kind === kind ? cents + (approvedCents(operation) ?? 0) : cents),
    0,
  );
}

/** What this page knows of a transaction, from its own operations; undefined where the first one is not among them. */
export function transactionOf(
  operations: readonly TerminalOperation[],
  pnRefNum: string,
): Transaction | undefined {
  const first = operations.find(
    (operation) =>
      operation.pnRefNum === pnRefNum &&
      isDone(operation) &&
      (operation.kind === 'pay' || operation.kind === 'preAuth'),
  );
  const approved = first && approvedCents(first);
  if (!first || approved === undefined) return undefined;
  const kind = first.kind === 'pay' ? 'pay' : 'preAuth';
  const { terminalId, provider, currency } = first;
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
  return knownTransaction(made, operations);
}
