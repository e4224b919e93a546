import type { Transaction } from './allowedOperations.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** A transaction as the host knows it, with what this page did to it since: a host may be slow to say so. */
export function knownTransaction(given: Transaction, operations: readonly TerminalOperation[]): Transaction {
  const done = operations.filter(isDone);
  const own = done.filter(({ pnRefNum }) => pnRefNum === given.pnRefNum);
  const madeAt = own.find(({ kind }) => kind === given.kind)?.createdAt ?? 0;
  const isBatchClosed = done.some(
    ({ kind, terminalId, createdAt }) =>
      kind === 'closeBatch' && terminalId === given.terminalId && createdAt > madeAt,
  );
  return {
    ...given,
    capturedCents: Math.max(given.capturedCents, sumOf(own, 'capture')),
    refundedCents: Math.max(given.refundedCents, sumOf(own, 'refund')),
    settled: isBatchClosed && !given.settled ? 'unknown' : given.settled,
  };
}

/** Proved by the service, or seen by a person. */
export function isDone({ phase, resolution }: TerminalOperation): boolean {
  return phase === 'complete' || (phase === 'resolved' && resolution?.charged === true);
}

function sumOf(operations: readonly TerminalOperation[], kind: 'capture' | 'refund'): number {
  return operations.reduce(
    (cents, operation) => (operation.kind === kind ? cents + (operation.amountCents ?? 0) : cents),
    0,
  );
}
