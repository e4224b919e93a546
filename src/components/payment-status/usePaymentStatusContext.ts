'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { PaymentStatusContext, type ShownPayment } from './paymentStatusContext.ts';

/** The operation a part shows. Throws outside of a `PaymentStatusRoot`. */
export function usePaymentStatusContext(): ShownPayment {
  return usePartContext(PaymentStatusContext, 'PaymentStatusRoot');
}
