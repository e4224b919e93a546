import { useOperations } from 'tillkit';
import { isOpen, type TerminalOperation } from 'tillkit/core';

/** Today's payments, newest first, and whatever is still open from before. */
export function useToday(terminalId?: string): TerminalOperation[] {
  return useOperations({ terminalId }).filter(
    (operation) => isOpen(operation) || isToday(operation.createdAt),
  );
}

export function approvedOf(operations: readonly TerminalOperation[]): TerminalOperation[] {
  return operations.filter(
    ({ phase, kind }) => phase === 'complete' && (kind === 'pay' || kind === 'capture'),
  );
}

export function sumOf(operations: readonly TerminalOperation[]): number {
  return operations.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
}

function isToday(time: number): boolean {
  return new Date(time).toDateString() === new Date().toDateString();
}
