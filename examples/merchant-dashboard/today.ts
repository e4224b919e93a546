import { useOperations } from 'tillkit';
import { isOpen, type TerminalOperation } from 'tillkit/core';

/** Today's payments, newest first, and whatever is still open from before. */
export function useToday(terminalId?: string): TerminalOperation[] {
  return useOperations({ terminalId }).filter(
    (operation) => isOpen(operation) || isToday(operation.createdAt),
  );
}

/** What was taken and what was given back, in cents. What was voided was not taken. */
export function figuresOf(operations: readonly TerminalOperation[]) {
  const complete = operations.filter(({ phase }) => phase === 'complete');
  const ofKind = (...kinds: TerminalOperation['kind'][]) =>
    complete.filter(({ kind }) => kinds.includes(kind));
  const voided = new Set(ofKind('void').map(({ pnRefNum }) => pnRefNum));
  const taken = ofKind('pay', 'capture').filter(({ pnRefNum }) => !voided.has(pnRefNum));
  return { count: taken.length, approvedCents: sumOf(taken), refundedCents: sumOf(ofKind('refund')) };
}

function sumOf(operations: readonly TerminalOperation[]): number {
  return operations.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0);
}

function isToday(time: number): boolean {
  return new Date(time).toDateString() === new Date().toDateString();
}
