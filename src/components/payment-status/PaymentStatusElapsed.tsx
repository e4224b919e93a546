'use client';
import { definePart } from '../part/definePart.tsx';
import { ElapsedTime } from './ElapsedTime.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** How long ago it began. It ticks, so it stands outside every live region. */
export const PaymentStatusElapsed = definePart('span', function PaymentStatusElapsed() {
  const view = useUnderWay();
  if (!view) return undefined;
  return {
    className: 'tillkit-payment-status-elapsed tillkit-figures',
    children: <ElapsedTime since={view.operation.createdAt} label={view.labels.elapsed} />,
  };
});
