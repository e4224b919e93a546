'use client';
import { definePart } from '../part/definePart.tsx';
import { TerminalCheckoutAmountField } from './TerminalCheckoutAmountField.tsx';
import { TerminalCheckoutQuickAmounts } from './TerminalCheckoutQuickAmounts.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** How much, with the amounts that one press enters. */
export const TerminalCheckoutAmount = definePart('div', function TerminalCheckoutAmount() {
  if (useCheckoutEntry().sale.fields.amount?.hidden) return undefined;
  const children = (
    <>
      <TerminalCheckoutAmountField />
      <TerminalCheckoutQuickAmounts />
    </>
  );
  return { className: 'tillkit-terminal-checkout-amount', children };
});
