'use client';
import { useEffect, useRef, useState } from 'react';
import { useAsking } from '../flow/useAsking.ts';
import { ChargeAction } from './ChargeAction.tsx';
import { checkoutErrors, refusedField } from './checkoutErrors.ts';
import { CheckoutRefusal } from './CheckoutRefusal.tsx';
import { ConfirmQuestion } from './ConfirmQuestion.tsx';
import type { CheckoutEntryProps } from './checkoutPart.ts';
import { CustomFields } from './CustomFields.tsx';
import { OrderNumber } from './OrderNumber.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import { TerminalAndAmount } from './TerminalAndAmount.tsx';
import type { CheckoutSale } from './useCheckoutSale.ts';
import { useFirstInvalid } from './useFirstInvalid.ts';

export interface CheckoutFormProps extends CheckoutEntryProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  /** Puts the cursor into the amount, as for the next customer. */
  focusesAmount: boolean;
}

/** What a payment needs, and the one button that sends it. */
export function CheckoutForm({ sale, labels, focusesAmount, ...entry }: CheckoutFormProps) {
  const { problems, fields, payment, kind, isAsking, submit } = sale;
  const { refusal } = payment;
  const [isTried, setIsTried] = useState(false);
  const { refFor, focus, focusFirst } = useFirstInvalid();
  const button = useRef<HTMLButtonElement>(null);
  const refused = refusedField(refusal, fields);
  const errors = checkoutErrors(isTried ? problems : {}, refused, labels);
  const isQuestion = isAsking || refusal?.code === 'needs-confirmation';
  useAsking(button, isQuestion);

  useEffect(() => {
    if (focusesAmount && !focus('amount')) button.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  useEffect(() => {
    focus(refused);
    // oxlint-disable-next-line react/exhaustive-deps -- once a refusal
  }, [refusal]);

  const part = { sale, errors, labels, refFor };
  return (
    <form
      className="tillkit-terminal-checkout-form"
      aria-label={kind === 'pay' ? labels.form : labels.formAuthorize}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (Object.keys(problems).length > 0) focusFirst(problems);
        else if (!isQuestion) submit();
      }}
    >
      <TerminalAndAmount {...part} {...entry} showsAmountError={isTried} />
      <OrderNumber {...part} />
      <CustomFields {...part} />
      <ReceiptFields {...part} />
      {!isQuestion && <ChargeAction sale={sale} labels={labels} buttonRef={button} showsHint={!isTried} />}
      {isAsking && <ConfirmQuestion sale={sale} labels={labels} />}
      <CheckoutRefusal sale={sale} labels={labels} />
    </form>
  );
}
