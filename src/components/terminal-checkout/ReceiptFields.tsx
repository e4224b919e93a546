'use client';
import type { RefCallback } from 'react';
import { CheckField } from '../field/CheckField.tsx';
import { TextField } from '../field/TextField.tsx';
import type { CheckoutDraft, CheckoutField } from './checkoutDraft.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';

export interface ReceiptFieldsProps {
  draft: CheckoutDraft;
  errors: Partial<Record<CheckoutField, string>>;
  labels: TerminalCheckoutLabels;
  onChange: (patch: Partial<CheckoutDraft>) => void;
  refFor: (field: CheckoutField) => RefCallback<HTMLInputElement>;
}

/** Whether a receipt is wanted, and where to. */
export function ReceiptFields({ draft, errors, labels, onChange, refFor }: ReceiptFieldsProps) {
  return (
    <div className="tillkit-terminal-checkout-receipt">
      <CheckField
        label={labels.receipt}
        checked={draft.wantsReceipt}
        onCheckedChange={(wantsReceipt) => onChange({ wantsReceipt })}
      />
      {draft.wantsReceipt && (
        <div className="tillkit-terminal-checkout-pair">
          <TextField
            ref={refFor('email')}
            type="email"
            autoComplete="off"
            label={labels.email}
            value={draft.email}
            error={errors.email}
            onValueChange={(email) => onChange({ email })}
          />
          <TextField
            ref={refFor('phone')}
            type="tel"
            autoComplete="off"
            label={labels.phone}
            value={draft.phone}
            error={errors.phone}
            onValueChange={(phone) => onChange({ phone })}
          />
        </div>
      )}
    </div>
  );
}
