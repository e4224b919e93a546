import * as z from 'zod/mini';
import { amountSchema } from './amount.ts';
import { idSchema } from './id.ts';

const reference = {
  terminalId: idSchema,
  pnRefNum: idSchema,
  clientId: z.optional(idSchema),
  provider: z.optional(z.string('must be a text.')),
};

/** The body of void: which transaction, on which terminal. */
export const voidRequestSchema = z.strictObject(reference);
export type VoidRequest = z.infer<typeof voidRequestSchema>;

/** The body of capture and refund: a reference and how much of it. */
export const amountReferenceRequestSchema = z.strictObject({ ...reference, amount: amountSchema });
export type AmountReferenceRequest = z.infer<typeof amountReferenceRequestSchema>;

/** The body of close batch. */
export const closeBatchRequestSchema = z.strictObject({
  terminalId: idSchema,
  clientId: z.optional(idSchema),
  provider: z.optional(z.string('must be a text.')),
});
export type CloseBatchRequest = z.infer<typeof closeBatchRequestSchema>;
