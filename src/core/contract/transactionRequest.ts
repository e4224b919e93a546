import * as z from 'zod/mini';
import { amountSchema } from './amount.ts';
import { customValuesSchema } from './customValue.ts';
import { idSchema } from './id.ts';

const someText = () => z.string('must be a text.').check(z.minLength(1, 'is empty: leave it out instead.'));

/** The body of pay and pre-auth, and the local `provider`, which is never sent. */
export const transactionRequestSchema = z.strictObject({
  terminalId: idSchema,
  amount: amountSchema,
  receipt: z.boolean('must be true or false.'),
  clientId: z.optional(idSchema),
  orderNumber: z.optional(someText()),
  email: z.optional(someText()),
  phone: z.optional(someText()),
  customValues: z.optional(customValuesSchema),
  provider: z.optional(z.string('must be a text.')),
});
export type TransactionRequest = z.infer<typeof transactionRequestSchema>;

/** The body to send: without `provider`, and without e-mail and phone unless a receipt is wanted. */
export function transactionBody({ provider: _, email, phone, ...request }: TransactionRequest): object {
  return request.receipt ? { ...request, email, phone } : request;
}
