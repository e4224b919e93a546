'use client';
import { definePart } from '../part/definePart.tsx';
import { PaymentStatusAmount } from './PaymentStatusAmount.tsx';
import { PaymentStatusElapsed } from './PaymentStatusElapsed.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** The amount, and how long the operation has been under way. */
export const PaymentStatusHead = definePart('div', function PaymentStatusHead() {
  if (!useUnderWay()) return undefined;
  return {
    className: 'tillkit-payment-status-head',
    children: (
      <>
        <PaymentStatusAmount />
        <PaymentStatusElapsed />
      </>
    ),
  };
});
