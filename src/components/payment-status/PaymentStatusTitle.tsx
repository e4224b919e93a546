'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusTitleProps extends PartProps<'h2'> {}

/** The outcome in a few words. It takes the focus where a button went with the change. */
export const PaymentStatusTitle = forwardRef<HTMLHeadingElement, PaymentStatusTitleProps>(
  function PaymentStatusTitle(props, ref) {
    const { ending, heading } = usePaymentStatusContext();
    if (!ending) return null;
    const own = { className: 'tillkit-payment-status-title', tabIndex: -1, children: ending.title };
    return <Part as="h2" ref={ref} partRef={heading} own={own} given={props} />;
  },
);
