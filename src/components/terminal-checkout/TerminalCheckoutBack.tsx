'use client';
import { definePart } from '../part/definePart.tsx';
import { usePartialSale } from './usePartialSale.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

/** Back to the form as it was, after a payment that was not made, or was voided since. */
export const TerminalCheckoutBack = definePart('button', function TerminalCheckoutBack() {
  const { sale, labels, back } = useTerminalCheckoutContext();
  const partial = usePartialSale();
  const { phase } = sale.payment;
  if (phase !== 'failed' && phase !== 'rejected' && !partial?.isVoided) return undefined;
  const onClick = () => {
    partial?.acknowledgeVoid();
    back();
  };
  return { type: 'button', className: 'tillkit-button', onClick, children: labels.backToSale };
});
