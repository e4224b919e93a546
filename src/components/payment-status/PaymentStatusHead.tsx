'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentStatusAmount } from './PaymentStatusAmount.tsx';
import { PaymentStatusElapsed } from './PaymentStatusElapsed.tsx';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusHeadProps extends PartProps<'div'> {}

/** The amount, and how long the operation has been under way. */
export const PaymentStatusHead = forwardRef<HTMLDivElement, PaymentStatusHeadProps>(
  function PaymentStatusHead(props, ref) {
    if (!useUnderWay()) return null;
    const own = {
      className: 'tillkit-payment-status-head',
      children: (
        <>
          <PaymentStatusAmount />
          <PaymentStatusElapsed />
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
