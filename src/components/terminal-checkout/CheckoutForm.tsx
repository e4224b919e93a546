'use client';
import { useEffect, useRef, useState } from 'react';
import { AmountField } from '../amount-field/AmountField.tsx';
import { TextField } from '../field/TextField.tsx';
import { TerminalPicker } from '../terminal-picker/TerminalPicker.tsx';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import { ChargeAction } from './ChargeAction.tsx';
import { checkoutErrors, refusedField } from './checkoutErrors.ts';
import { CheckoutRefusal } from './CheckoutRefusal.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';
import { useFirstInvalid } from './useFirstInvalid.ts';

export interface CheckoutFormProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  isOrderNumberFixed: boolean;
  /** Puts the cursor into the amount, as for the next customer. */
  focusesAmount: boolean;
  onTerminalChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
}

/** What a sale needs, and the one button that sends it. */
export function CheckoutForm({
  sale,
  labels,
  isOrderNumberFixed,
  focusesAmount,
  onTerminalChange,
}: CheckoutFormProps) {
  const { draft, problems, change, charge, payment } = sale;
  const [isTried, setIsTried] = useState(false);
  const { refFor, focus, focusFirst } = useFirstInvalid();
  const button = useRef<HTMLButtonElement>(null);
  const errors = checkoutErrors(isTried ? problems : {}, payment.refusal, labels);
  const refused = refusedField(payment.refusal);
  const isAsking = payment.refusal?.code === 'needs-confirmation';
  const wasAsking = useRef(false);

  useEffect(() => {
    if (focusesAmount) focus('amount');
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  useEffect(() => {
    if (refused) focus(refused);
    // oxlint-disable-next-line react/exhaustive-deps -- once a refusal
  }, [payment.refusal]);
  useEffect(() => {
    if (wasAsking.current && !isAsking) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  return (
    <form
      className="tillkit-terminal-checkout-form"
      aria-label={labels.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (Object.keys(problems).length > 0) focusFirst(problems);
        else void charge();
      }}
    >
      <div className="tillkit-terminal-checkout-pair">
        <TerminalPicker
          ref={refFor('terminalId')}
          required
          value={draft.terminalId}
          error={errors.terminalId}
          onValueChange={(terminalId, details) => {
            change({ terminalId });
            onTerminalChange?.(terminalId, details);
          }}
        />
        <AmountField
          ref={refFor('amount')}
          required
          value={draft.amountCents}
          showError={isTried}
          error={errors.amount}
          onValueChange={(amountCents) => change({ amountCents })}
        />
      </div>
      <TextField
        ref={refFor('orderNumber')}
        label={labels.orderNumber}
        autoComplete="off"
        readOnly={isOrderNumberFixed}
        value={draft.orderNumber}
        error={errors.orderNumber}
        onValueChange={(orderNumber) => change({ orderNumber })}
      />
      <ReceiptFields draft={draft} errors={errors} labels={labels} onChange={change} refFor={refFor} />
      {!isAsking && <ChargeAction sale={sale} labels={labels} buttonRef={button} showsHint={!isTried} />}
      <CheckoutRefusal sale={sale} labels={labels} />
    </form>
  );
}
