'use client';
import { definePart } from '../part/definePart.tsx';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

/** Back to the form as it was, after a payment that was not made. */
export const TerminalCheckoutBack = definePart('button', function TerminalCheckoutBack() {
  const { sale, labels, back } = useTerminalCheckoutContext();
  const { phase } = sale.payment;
  if (phase !== 'failed' && phase !== 'rejected') return undefined;
  return { type: 'button', className: 'tillkit-button', onClick: back, children: labels.backToSale };
});
