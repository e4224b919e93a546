import { useOperations } from 'tillkit';
import { approvedCents, isOpen, type TerminalOperation } from 'tillkit/core';

/** Today's payments, newest first, and whatever is still open from before. */
export function useToday(terminalId?: string): TerminalOperation[] {
  return useOperations({ terminalId }).filter(
    (operation) => isOpen(operation) || isToday(operation.createdAt),
  );
}

/** What was taken and what was given back, in cents. What was voided was not taken. */
export function figuresOf(operations: readonly TerminalOperation[]) {
  const done = operations.filter(({ phase }) => phase === 'complete' || phase === 'partial');
  const ofKind = (...kinds: TerminalOperation['kind'][]) => done.filter(({ kind }) => kinds.includes(kind));
  const voided = new Set(ofKind('void').map(({ pnRefNum }) => pnRefNum));
  const taken = ofKind('pay', 'capture').filter(({ pnRefNum }) => !voided.has(pnRefNum));
  return { count: taken.length, approvedCents: sumOf(taken), refundedCents: sumOf(ofKind('refund')) };
}

function sumOf(operations: readonly TerminalOperation[]): number {
  return operations.reduce((sum, operation) => sum + (approvedCents(operation) ?? 0), 0);
}

function isToday(time: number): boolean {
  return new Date(time).toDateString() === new Date().toDateString();
}
