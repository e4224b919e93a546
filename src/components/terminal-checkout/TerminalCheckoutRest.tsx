'use client';
import { useMoney } from '../amount-field/useMoney.ts';
import { definePart } from '../part/definePart.tsx';
import { usePartialSale } from './usePartialSale.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

/** Back to the form with what is still due of a sale that was approved in part. It sends nothing. */
export const TerminalCheckoutRest = definePart('button', function TerminalCheckoutRest() {
  const { sale, labels, takeRest } = useTerminalCheckoutContext();
  const partial = usePartialSale();
  const money = useMoney();
  if (!partial || partial.isGivenUp || sale.isAmountLocked) return undefined;
  const { dueCents } = partial;
  return {
    type: 'button',
    className: 'tillkit-button',
    'data-variant': 'primary',
    onClick: () => takeRest(dueCents),
    children: (
      <span className="tillkit-figures">
        {labels.takeRest({ kind: sale.kind, amount: money.format(dueCents) })}
      </span>
    ),
  };
});
