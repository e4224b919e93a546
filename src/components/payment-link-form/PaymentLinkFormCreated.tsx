'use client';
import type { ReactNode } from 'react';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

/** Shows the parts in it once the link is made. It has no element. */
export function PaymentLinkFormCreated({ children }: { children?: ReactNode }) {
  return usePaymentLinkFormContext().isCreated ? children : null;
}
