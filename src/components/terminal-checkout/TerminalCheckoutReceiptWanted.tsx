'use client';
import { CheckField } from '../field/CheckField.tsx';
import { isRequired } from '../field/fieldRule.ts';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** Whether a receipt is wanted. */
export function TerminalCheckoutReceiptWanted() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
  const rule = sale.fields.receipt;
  if (rule?.hidden) return null;
  return (
    <CheckField
      ref={refFor('receipt')}
      label={labels.receipt}
      checked={sale.draft.wantsReceipt}
      disabled={rule?.readOnly}
      required={isRequired(rule)}
      error={errors['receipt']}
      onCheckedChange={(wantsReceipt) => sale.change({ wantsReceipt })}
    />
  );
}
