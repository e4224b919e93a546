'use client';
import type { ReactNode } from 'react';
import { PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';

const client = createPaymentsClient({
  baseUrl: '/api',
  clientId: 'till-1',
  headers: { authorization: 'sandbox' },
  service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
});

export const Payments = ({ children }: { children: ReactNode }) => (
  <PaymentsProvider client={client} currency="USD" locale="en-US">
    {children}
  </PaymentsProvider>
);
