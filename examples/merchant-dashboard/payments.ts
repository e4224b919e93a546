import { createPaymentsClient } from 'tillkit/core';

/** Made once, outside React: what is under way outlives every component. */
export const client = createPaymentsClient({
  baseUrl: '/api',
  headers: { authorization: 'sandbox' },
  paymentLinks: { amountUnit: 'minor' },
});

export const money = { currency: 'USD', locale: navigator.language || 'en-US' };
