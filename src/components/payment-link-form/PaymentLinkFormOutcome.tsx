'use client';
import { forwardRef } from 'react';
import { type Count, useCount } from '../../hooks/useLabels.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

export interface PaymentLinkFormOutcomeProps extends PartProps<'div'> {}

/** That the link was made, for how much, and what is known of it. */
export const PaymentLinkFormOutcome = forwardRef<HTMLDivElement, PaymentLinkFormOutcomeProps>(
  function PaymentLinkFormOutcome(props, ref) {
    const { creation, setup } = usePaymentLinkFormContext();
    const { link, sentAmountCents } = creation;
    const { labels } = setup;
    const money = useMoney();
    const countOf = useCount();
    const heading = useFocusOnArrival<HTMLHeadingElement>();
    const amount = link?.totalAmountCents ?? link?.amountCents;
    const own = {
      className: 'tillkit-payment-link-form-outcome',
      children: (
        <>
          <Icon name="check" />
          <h2 ref={heading} tabIndex={-1}>
            {labels.createdTitle}
          </h2>
          {amount !== undefined && Number.isSafeInteger(amount) && (
            <p className="tillkit-payment-link-form-amount tillkit-figures">{money.format(amount)}</p>
          )}
          {sentAmountCents !== undefined && sentAmountCents !== link?.amountCents && (
            <p className="tillkit-hint tillkit-figures">{labels.amountSent(money.format(sentAmountCents))}</p>
          )}
          <p className="tillkit-payment-link-form-sentence">{createdSentence(creation, labels, countOf)}</p>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

/** What is known of the link that was created. */
function createdSentence(
  { phase, link, search }: Pick<UseCreatePaymentLinkResult, 'phase' | 'link' | 'search'>,
  labels: PaymentLinkFormLabels,
  countOf: (value: number) => Count,
): string {
  if (link) {
    if (link.paymentLink === undefined) return labels.unsafeAddress;
    return phase === 'created-unconfirmed' ? labels.foundText : labels.createdText;
  }
  if (search?.status === 'reading') return labels.unconfirmedLooking;
  if (search?.status !== 'read') return labels.unconfirmedText;
  const count = search.candidates.length;
  return count > 0 ? labels.unconfirmedSeveral({ count: countOf(count) }) : labels.unconfirmedNone;
}
