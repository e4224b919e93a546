'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusSentencesProps extends PartProps<'div'> {}

/** What happened and what to do next. */
export const PaymentStatusSentences = forwardRef<HTMLDivElement, PaymentStatusSentencesProps>(
  function PaymentStatusSentences(props, ref) {
    const { ending } = usePaymentStatusContext();
    if (!ending?.sentences.length) return null;
    const own = {
      className: 'tillkit-payment-status-sentences',
      children: ending.sentences.map(({ text, isFromService }) => (
        <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
      )),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
