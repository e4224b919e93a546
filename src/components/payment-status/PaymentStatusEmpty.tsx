'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusEmptyProps extends PartProps<'p'> {}

/** Says that there is no such operation. */
export const PaymentStatusEmpty = forwardRef<HTMLParagraphElement, PaymentStatusEmptyProps>(
  function PaymentStatusEmpty(props, ref) {
    const { view, labels } = usePaymentStatusContext();
    if (view) return null;
    return (
      <Part as="p" ref={ref} own={{ className: 'tillkit-hint', children: labels.nothing }} given={props} />
    );
  },
);
