import {
  type AllowedOperation,
  allowedOperations,
  type Transaction,
} from '../../core/operations/allowedOperations.ts';
import { isDone } from '../../core/operations/knownTransaction.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';

/** Nothing follows a void. */
export function isVoided({ pnRefNum }: Transaction, operations: readonly TerminalOperation[]): boolean {
  return operations.some(
    (operation) => operation.kind === 'void' && operation.pnRefNum === pnRefNum && isDone(operation),
  );
}

/** What may be done with it first, then what may not. */
export function sortedActions(transaction: Transaction): AllowedOperation[] {
  return allowedOperations(transaction).toSorted((a, b) => Number(b.allowed) - Number(a.allowed));
}
