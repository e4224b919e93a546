'use client';
import { CheckField } from '../field/CheckField.tsx';
import { isRequired } from '../field/fieldRule.ts';
import { TextField } from '../field/TextField.tsx';
import type { CheckoutPartProps } from './checkoutPart.ts';

const addresses = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

/** Whether a receipt is wanted, and where to. */
export function ReceiptFields({ sale, errors, labels, refFor }: CheckoutPartProps) {
  const { draft, fields, change } = sale;
  const shown = draft.wantsReceipt ? addresses.filter(({ name }) => !fields[name]?.hidden) : [];
  if (fields.receipt?.hidden && shown.length === 0) return null;
  return (
    <div className="tillkit-terminal-checkout-receipt">
      {!fields.receipt?.hidden && (
        <CheckField
          ref={refFor('receipt')}
          label={labels.receipt}
          checked={draft.wantsReceipt}
          disabled={fields.receipt?.readOnly}
          required={isRequired(fields.receipt)}
          error={errors['receipt']}
          onCheckedChange={(wantsReceipt) => change({ wantsReceipt })}
        />
      )}
      {shown.length > 0 && (
        <div className="tillkit-terminal-checkout-pair">
          {shown.map(({ name, type }) => (
            <TextField
              key={name}
              ref={refFor(name)}
              type={type}
              autoComplete="off"
              label={labels[name]}
              readOnly={fields[name]?.readOnly}
              required={isRequired(fields[name])}
              value={draft[name]}
              error={errors[name]}
              onValueChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
