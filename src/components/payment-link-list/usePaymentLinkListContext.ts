'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { PaymentLinkListContext } from './paymentLinkListContext.ts';
import type { UsePaymentLinkListResult } from './usePaymentLinkList.ts';

/** The list a part belongs to. Throws outside of a `PaymentLinkListRoot`. */
export function usePaymentLinkListContext(): UsePaymentLinkListResult {
  return usePartContext(PaymentLinkListContext, 'PaymentLinkListRoot');
}
