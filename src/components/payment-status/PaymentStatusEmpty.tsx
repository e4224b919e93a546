'use client';
import { definePart } from '../part/definePart.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** Says that there is no such operation. */
export const PaymentStatusEmpty = definePart('p', function PaymentStatusEmpty() {
  const { view, labels } = usePaymentStatusContext();
  if (view) return undefined;
  return { className: 'tillkit-hint', children: labels.nothing };
});
