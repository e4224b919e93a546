import { allowedOperations, type Transaction } from './allowedOperations.ts';
import type { Draft } from './duplicateGuard.ts';
import { isDone, knownTransaction } from './knownTransaction.ts';
import type { Refusal } from './startResult.ts';
import { isOpen, type TerminalOperation } from './terminalOperation.ts';
import { transactionOf } from './transactionOf.ts';

/** Why a capture, void or refund must not be sent, from what is known of its transaction. */
export function guardReference(
  draft: Draft,
  operations: readonly TerminalOperation[],
  given: Transaction | undefined,
): Refusal | undefined {
  const { kind, pnRefNum, amountCents } = draft;
  if (pnRefNum === undefined || (kind !== 'capture' && kind !== 'void' && kind !== 'refund'))
    return undefined;
  const open = operations.find((operation) => operation.pnRefNum === pnRefNum && isOpen(operation));
  if (open) {
    return notAllowed(
      'Another operation on this transaction is open or not known yet. Nothing was sent.',
      open.id,
    );
  }
  const done = operations.find(
    (operation) => operation.kind === 'void' && operation.pnRefNum === pnRefNum && isDone(operation),
  );
  if (done) return notAllowed('This transaction was voided. Nothing was sent.', done.id);

  const transaction = given ? knownTransaction(given, operations) : transactionOf(operations, pnRefNum);
  if (!transaction) return undefined;
  const rule = allowedOperations(transaction).find(({ operation }) => operation === kind);
  if (!rule?.allowed)
    return notAllowed(`A ${kind} is not possible here (${rule?.reason ?? 'unknown'}). Nothing was sent.`);
  if (rule.maxCents !== undefined && amountCents !== undefined && amountCents > rule.maxCents) {
    return {
      ...notAllowed(`At most ${rule.maxCents} cents are left to ${kind}. Nothing was sent.`),
      field: 'amount',
    };
  }
  return undefined;
}

function notAllowed(message: string, operationId?: string): Refusal {
  return { code: 'not-allowed', message, operationId };
}
