'use client';
import { useEffect, useRef } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { callHost } from '../../core/operations/callHost.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { LinkFields } from './LinkFields.tsx';
import { type CustomValueOption, linkRequest, type LinkFormValues } from './linkFormValues.ts';
import { RejectedNotice, UnknownNotice } from './LinkNotice.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { refusalSentence, refusedField } from './refusedField.ts';
import { useLinkForm } from './useLinkForm.ts';

export interface NewLinkProps {
  creation: UseCreatePaymentLinkResult;
  options: readonly CustomValueOption[];
  labels: PaymentLinkFormLabels;
  onLinkCreated: ((link: PaymentLink | null) => void) | undefined;
  onStartOver: () => void;
  /** It follows another link, whose last button had the focus. */
  focusesAmount: boolean;
}

/** The form itself, while there is no link: one press sends one request. */
export function NewLink({
  creation,
  options,
  labels,
  onLinkCreated,
  onStartOver,
  focusesAmount,
}: NewLinkProps) {
  const { announce } = usePaymentsContext();
  const money = useMoney();
  const { form, element } = useLinkForm(options, labels);
  const submit = useRef<HTMLButtonElement>(null);
  const { setFocus } = form;
  useEffect(() => {
    if (focusesAmount) setFocus('amountCents');
  }, [focusesAmount, setFocus]);
  const { phase, error } = creation;
  const isSending = phase === 'sending';
  const isUnknown = phase === 'unknown';

  const send = async (values: LinkFormValues) => {
    const amount = values.amountCents === null ? undefined : money.toAmount(values.amountCents);
    if (!amount?.ok || isUnknown) return;
    const outcome = await creation.create(linkRequest(values, amount.amount, options));
    if (!outcome) return;
    switch (outcome.phase) {
      case 'created':
      case 'created-unconfirmed':
        announce(labels.createdTitle);
        callHost(() => onLinkCreated?.(outcome.link ?? null));
        return;
      case 'unknown':
        announce(`${labels.unknownTitle}. ${labels.unknownText}`, 'assertive');
        return;
      case 'rejected': {
        if (!outcome.error) return;
        const sentence = refusalSentence(outcome.error);
        const path = refusedField(outcome.error, values);
        announce(`${labels.rejectedTitle}. ${sentence}`, 'assertive');
        if (path) form.setError(path, { type: 'service', message: labels.serviceSays(sentence) });
      }
    }
  };
  const isAtTop = phase === 'rejected' && error && !refusedField(error, form.getValues());

  return (
    <form
      ref={element}
      className="tillkit-stack"
      noValidate
      aria-label={labels.title}
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      {isAtTop && <RejectedNotice error={error} labels={labels} />}
      {isUnknown && (
        <UnknownNotice
          labels={labels}
          onListed={onStartOver}
          onNotListed={() => {
            creation.reset();
            requestAnimationFrame(() => submit.current?.focus());
          }}
        />
      )}
      <LinkFields form={form} options={options} labels={labels} isLocked={isSending || isUnknown} />
      {!isUnknown && (
        <div className="tillkit-actions">
          <button
            ref={submit}
            type="submit"
            className="tillkit-button"
            data-variant="primary"
            aria-disabled={isSending || undefined}
          >
            {isSending ? labels.creating : labels.create}
          </button>
        </div>
      )}
    </form>
  );
}
