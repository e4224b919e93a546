'use client';
import { forwardRef, type ReactNode } from 'react';
import { isLocked } from '../field/fieldRule.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TerminalCheckoutQuickAmount } from './TerminalCheckoutQuickAmount.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

export interface TerminalCheckoutQuickAmountsProps extends Omit<PartProps<'fieldset'>, 'children'> {
  /** Draws one of them, in cents; default a `TerminalCheckoutQuickAmount`. */
  children?: ((amountCents: number) => ReactNode) | undefined;
}

/** Amounts that one press enters, while the amount can be changed. */
export const TerminalCheckoutQuickAmounts = forwardRef<
  HTMLFieldSetElement,
  TerminalCheckoutQuickAmountsProps
>(function TerminalCheckoutQuickAmounts({ children = drawAmount, ...props }, ref) {
  const { sale, labels, quickAmountsCents } = useCheckoutEntry();
  if (isLocked(sale.fields.amount) || quickAmountsCents.length === 0) return null;
  const own = {
    className: 'tillkit-terminal-checkout-quick',
    'aria-label': labels.quickAmounts,
    children: quickAmountsCents.map(children),
  };
  return <Part as="fieldset" ref={ref} own={own} given={props} />;
});

function drawAmount(amountCents: number): ReactNode {
  return <TerminalCheckoutQuickAmount key={amountCents} amountCents={amountCents} />;
}
