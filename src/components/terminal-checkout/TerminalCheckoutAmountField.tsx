'use client';
import { AmountField } from '../amount-field/AmountField.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** How much. */
export function TerminalCheckoutAmountField() {
  const { sale, errors, refFor, isTried } = useCheckoutEntry();
  const rule = sale.fields.amount;
  if (rule?.hidden) return null;
  return (
    <AmountField
      ref={refFor('amount')}
      required
      readOnly={rule?.readOnly}
      value={sale.draft.amountCents}
      showError={isTried}
      error={errors['amount']}
      onValueChange={(amountCents) => sale.change({ amountCents })}
    />
  );
}
