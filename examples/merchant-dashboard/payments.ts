import { createPaymentsClient } from 'tillkit/core';

/** Made once, outside React: what is under way outlives every component. */
export const client = createPaymentsClient({
  baseUrl: '/api/payments',
  gateway: true,
});
