'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { ElapsedTime } from './ElapsedTime.tsx';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusElapsedProps extends PartProps<'span'> {}

/** How long ago it began. It ticks, so it stands outside every live region. */
export const PaymentStatusElapsed = forwardRef<HTMLSpanElement, PaymentStatusElapsedProps>(
  function PaymentStatusElapsed(props, ref) {
    const view = useUnderWay();
    if (!view) return null;
    const own = {
      className: 'tillkit-payment-status-elapsed tillkit-figures',
      children: <ElapsedTime since={view.operation.createdAt} label={view.labels.elapsed} />,
    };
    return <Part as="span" ref={ref} own={own} given={props} />;
  },
);
