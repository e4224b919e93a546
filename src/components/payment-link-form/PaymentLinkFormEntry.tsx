'use client';
import { type FormEvent, forwardRef, type Ref, useEffect, useRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkEntryContext } from './paymentLinkFormContext.ts';
import { useLinkForm } from './useLinkForm.ts';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';
import { useRefusals } from './useRefusals.ts';
import { useSubmitLink } from './useSubmitLink.ts';

export interface PaymentLinkFormEntryProps extends PartProps<'form'> {}

/** The form itself, while there is no link: one press sends one request. */
export const PaymentLinkFormEntry = forwardRef<HTMLFormElement, PaymentLinkFormEntryProps>(
  function PaymentLinkFormEntry(props, ref) {
    const { isCreated, name, turn } = usePaymentLinkFormContext();
    return isCreated ? null : <Entry key={`${turn} ${name}`} given={props} hostRef={ref} />;
  },
);

interface EntryProps {
  given: PaymentLinkFormEntryProps;
  hostRef: Ref<HTMLFormElement>;
}

function Entry({ given, hostRef }: EntryProps) {
  const { creation, setup, formKey, turn, onLinkCreated, startOver } = usePaymentLinkFormContext();
  const { labels, fields } = setup;
  const linkForm = useLinkForm(setup, formKey);
  const { form, element, drop } = linkForm;
  const atTop = useRefusals(creation, linkForm, setup);
  const submit = useSubmitLink({ creation, linkForm, setup, onLinkCreated });
  const submitButton = useRef<HTMLButtonElement>(null);
  const hasAmountInput = !fields.amount?.hidden && !fields.amount?.readOnly;
  const { setFocus } = form;
  useEffect(() => {
    // It follows another link, whose last button had the focus.
    if (turn > 0 && hasAmountInput) setFocus('amountCents');
  }, [turn, hasAmountInput, setFocus]);
  const value = {
    ...linkForm,
    creation,
    setup,
    submit,
    atTop,
    isSending: creation.phase === 'sending',
    isUnknown: creation.phase === 'unknown',
    submitButton,
    startOver: () => {
      drop();
      startOver();
    },
    giveUp: () => {
      creation.reset();
      requestAnimationFrame(() => submitButton.current?.focus());
    },
  };
  const own = {
    className: 'tillkit-stack',
    noValidate: true,
    autoComplete: 'off',
    'aria-label': labels.title,
    onSubmit: (event: FormEvent) => void form.handleSubmit(submit.send)(event),
  };
  return (
    <LinkEntryContext.Provider value={value}>
      <Part as="form" ref={hostRef} partRef={element} own={own} given={given} />
    </LinkEntryContext.Provider>
  );
}
