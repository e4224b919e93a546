'use client';
import { definePart } from '../part/definePart.tsx';
import { CheckNow } from './CheckNow.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** When the result was asked for, and a button that asks for it out of turn. */
export const PaymentStatusCheck = definePart('div', function PaymentStatusCheck() {
  const { view } = usePaymentStatusContext();
  const { id, phase, msgIdentifier } = view?.operation ?? {};
  if (!view || (phase !== 'waiting' && !(phase === 'unknown' && msgIdentifier !== undefined)))
    return undefined;
  return {
    className: 'tillkit-payment-status-check',
    children: <CheckNow key={id} view={view} />,
  };
});
