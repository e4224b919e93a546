'use client';
import { type FormEvent, forwardRef, useEffect, useId, useRef, useState } from 'react';
import { useAsking } from '../flow/useAsking.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { checkoutErrors, refusedField } from './checkoutErrors.ts';
import { CheckoutEntryContext } from './terminalCheckoutContext.ts';
import { useFirstInvalid } from './useFirstInvalid.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

export interface TerminalCheckoutEntryProps extends PartProps<'form'> {}

/** What a payment needs, in a form, until it is sent. */
export const TerminalCheckoutEntry = forwardRef<HTMLFormElement, TerminalCheckoutEntryProps>(
  function TerminalCheckoutEntry(props, ref) {
    const { sale } = useTerminalCheckoutContext();
    return sale.payment.operation ? null : <Entry {...props} ref={ref} />;
  },
);

const Entry = forwardRef<HTMLFormElement, TerminalCheckoutEntryProps>(function Entry(props, ref) {
  const { sale, labels, quickAmountsCents, onTerminalChange, isAfterSale } = useTerminalCheckoutContext();
  const { problems, fields, payment, kind, isAsking, submit } = sale;
  const { refusal } = payment;
  const [isTried, setIsTried] = useState(false);
  const { refFor, focus, focusFirst } = useFirstInvalid();
  const button = useRef<HTMLButtonElement>(null);
  const hintId = useId();
  const refused = refusedField(refusal, fields);
  const errors = checkoutErrors(isTried ? problems : {}, refused, labels);
  const isAsked = isAsking || refusal?.code === 'needs-confirmation';
  useAsking(button, isAsked);

  useEffect(() => {
    if (isAfterSale && !focus('amount')) button.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  useEffect(() => {
    focus(refused);
    // oxlint-disable-next-line react/exhaustive-deps -- once a refusal
  }, [refusal]);

  const own = {
    className: 'tillkit-terminal-checkout-form',
    'aria-label': kind === 'pay' ? labels.form : labels.formAuthorize,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const isWhole = Object.keys(problems).length === 0;
      // Where no field is there to say it, the hint at the button stays.
      setIsTried(isWhole || focusFirst(problems));
      if (isWhole && !isAsked) submit();
    },
  };
  const entry = {
    sale,
    labels,
    quickAmountsCents,
    onTerminalChange,
    errors,
    refFor,
    isTried,
    isAsked,
    button,
    hintId,
  };
  return (
    <CheckoutEntryContext.Provider value={entry}>
      <Part as="form" ref={ref} own={own} given={props} />
    </CheckoutEntryContext.Provider>
  );
});
