'use client';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { definePart } from '../part/definePart.tsx';
import { usePartialSale } from './usePartialSale.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

const over: readonly ('idle' | Phase)[] = ['complete', 'partial', 'failed', 'rejected', 'resolved'];

/** To an empty form, for the next customer, once the outcome is known. */
export const TerminalCheckoutNext = definePart('button', function TerminalCheckoutNext() {
  const { sale, labels, next } = useTerminalCheckoutContext();
  const partial = usePartialSale();
  if (!over.includes(sale.payment.phase)) return undefined;
  return {
    type: 'button',
    className: 'tillkit-button',
    // Of a part the rest comes first.
    'data-variant': partial && !partial.isVoided ? undefined : 'primary',
    onClick: () => {
      if (partial?.isVoided) partial.acknowledgeVoid();
      next();
    },
    children: labels.nextCustomer,
  };
});
