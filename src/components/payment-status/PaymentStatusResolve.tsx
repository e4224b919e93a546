'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { ResolveUnknown } from './ResolveUnknown.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusResolveProps extends PartProps<'div'> {}

/** A person says what became of it, and where it was seen. */
export const PaymentStatusResolve = forwardRef<HTMLDivElement, PaymentStatusResolveProps>(
  function PaymentStatusResolve(props, ref) {
    const { view, labels } = usePaymentStatusContext();
    if (view?.operation.phase !== 'unknown') return null;
    const { operation } = view;
    const own = {
      className: 'tillkit-payment-status-resolve',
      children: <ResolveUnknown key={operation.id} operation={operation} labels={labels} />,
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
