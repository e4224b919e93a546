'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { MoneyText } from './MoneyText.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusAmountProps extends PartProps<'p'> {}

/** What it is about; another operator's has none. */
export const PaymentStatusAmount = forwardRef<HTMLParagraphElement, PaymentStatusAmountProps>(
  function PaymentStatusAmount(props, ref) {
    const { view, ending } = usePaymentStatusContext();
    if (!view?.amountParts) return null;
    const own = {
      className: ending ? 'tillkit-payment-status-sum' : 'tillkit-payment-status-amount',
      children: <MoneyText parts={view.amountParts} />,
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
