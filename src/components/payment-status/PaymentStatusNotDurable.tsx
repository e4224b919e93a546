'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { definePart } from '../part/definePart.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** Warns where a reload would lose the operation. */
export const PaymentStatusNotDurable = definePart('p', function PaymentStatusNotDurable() {
  const { operations } = usePaymentsContext();
  const view = useUnderWay();
  if (!view || operations.isDurable) return undefined;
  return { className: 'tillkit-hint', children: view.labels.notDurable };
});
