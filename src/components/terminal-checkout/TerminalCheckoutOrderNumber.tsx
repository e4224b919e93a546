'use client';
import { isRequired } from '../field/fieldRule.ts';
import { TextField } from '../field/TextField.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** The number by which the payment is found again. */
export function TerminalCheckoutOrderNumber() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
  const rule = sale.fields.orderNumber;
  if (rule?.hidden) return null;
  return (
    <TextField
      ref={refFor('orderNumber')}
      label={labels.orderNumber}
      autoComplete="off"
      readOnly={rule?.readOnly}
      required={isRequired(rule)}
      value={sale.draft.orderNumber}
      error={errors['orderNumber']}
      onValueChange={(orderNumber) => sale.change({ orderNumber })}
    />
  );
}
