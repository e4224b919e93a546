import type { Transaction } from './allowedOperations.ts';
import { approvedCents, type TerminalOperation } from './terminalOperation.ts';

/** A transaction as the host knows it, with what this page did to it since: a host may be slow to say so. */
export function knownTransaction(given: Transaction, operations: readonly TerminalOperation[]): Transaction {
  const done = operations.filter(isDone);
  const own = done.filter(({ pnRefNum }) => pnRefNum === given.pnRefNum);
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
export function isDone({ phase, resolution }: TerminalOperation): boolean {
  return (
    phase === 'complete' || phase === 'partial' || (phase === 'resolved' && resolution?.charged === true)
  );
}

/** What was asked for of captures and not approved: a host may count it still. */
function notCaptured(operations: readonly TerminalOperation[]): number {
  return operations
    .filter(({ kind, phase }) => kind === 'capture' && phase === 'partial')
    .reduce((cents, { amountCents = 0, confirmedCents = 0 }) => cents + amountCents - confirmedCents, 0);
}

function sumOf(operations: readonly TerminalOperation[], kind: 'capture' | 'refund'): number {
  return operations.reduce(
    (cents, operation) => (operation.kind === kind ? cents + (approvedCents(operation) ?? 0) : cents),
    0,
  );
}
