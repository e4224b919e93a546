import type { Transaction } from './allowedOperations.ts';
import { isDone, knownTransaction } from './knownTransaction.ts';
import { approvedCents, type TerminalOperation } from './terminalOperation.ts';

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
  const { terminalId, provider } = first;
  const made: Transaction = {
    pnRefNum,
    kind,
    terminalId,
    provider,
    status: 'complete',
    authorizedCents: approved,
    capturedCents: kind === 'pay' ? approved : 0,
    refundedCents: 0,
    settled: 'unknown',
  };
  return knownTransaction(made, operations);
}
