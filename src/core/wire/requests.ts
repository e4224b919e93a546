import { attempt, ContractError } from '../errors.ts';
import {
  type Check,
  checkAmount,
  checkId,
  objectOf,
  boolean,
  checkOf,
  isId,
  listOf,
  refine,
  optional,
  string,
} from './check.ts';
import { listPageChecks, type ListPageQuery } from './listPage.ts';
import { fieldPath, isObject, type JsonObject } from './read.ts';
import type { MoneyOperation } from './routes.ts';

/** A custom value of a transaction or a payment link (contract: chosen, as seen in use). */
export interface CustomValue {
  key: string;
  label?: string | undefined;
  value: string;
  valueLabel?: string | undefined;
}

/** The checks of a body's fields. The client, the server and a description's names all use these tables. */
type FieldsOf<Body> = { [Field in keyof Body]-?: Check<Body[Field]> };

export const customValueFields: FieldsOf<CustomValue> = {
  key: refine(string(), (key) => key !== '', 'must not be empty.'),
  label: optional(string()),
  value: string(),
  valueLabel: optional(string()),
};

const checkCustomValue = /*#__PURE__*/ objectOf(customValueFields, 'must be an object { key, value }.');

const checkCustomValues = /*#__PURE__*/ listOf(checkCustomValue);

/** A file-path object of the service: returned by the upload and sent unchanged with a new link. */
export type Attachment = JsonObject;

const checkAttachment = /*#__PURE__*/ checkOf(isAttachment, 'must be an object that the upload handed out.');

/** Reads an upload's answer: one object or a list, bare or in `data`, `items`, `files` or `attachments`. Throws `contract`. */
export function readAttachments(body: unknown): Attachment[] {
  const list = findList(body, '');
  if (list.value.length === 0) throw new ContractError(list.path, 'names no file');
  list.value.forEach((item, index) => {
    if (!isObject(item)) throw new ContractError(`${list.path}[${index}]`, 'is not an object');
  });
  return list.value.filter(isObject);
}

function isAttachment(value: unknown): value is Attachment {
  // Cycles and bigints cannot be sent.
  return isObject(value) && attempt(() => JSON.stringify(value)) !== undefined;
}

function findList(value: unknown, path: string): { value: unknown[]; path: string } {
  if (Array.isArray(value)) return { value, path };
  if (!isObject(value)) throw new ContractError(path, 'is not a list of files');
  const wrapper = ['data', 'items', 'files', 'attachments'].find(
    (name) => isObject(value[name]) || Array.isArray(value[name]),
  );
  if (wrapper) return findList(value[wrapper], fieldPath(path, wrapper));
  return { value: [value], path };
}

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

/** The body of capture and refund: a reference and an amount. */
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

/** A body's fields, and the check of a request: `provider` is no part of the body. */
interface TerminalBody<Request> {
  fields: FieldsOf<Omit<Request, 'provider'>>;
  check: Check<Request>;
}

function terminalBody<Request extends CloseBatchRequest>(
  fields: FieldsOf<Omit<Request, 'provider'>>,
): TerminalBody<Request> {
  const all = { ...fields, provider: optional(string()) } as FieldsOf<Request>;
  return { fields, check: objectOf<Request>(all) };
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

/** The body of each terminal operation. */
export const terminalBodies: { [Kind in MoneyOperation]: TerminalBody<TerminalRequests[Kind]> } = {
  pay: cardBody,
  preAuth: cardBody,
  capture: amountReferenceBody,
  void: /*#__PURE__*/ terminalBody<VoidRequest>(reference),
  refund: amountReferenceBody,
  closeBatch: /*#__PURE__*/ terminalBody<CloseBatchRequest>({ terminalId: checkId, ...ids }),
};

/** The request of each terminal operation. */
export interface TerminalRequests {
  pay: TransactionRequest;
  preAuth: TransactionRequest;
  capture: AmountReferenceRequest;
  void: VoidRequest;
  refund: AmountReferenceRequest;
  closeBatch: CloseBatchRequest;
}

/** The body to send: without `provider`, and without e-mail and phone unless a receipt is wanted. */
export function transactionBody({ provider: _, email, phone, ...request }: TransactionRequest): object {
  return request.receipt ? { ...request, email, phone } : request;
}

/** One amount in cents, or a list of tax ids. */
type Taxes = number | string[];

/** The body of create payment link. */
export interface CreatePaymentLinkRequest {
  amount: number;
  taxes?: Taxes | undefined;
  showBilling?: boolean | undefined;
  showShipping?: boolean | undefined;
  customValues?: CustomValue[] | undefined;
  attachments?: Attachment[] | undefined;
  applyDiscount?: boolean | undefined;
  clientId?: string | undefined;
}

/** The query of list payment links. The defaults page 1 and 25 items are chosen. */
export type ListPaymentLinksQuery = ListPageQuery;

function isTaxes(value: unknown): value is Taxes {
  if (Array.isArray(value)) return [...value].every(isId); // `every` alone skips gaps
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export const linkRequestFields: FieldsOf<CreatePaymentLinkRequest> = {
  amount: checkAmount,
  taxes: optional(checkOf(isTaxes, 'must be cents or a list of tax ids.')),
  showBilling: optional(boolean),
  showShipping: optional(boolean),
  customValues: optional(checkCustomValues),
  attachments: optional(listOf(checkAttachment)),
  applyDiscount: optional(boolean),
  ...ids,
};

export const checkCreatePaymentLinkRequest = /*#__PURE__*/ objectOf(linkRequestFields);

export const checkListPaymentLinksQuery: Check<ListPaymentLinksQuery> =
  /*#__PURE__*/ objectOf(listPageChecks);
