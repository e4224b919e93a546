'use client';
import { forwardRef, useEffect, useMemo, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { CreatePaymentLinkPhase, LinkOutcome } from '../../core/links/linkCreation.ts';
import type { LinkDiscount, LinkTax } from '../../core/links/linkTotals.ts';
import { useCreatePaymentLink } from '../../hooks/useCreatePaymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { draftName, storeDraft } from './linkDrafts.ts';
import type { PaymentLinkFields } from './linkFields.ts';
import { type CustomValueOption, knownTaxes, type LinkSetup } from './linkFormValues.ts';
import { PaymentLinkFormContext } from './paymentLinkFormContext.ts';
import { type PaymentLinkFormLabels, paymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface PaymentLinkFormOptions {
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
  /**
   * Once a link was made; null where the service gave no data back and the list did not tell which it is. The details
   * have the amount that was sent.
   */
  onLinkCreated?:
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined;
  labels?: Partial<PaymentLinkFormLabels> | undefined;
}

export interface PaymentLinkFormState {
  phase: CreatePaymentLinkPhase;
  /** It is being sent. */
  busy: boolean;
}

export interface PaymentLinkFormRootProps
  extends PaymentLinkFormOptions, PartProps<'section', PaymentLinkFormState> {}

const none: readonly never[] = [];
const asTheyAre: PaymentLinkFields = {};

/** Holds the creation of a link, for the parts in it. */
export const PaymentLinkFormRoot = forwardRef<HTMLElement, PaymentLinkFormRootProps>(
  function PaymentLinkFormRoot(props, ref) {
    const { customValues: options = none, taxes = none, discount, fields = asTheyAre, ...rest } = props;
    const { formKey = 'default', keepDraft = true, onLinkCreated, labels: words, ...given } = rest;
    checkAmount(fields);
    const labels = useLabels('paymentLinkForm', paymentLinkFormLabels, words);
    const creation = useCreatePaymentLink({ flowKey: `payment-link-form ${formKey}` });
    const setup = useMemo<LinkSetup>(
      () => ({ options, taxes: knownTaxes(taxes, fields), discount, fields, labels }),
      [options, taxes, discount, fields, labels],
    );
    const { operations } = usePaymentsContext();
    const name = draftName(operations, formKey);
    const [begun, setBegun] = useState({ name, turn: 0 });
    const turn = begun.name === name ? begun.turn : 0;
    const { phase } = creation;
    const isCreated = phase === 'created' || phase === 'created-unconfirmed';
    useEffect(() => {
      // After the form has gone, and whichever form it was that pressed.
      if (isCreated) storeDraft(operations, formKey, undefined);
    }, [isCreated, operations, formKey]);
    const value = {
      creation,
      setup,
      isCreated,
      formKey: keepDraft ? formKey : undefined,
      name,
      turn,
      onLinkCreated,
      startOver: () => {
        creation.reset();
        setBegun({ name, turn: turn + 1 });
      },
    };
    const own = {
      className: 'tillkit-payment-link-form tillkit-card tillkit-stack',
      'data-tillkit': 'payment-link-form',
    };
    const state: PaymentLinkFormState = { phase, busy: phase === 'sending' };
    return (
      <PaymentLinkFormContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={state} />
      </PaymentLinkFormContext.Provider>
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
