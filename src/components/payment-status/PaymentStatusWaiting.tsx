'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentStatusCheck } from './PaymentStatusCheck.tsx';
import { PaymentStatusStop } from './PaymentStatusStop.tsx';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusWaitingProps extends PartProps<'div'> {}

/** What a person can do while the terminal is busy. */
export const PaymentStatusWaiting = forwardRef<HTMLDivElement, PaymentStatusWaitingProps>(
  function PaymentStatusWaiting(props, ref) {
    if (useUnderWay()?.operation.phase !== 'waiting') return null;
    const own = {
      className: 'tillkit-payment-status-waiting',
      children: (
        <>
          <PaymentStatusCheck />
          <PaymentStatusStop />
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
