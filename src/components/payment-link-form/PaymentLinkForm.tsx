'use client';
import { forwardRef, useState } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useCreatePaymentLink } from '../../hooks/useCreatePaymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { LinkCreated } from './LinkCreated.tsx';
import type { CustomValueOption } from './linkFormValues.ts';
import { NewLink } from './NewLink.tsx';
import { type PaymentLinkFormLabels, paymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface PaymentLinkFormProps {
  /** The keys configured in the merchant's set-up; the service refuses others. None: no such section. */
  customValues?: readonly CustomValueOption[] | undefined;
  /** Once a link was made; null where the service gave no data back. */
  onLinkCreated?: ((link: PaymentLink | null) => void) | undefined;
  labels?: Partial<PaymentLinkFormLabels> | undefined;
  className?: string | undefined;
}

const none: readonly CustomValueOption[] = [];

/**
 * Creates a payment link, with attachments, and shows its address.
 *
 * @example
 * <PaymentLinkForm customValues={[{ key: 'invoice-number', label: 'Invoice number' }]} />
 */
export const PaymentLinkForm = forwardRef<HTMLElement, PaymentLinkFormProps>(
  function PaymentLinkForm(props, ref) {
    const labels = useLabels('paymentLinkForm', paymentLinkFormLabels, props.labels);
    const creation = useCreatePaymentLink();
    const [turn, setTurn] = useState(0);
    const { phase, link } = creation;
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
        {phase === 'created' || phase === 'created-unconfirmed' ? (
          <LinkCreated link={link} labels={labels} onCreateAnother={startOver} />
        ) : (
          <NewLink
            key={turn}
            creation={creation}
            options={props.customValues ?? none}
            labels={labels}
            onLinkCreated={props.onLinkCreated}
            onStartOver={startOver}
            focusesAmount={turn > 0}
          />
        )}
      </section>
    );
  },
);
