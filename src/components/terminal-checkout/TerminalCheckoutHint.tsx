'use client';
import { definePart } from '../part/definePart.tsx';
import { useCharge } from './useCharge.ts';

/** What is missing, until it is said at the fields. */
export const TerminalCheckoutHint = definePart('p', function TerminalCheckoutHint() {
  const charge = useCharge();
  return charge?.hint ? { className: 'tillkit-hint', id: charge.hintId, children: charge.hint } : undefined;
});
