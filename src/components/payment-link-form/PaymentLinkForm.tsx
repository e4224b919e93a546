'use client';
import { forwardRef, useEffect, useMemo, useState } from 'react';
import { ConfigurationError } from '../../core/errors/ConfigurationError.ts';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import type { LinkDiscount, LinkTax } from '../../core/links/linkTotals.ts';
import { useCreatePaymentLink } from '../../hooks/useCreatePaymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { LinkCreated } from './LinkCreated.tsx';
import { storeDraft } from './linkDrafts.ts';
import type { PaymentLinkFields } from './linkFields.ts';
import type { CustomValueOption, LinkSetup } from './linkFormValues.ts';
import { NewLink } from './NewLink.tsx';
import { type PaymentLinkFormLabels, paymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface PaymentLinkFormProps {
  /** The keys configured in the merchant's set-up; the service refuses others. None: no such section. */
  customValues?: readonly CustomValueOption[] | undefined;
  /** The merchant's taxes to pick from. None: one amount. */
  taxes?: readonly LinkTax[] | undefined;
  /** What "apply discount" comes to; without it, its effect is not shown. */
  discount?: LinkDiscount | undefined;
  /** Which fields are hidden, read-only, required or filled in before. */
  fields?: PaymentLinkFields | undefined;
  /** Tells two forms of one page apart. What is filled in outlives a form under its key. Default `default`. */
  formKey?: string | undefined;
  /** Whether what is filled in outlives the form, and the browser asks before the page is left with it. Default true. */
  keepDraft?: boolean | undefined;
  /** Once a link was made; null where the service gave no data back and the list did not tell which it is. */
  onLinkCreated?: ((link: PaymentLink | null) => void) | undefined;
  labels?: Partial<PaymentLinkFormLabels> | undefined;
  className?: string | undefined;
}

const none: readonly never[] = [];
const asTheyAre: PaymentLinkFields = {};

/**
 * Creates a payment link, with attachments, and shows its address.
 *
 * @example
 * <PaymentLinkForm
 *   customValues={[{ key: 'invoice-number', label: 'Invoice number' }]}
 *   fields={{ amount: { readOnly: true, value: 1250 }, showShipping: { hidden: true } }}
 * />
 */
export const PaymentLinkForm = forwardRef<HTMLElement, PaymentLinkFormProps>(
  function PaymentLinkForm(props, ref) {
    const { customValues: options = none, taxes = none, discount, fields = asTheyAre } = props;
    const { formKey = 'default', keepDraft = true } = props;
    checkAmount(fields);
    const labels = useLabels('paymentLinkForm', paymentLinkFormLabels, props.labels);
    const creation = useCreatePaymentLink({ flowKey: `payment-link-form ${formKey}` });
    const [turn, setTurn] = useState(0);
    const setup = useMemo<LinkSetup>(
      () => ({ options, taxes, discount, fields, labels }),
      [options, taxes, discount, fields, labels],
    );
    const { operations } = usePaymentsContext();
    const { phase } = creation;
    const isCreated = phase === 'created' || phase === 'created-unconfirmed';
    useEffect(() => {
      // After the form has gone, and whichever form it was that pressed.
      if (isCreated) storeDraft(operations, formKey, undefined);
    }, [isCreated, operations, formKey]);
    const startOver = () => {
      creation.reset();
      setTurn((before) => before + 1);
    };
    return (
      <section
        ref={ref}
        className={['tillkit-payment-link-form', 'tillkit-card', 'tillkit-stack', props.className]
          .filter(Boolean)
          .join(' ')}
        data-tillkit="payment-link-form"
        data-phase={phase}
        data-busy={phase === 'sending' ? '' : undefined}
      >
        {isCreated ? (
          <LinkCreated creation={creation} labels={labels} onCreateAnother={startOver} />
        ) : (
          <NewLink
            key={turn}
            creation={creation}
            setup={setup}
            formKey={keepDraft ? formKey : undefined}
            onLinkCreated={props.onLinkCreated}
            onStartOver={startOver}
            focusesAmount={turn > 0}
          />
        )}
      </section>
    );
  },
);

function checkAmount({ amount }: PaymentLinkFields): void {
  if (!amount?.hidden || amount.value !== undefined) return;
  throw new ConfigurationError(
    'fields.amount',
    'The amount is hidden and has no value, so no link could ever be created. Give PaymentLinkForm fields.amount.value, in cents.',
  );
}
