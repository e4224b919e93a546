'use client';
import { forwardRef } from 'react';
import { useMoney } from '../amount-field/useMoney.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

export interface TerminalCheckoutQuickAmountProps extends PartProps<'button'> {
  amountCents: number;
}

/** Enters its amount; pressed while that is the one. */
export const TerminalCheckoutQuickAmount = forwardRef<HTMLButtonElement, TerminalCheckoutQuickAmountProps>(
  function TerminalCheckoutQuickAmount({ amountCents, ...props }, ref) {
    const { sale } = useCheckoutEntry();
    const { format } = useMoney();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-size': 'small',
      'aria-pressed': amountCents === sale.draft.amountCents,
      onClick: () => sale.change({ amountCents }),
      children: <bdi className="tillkit-figures">{format(amountCents)}</bdi>,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
