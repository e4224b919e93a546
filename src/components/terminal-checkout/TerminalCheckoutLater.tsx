'use client';
import { definePart } from '../part/definePart.tsx';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

/** Leaves an unknown outcome open and goes on. */
export const TerminalCheckoutLater = definePart('button', function TerminalCheckoutLater() {
  const { sale, labels, next } = useTerminalCheckoutContext();
  if (sale.payment.phase !== 'unknown') return undefined;
  return {
    type: 'button',
    className: 'tillkit-button',
    'data-variant': 'quiet',
    onClick: next,
    children: labels.decideLater,
  };
});
