import * as z from 'zod/mini';
import { amountSchema } from './amount.ts';
import { attachmentSchema } from './attachment.ts';
import { customValuesSchema } from './customValue.ts';
import { idSchema } from './id.ts';

const flag = () => z.boolean('must be true or false.');
const taxAmount = z.int('must be cents or a list of tax ids.').check(z.gte(0, 'must not be negative.'));
const taxIds = z.array(idSchema, 'must be cents or a list of tax ids.');

/** The body of create payment link. `amount`, `customValues` and `applyDiscount` are always sent. */
export const createPaymentLinkRequestSchema = z.strictObject({
  amount: amountSchema,
  taxes: z.optional(z.union([taxAmount, taxIds], 'must be cents or a list of tax ids.')),
  showBilling: z.optional(flag()),
  showShipping: z.optional(flag()),
  customValues: z._default(customValuesSchema, []),
  attachments: z.optional(z.array(attachmentSchema, 'must be a list.')),
  applyDiscount: z._default(flag(), false),
  clientId: z.optional(idSchema),
});
export type CreatePaymentLinkRequest = z.input<typeof createPaymentLinkRequestSchema>;

/** The query of list payment links. Page 1 and 25 a page are chosen. */
const count = () => z.int('must be a whole number from 1.').check(z.gte(1, 'must be a whole number from 1.'));
export const listPaymentLinksQuerySchema = z.strictObject({
  page: z._default(count(), 1),
  limit: z._default(count(), 25),
});
export type ListPaymentLinksQuery = z.input<typeof listPaymentLinksQuerySchema>;
