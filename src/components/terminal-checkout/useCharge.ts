'use client';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useOperation, useOperations } from '../../hooks/useOperations.ts';
import type { CheckoutEntry } from './terminalCheckoutContext.ts';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

export interface Charge extends CheckoutEntry {
  /** What is missing until it can be sent, or in its way. */
  hint: string | undefined;
}

/**
 * The one thing that sends. Undefined while a question is to be answered, or the operation that keeps it from the terminal
 * is shown: one does not press it by habit.
 */
export function useCharge(): Charge | undefined {
  const entry = useCheckoutEntry();
  const { payment } = entry.sale;
  const hint = useHint(entry);
  const holder = useOperation(payment.refusal?.operationId);
  const isHeld = payment.refusal?.code === 'terminal-busy' && holder !== undefined && isOpen(holder);
  return entry.isAsked || isHeld ? undefined : { ...entry, hint };
}

function useHint({ sale, labels, isTried }: CheckoutEntry): string | undefined {
  const { amountText, terminalTitle, draft, payment } = sale;
  const open = useOperations({ open: true });
  if (isTried) return undefined; // it is said at the fields
  if (amountText === undefined)
    return terminalTitle === undefined ? labels.missingBoth : labels.missingAmount;
  if (terminalTitle === undefined) return labels.missingTerminal;
  const isBusy = !payment.refusal && open.some(({ terminalId }) => terminalId === draft.terminalId);
  return isBusy ? labels.terminalBusy({ terminal: terminalTitle }) : undefined;
}
