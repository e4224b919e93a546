import * as z from 'zod/mini';
import { amountSchema } from './amount.ts';
import { attachmentSchema } from './attachment.ts';
import { customValuesSchema } from './customValue.ts';
import { idSchema } from './id.ts';
import { pageQuery } from './page.ts';

const flag = () => z.optional(z.boolean('must be true or false.'));

/** One amount in cents, or a list of tax ids. */
export type Taxes = number | string[];

function isTaxes(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((id) => idSchema.safeParse(id).success);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The body of create payment link. */
export const createPaymentLinkRequestSchema = z.strictObject({
  amount: amountSchema,
  taxes: z.optional(z.custom<Taxes>(isTaxes, 'must be cents or a list of tax ids.')),
  showBilling: flag(),
  showShipping: flag(),
  customValues: z.optional(customValuesSchema),
  attachments: z.optional(z.array(attachmentSchema, 'must be a list.')),
  applyDiscount: flag(),
  clientId: z.optional(idSchema),
});
export type CreatePaymentLinkRequest = z.infer<typeof createPaymentLinkRequestSchema>;

/** The query of list payment links. Page 1 and 25 a page are chosen. */
export const listPaymentLinksQuerySchema = z.strictObject(pageQuery());
export type ListPaymentLinksQuery = z.infer<typeof listPaymentLinksQuerySchema>;
