'use client';
import { definePart } from '../part/definePart.tsx';
import { ResolveUnknown } from './ResolveUnknown.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** A person says what became of it, and where it was seen. */
export const PaymentStatusResolve = definePart('div', function PaymentStatusResolve() {
  const { view, labels } = usePaymentStatusContext();
  if (view?.operation.phase !== 'unknown') return undefined;
  const { operation } = view;
  return {
    className: 'tillkit-payment-status-resolve',
    children: <ResolveUnknown key={operation.id} operation={operation} labels={labels} />,
  };
});
