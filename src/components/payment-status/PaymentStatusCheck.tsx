'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { CheckNow } from './CheckNow.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusCheckProps extends PartProps<'div'> {}

/** When the result was asked for, and a button that asks for it out of turn. */
export const PaymentStatusCheck = forwardRef<HTMLDivElement, PaymentStatusCheckProps>(
  function PaymentStatusCheck(props, ref) {
    const { view } = usePaymentStatusContext();
    const { id, phase, msgIdentifier } = view?.operation ?? {};
    if (!view || (phase !== 'waiting' && !(phase === 'unknown' && msgIdentifier !== undefined))) return null;
    const own = {
      className: 'tillkit-payment-status-check',
      children: <CheckNow key={id} view={view} />,
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
