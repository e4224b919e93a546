import { checkAmount } from './amount.ts';
import { type Check, fields, flag, must, optional, string } from './check.ts';
import { checkCustomValues, type CustomValue } from './customValue.ts';
import { checkId } from './id.ts';

/** The body of pay and pre-auth, and the local `provider`, which is never sent. */
export interface TransactionRequest {
  terminalId: string;
  amount: number;
  receipt: boolean;
  clientId?: string | undefined;
  orderNumber?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  customValues?: CustomValue[] | undefined;
  provider?: string | undefined;
}

const filledText = must(string(), (value) => value !== '', 'is empty: leave it out instead.');

export const checkTransactionRequest: Check<TransactionRequest> = fields({
  terminalId: checkId,
  amount: checkAmount,
  receipt: flag,
  clientId: optional(checkId),
  orderNumber: optional(filledText),
  email: optional(filledText),
  phone: optional(filledText),
  customValues: optional(checkCustomValues),
  provider: optional(string()),
});

/** The body to send: without `provider`, and without e-mail and phone unless a receipt is wanted. */
export function transactionBody({ provider: _, email, phone, ...request }: TransactionRequest): object {
  return request.receipt ? { ...request, email, phone } : request;
}
