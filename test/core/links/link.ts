import type { PaymentLink } from 'tillkit/core';

export const now = Date.UTC(2026, 0, 15, 9, 30);

/** A link over 12.50 that was made at `now`. */
export const link = (id: string, fields: Partial<PaymentLink> = {}): PaymentLink => ({
  id,
  amountCents: 1250,
  createdAt: new Date(now).toISOString(),
  customValues: [],
  raw: {},
  ...fields,
});
