import { type AllowedOperation, isDone, type Transaction } from '../../core/operations/transactions.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';

/** Nothing follows a void. */
export function isVoided({ pnRefNum }: Transaction, operations: readonly TerminalOperation[]): boolean {
  return operations.some(
    (operation) => operation.kind === 'void' && operation.pnRefNum === pnRefNum && isDone(operation),
  );
}

/** Whether it may be done, and nobody knows whether it fits. */
export function isInDoubt({ allowed, reason }: AllowedOperation): boolean {
  return allowed && reason === 'settlement-unknown';
}
