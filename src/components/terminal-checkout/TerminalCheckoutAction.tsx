'use client';
import { definePart } from '../part/definePart.tsx';
import { TerminalCheckoutCharge } from './TerminalCheckoutCharge.tsx';
import { TerminalCheckoutHint } from './TerminalCheckoutHint.tsx';
import { useCharge } from './useCharge.ts';

/** The button, and what is missing until it can send. */
export const TerminalCheckoutAction = definePart('div', function TerminalCheckoutAction() {
  if (!useCharge()) return undefined;
  const children = (
    <>
      <TerminalCheckoutCharge />
      <TerminalCheckoutHint />
    </>
  );
  return { className: 'tillkit-terminal-checkout-action', children };
});
