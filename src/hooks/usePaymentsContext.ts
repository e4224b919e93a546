'use client';
import { useContext } from 'react';
import { PaymentsContext, type PaymentsContextValue } from './paymentsContext.ts';

/** What the nearest `PaymentsProvider` gives. Throws where there is none. */
export function usePaymentsContext(): PaymentsContextValue {
  const value = useContext(PaymentsContext);
  if (!value) {
    throw new Error(
      'tillkit: there is no PaymentsProvider above this component, so it has no client to work with. Wrap it in <PaymentsProvider client={…} currency="…">.',
    );
  }
  return value;
}
