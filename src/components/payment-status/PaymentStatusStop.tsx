'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { definePart } from '../part/definePart.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** Ends the waiting, not the payment: its outcome is unknown then. */
export const PaymentStatusStop = definePart('button', function PaymentStatusStop() {
  const { operations } = usePaymentsContext();
  const view = useUnderWay();
  if (view?.operation.phase !== 'waiting') return undefined;
  return {
    type: 'button',
    className: 'tillkit-button',
    'data-variant': 'quiet',
    onClick: () => operations.stopWaiting(view.operation.id),
    children: view.labels.stopWaiting,
  };
});
