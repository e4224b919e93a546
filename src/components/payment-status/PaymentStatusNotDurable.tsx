'use client';
import { forwardRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusNotDurableProps extends PartProps<'p'> {}

/** Warns where a reload would lose the operation. */
export const PaymentStatusNotDurable = forwardRef<HTMLParagraphElement, PaymentStatusNotDurableProps>(
  function PaymentStatusNotDurable(props, ref) {
    const { operations } = usePaymentsContext();
    const view = useUnderWay();
    if (!view || operations.isDurable) return null;
    const own = { className: 'tillkit-hint', children: view.labels.notDurable };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
