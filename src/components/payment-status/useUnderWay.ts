'use client';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';
import type { PaymentView } from './usePaymentView.ts';

/** The operation a part shows, until it has an outcome. */
export function useUnderWay(): PaymentView | undefined {
  const { view, ending } = usePaymentStatusContext();
  return ending ? undefined : view;
}
