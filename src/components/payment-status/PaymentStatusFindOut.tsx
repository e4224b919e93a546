'use client';
import { useListDigits } from '../flow/useListDigits.ts';
import { definePart } from '../part/definePart.tsx';
import { findSteps } from './findSteps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** Where a person finds out what became of it, the best place first. */
export const PaymentStatusFindOut = definePart('div', function PaymentStatusFindOut() {
  const { view } = usePaymentStatusContext();
  const digits = useListDigits();
  if (view?.operation.phase !== 'unknown') return undefined;
  return {
    className: 'tillkit-payment-status-find',
    children: (
      <>
        <h3>{view.labels.findOut}</h3>
        <ol style={digits}>
          {findSteps(view).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </>
    ),
  };
});
