'use client';
import { definePart } from '../part/definePart.tsx';
import { PaymentStatusCheck } from './PaymentStatusCheck.tsx';
import { PaymentStatusStop } from './PaymentStatusStop.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** What a person can do while the terminal is busy. */
export const PaymentStatusWaiting = definePart('div', function PaymentStatusWaiting() {
  if (useUnderWay()?.operation.phase !== 'waiting') return undefined;
  return {
    className: 'tillkit-payment-status-waiting',
    children: (
      <>
        <PaymentStatusCheck />
        <PaymentStatusStop />
      </>
    ),
  };
});
