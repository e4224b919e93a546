import {
  type Check,
  checkAmount,
  checkId,
  strictObjectOf,
  boolean,
  refine,
  optional,
  string,
} from './check.ts';
import { checkCustomValues, type CustomValue, type CheckByField } from './paymentLink.ts';
import type { MoneyOperation } from './routes.ts';

/** The body of close batch. `provider` is no part of the body: it chooses the path. */
export interface CloseBatchRequest {
  terminalId: string;
  clientId?: string | undefined;
  provider?: string | undefined;
}

/** The body of void: the transaction and its terminal. */
export interface VoidRequest extends CloseBatchRequest {
  pnRefNum: string;
}

/** The body of capture and refund: the transaction, its terminal and the amount. */
export interface AmountReferenceRequest extends VoidRequest {
  amount: number;
}

/** The body of pay and pre-auth. `provider` is no part of the body: it chooses the path. */
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

const filledText = /*#__PURE__*/ refine(string(), (value) => value !== '', 'is empty: leave it out instead.');

const ids = { clientId: optional(checkId) };
const reference = { terminalId: checkId, pnRefNum: checkId, ...ids };

/** `fields`: a check for each field of a body. `check`: for the whole request, which may also have `provider`. */
interface TerminalBody<Request> {
  fields: CheckByField<Omit<Request, 'provider'>>;
  check: Check<Request>;
}

function terminalBody<Request extends CloseBatchRequest>(
  fields: CheckByField<Omit<Request, 'provider'>>,
): TerminalBody<Request> {
  const all = { ...fields, provider: optional(string()) } as CheckByField<Request>;
  return { fields, check: strictObjectOf<Request>(all) };
}

const cardBody = /*#__PURE__*/ terminalBody<TransactionRequest>({
  terminalId: checkId,
  amount: checkAmount,
  receipt: boolean,
  ...ids,
  orderNumber: optional(filledText),
  email: optional(filledText),
  phone: optional(filledText),
  customValues: optional(checkCustomValues),
});
const amountReferenceBody = /*#__PURE__*/ terminalBody<AmountReferenceRequest>({
  ...reference,
  amount: checkAmount,
});

export const terminalRequestChecks: { [Kind in MoneyOperation]: TerminalBody<TerminalRequests[Kind]> } = {
  pay: cardBody,
  preAuth: cardBody,
  capture: amountReferenceBody,
  void: /*#__PURE__*/ terminalBody<VoidRequest>(reference),
  refund: amountReferenceBody,
  closeBatch: /*#__PURE__*/ terminalBody<CloseBatchRequest>({ terminalId: checkId, ...ids }),
};

export interface TerminalRequests {
  pay: TransactionRequest;
  preAuth: TransactionRequest;
  capture: AmountReferenceRequest;
  void: VoidRequest;
  refund: AmountReferenceRequest;
  closeBatch: CloseBatchRequest;
}

/** The body to send: without `provider`, and without e-mail and phone unless a receipt is wanted. */
export function payOrPreAuthBody({ provider: _, email, phone, ...request }: TransactionRequest): object {
  return request.receipt ? { ...request, email, phone } : request;
}
