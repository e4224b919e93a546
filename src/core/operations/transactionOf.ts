import type { Transaction } from './allowedOperations.ts';
import { isDone, knownTransaction } from './knownTransaction.ts';
import type { TerminalOperation } from './terminalOperation.ts';

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
  if (!first || first.amountCents === undefined) return undefined;
  const kind = first.kind === 'pay' ? 'pay' : 'preAuth';
  const { terminalId, provider, amountCents } = first;
  const made: Transaction = {
    pnRefNum,
    kind,
    terminalId,
    provider,
    status: 'complete',
    authorizedCents: amountCents,
    capturedCents: kind === 'pay' ? amountCents : 0,
    refundedCents: 0,
    settled: 'unknown',
  };
  return knownTransaction(made, operations);
}
