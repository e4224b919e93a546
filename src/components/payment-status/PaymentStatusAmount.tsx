'use client';
import { definePart } from '../part/definePart.tsx';
import { MoneyText } from './MoneyText.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** What it is about; another operator's has none, and the title of a part names it. */
export const PaymentStatusAmount = definePart('p', function PaymentStatusAmount() {
  const { view, ending } = usePaymentStatusContext();
  if (!view?.amountParts || view.operation.phase === 'partial') return undefined;
  return {
    className: ending ? 'tillkit-payment-status-sum' : 'tillkit-payment-status-amount',
    children: <MoneyText parts={view.amountParts} />,
  };
});
