'use client';
import { definePart } from '../part/definePart.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** What happened and what to do next. */
export const PaymentStatusSentences = definePart('div', function PaymentStatusSentences() {
  const { ending } = usePaymentStatusContext();
  if (!ending?.sentences.length) return undefined;
  return {
    className: 'tillkit-payment-status-sentences',
    children: ending.sentences.map(({ text, isFromService }) => (
      <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
    )),
  };
});
