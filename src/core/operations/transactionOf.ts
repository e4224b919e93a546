import type { Transaction } from './allowedOperations.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** What this page knows of a transaction, from its own operations; undefined where the first one is not among them. */
export function transactionOf(
  operations: readonly TerminalOperation[],
  pnRefNum: string,
): Transaction | undefined {
  const complete = operations.filter(
    (operation) => operation.pnRefNum === pnRefNum && operation.phase === 'complete',
  );
  const first = complete.find(({ kind }) => kind === 'pay' || kind === 'preAuth');
  if (!first || (first.kind !== 'pay' && first.kind !== 'preAuth') || first.amountCents === undefined)
    return undefined;
  const sum = (kind: 'capture' | 'refund') =>
    complete.reduce(
      (cents, operation) => (operation.kind === kind ? cents + (operation.amountCents ?? 0) : cents),
      0,
    );
  return {
    pnRefNum,
    kind: first.kind,
    terminalId: first.terminalId,
    provider: first.provider,
    status: 'complete',
    authorizedCents: first.amountCents,
    capturedCents: first.kind === 'pay' ? first.amountCents : sum('capture'),
    refundedCents: sum('refund'),
    settled: 'unknown',
  };
}
