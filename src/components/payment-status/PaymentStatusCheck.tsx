'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { definePart } from '../part/definePart.tsx';
import { CheckNow } from './CheckNow.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** When the result was asked for, and a button that asks for it out of turn. */
export const PaymentStatusCheck = definePart('div', function PaymentStatusCheck() {
  const { view } = usePaymentStatusContext();
  const { operations } = usePaymentsContext();
  if (!view || !operations.canCheck(view.operation.id)) return undefined;
  return {
    className: 'tillkit-payment-status-check',
    children: <CheckNow key={view.operation.id} view={view} />,
  };
});
