'use client';
import { useEffect, useRef } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { LinkFields } from './LinkFields.tsx';
import type { LinkSetup } from './linkFormValues.ts';
import { RejectedNotice, RestoredNotice } from './LinkNotice.tsx';
import { UnknownNotice } from './UnknownNotice.tsx';
import { useLinkForm } from './useLinkForm.ts';
import { useRefusals } from './useRefusals.ts';
import { useSubmitLink } from './useSubmitLink.ts';

export interface NewLinkProps {
  creation: UseCreatePaymentLinkResult;
  setup: LinkSetup;
  /** Undefined where no draft is kept. */
  formKey: string | undefined;
  onLinkCreated: ((link: PaymentLink | null) => void) | undefined;
  onStartOver: () => void;
  /** It follows another link, whose last button had the focus. */
  focusesAmount: boolean;
}

/** The form itself, while there is no link: one press sends one request. */
export function NewLink({
  creation,
  setup,
  formKey,
  onLinkCreated,
  onStartOver,
  focusesAmount,
}: NewLinkProps) {
  const { labels, fields } = setup;
  const linkForm = useLinkForm(setup, formKey);
  const { form, element, customRows, restored, touch, drop } = linkForm;
  const { phase, search } = creation;
  const atTop = useRefusals(creation, linkForm, setup);
  const { send, look, confirm, amount } = useSubmitLink({ creation, linkForm, setup, onLinkCreated });
  const submit = useRef<HTMLButtonElement>(null);
  const isSending = phase === 'sending';
  const isUnknown = phase === 'unknown';
  const hasAmountInput = !fields.amount?.hidden && !fields.amount?.readOnly;
  const { setFocus } = form;
  useEffect(() => {
    if (focusesAmount && hasAmountInput) setFocus('amountCents');
  }, [focusesAmount, hasAmountInput, setFocus]);
  const startOver = () => {
    drop();
    onStartOver();
  };

  return (
    <form
      ref={element}
      className="tillkit-stack"
      noValidate
      autoComplete="off"
      aria-label={labels.title}
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      {restored && phase === 'idle' && (
        <RestoredNotice hadFiles={restored.hadFiles} labels={labels} onStartAfresh={startOver} />
      )}
      {atTop.length > 0 && <RejectedNotice sentences={atTop} occasion={creation.error} labels={labels} />}
      {isUnknown && (
        <UnknownNotice
          search={search}
          amount={amount}
          labels={labels}
          onLook={() => void look()}
          onConfirm={confirm}
          onListed={startOver}
          onNotListed={() => {
            creation.reset();
            requestAnimationFrame(() => submit.current?.focus());
          }}
        />
      )}
      <LinkFields
        form={form}
        setup={setup}
        customRows={customRows}
        isLocked={isSending || isUnknown}
        onTouch={touch}
      />
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
