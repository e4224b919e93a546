'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { findSteps } from './findSteps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusFindOutProps extends PartProps<'div'> {}

/** Where a person finds out what became of it, the best place first. */
export const PaymentStatusFindOut = forwardRef<HTMLDivElement, PaymentStatusFindOutProps>(
  function PaymentStatusFindOut(props, ref) {
    const { view } = usePaymentStatusContext();
    if (view?.operation.phase !== 'unknown') return null;
    const own = {
      className: 'tillkit-payment-status-find',
      children: (
        <>
          <h3>{view.labels.findOut}</h3>
          <ol>
            {findSteps(view).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
