'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import type { PaymentEnding } from './paymentEnding.ts';
import { PaymentStatusAmount } from './PaymentStatusAmount.tsx';
import { PaymentStatusTitle } from './PaymentStatusTitle.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusOutcomeState extends Pick<PaymentEnding, 'tone'> {}

export interface PaymentStatusOutcomeProps extends PartProps<'div', PaymentStatusOutcomeState> {}

/** What became of it, in the largest words of the view. */
export const PaymentStatusOutcome = forwardRef<HTMLDivElement, PaymentStatusOutcomeProps>(
  function PaymentStatusOutcome(props, ref) {
    const { ending } = usePaymentStatusContext();
    if (!ending) return null;
    const own = {
      className: 'tillkit-payment-status-outcome',
      children: (
        <>
          <span className="tillkit-payment-status-mark">
            <Icon name={ending.icon} />
          </span>
          <PaymentStatusTitle />
          <PaymentStatusAmount />
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} state={{ tone: ending.tone }} />;
  },
);
