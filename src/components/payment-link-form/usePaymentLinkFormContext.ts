'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type LinkCreation, PaymentLinkFormContext } from './paymentLinkFormContext.ts';

/** The creation a part belongs to. Throws outside of a `PaymentLinkFormRoot`. */
export function usePaymentLinkFormContext(): LinkCreation {
  return usePartContext(PaymentLinkFormContext, 'PaymentLinkFormRoot');
}
