'use client';
import { AmountField } from '../amount-field/AmountField.tsx';
import { TerminalPicker } from '../terminal-picker/TerminalPicker.tsx';
import type { CheckoutEntryProps, CheckoutPartProps } from './checkoutPart.ts';
import { QuickAmounts } from './QuickAmounts.tsx';

export interface TerminalAndAmountProps extends CheckoutPartProps, CheckoutEntryProps {
  showsAmountError: boolean;
}

/** Where, and how much. */
export function TerminalAndAmount({
  sale,
  errors,
  labels,
  refFor,
  quickAmountsCents,
  onTerminalChange,
  showsAmountError,
}: TerminalAndAmountProps) {
  const { draft, fields, change } = sale;
  const isAmountOpen = !fields.amount?.readOnly;
  return (
    <div className="tillkit-terminal-checkout-pair">
      {!fields.terminalId?.hidden && (
        <TerminalPicker
          ref={refFor('terminalId')}
          required
          readOnly={fields.terminalId?.readOnly}
          value={draft.terminalId}
          error={errors['terminalId']}
          onValueChange={(terminalId, details) => {
            change({ terminalId });
            onTerminalChange?.(terminalId, details);
          }}
        />
      )}
      {!fields.amount?.hidden && (
        <div className="tillkit-terminal-checkout-amount">
          <AmountField
            ref={refFor('amount')}
            required
            readOnly={fields.amount?.readOnly}
            value={draft.amountCents}
            showError={showsAmountError}
            error={errors['amount']}
            onValueChange={(amountCents) => change({ amountCents })}
          />
          {isAmountOpen && quickAmountsCents.length > 0 && (
            <QuickAmounts
              amountsCents={quickAmountsCents}
              value={draft.amountCents}
              label={labels.quickAmounts}
              onChoose={(amountCents) => change({ amountCents })}
            />
          )}
        </div>
      )}
    </div>
  );
}
