'use client';
import { forwardRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusStopProps extends PartProps<'button'> {}

/** Ends the waiting, not the payment: its outcome is unknown then. */
export const PaymentStatusStop = forwardRef<HTMLButtonElement, PaymentStatusStopProps>(
  function PaymentStatusStop(props, ref) {
    const { operations } = usePaymentsContext();
    const view = useUnderWay();
    if (view?.operation.phase !== 'waiting') return null;
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      onClick: () => operations.stopWaiting(view.operation.id),
      children: view.labels.stopWaiting,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
