import { attempt, ContractError } from '../errors.ts';
import {
  type Check,
  checkAmount,
  checkId,
  strictObjectOf,
  boolean,
  checkThat,
  isId,
  listOf,
  refine,
  optional,
  string,
} from './check.ts';
import { listPageQueryChecks, type ListPageQuery } from './listPage.ts';
import {
  assertObject,
  fieldPath,
  integerFieldOrUndefined,
  isObject,
  type JsonObject,
  parseUrl,
  textFieldOrUndefined,
} from './read.ts';

/** A custom value of a transaction or a payment link. The kit chose these fields, because services in use have them. */
export interface CustomValue {
  key: string;
  label?: string | undefined;
  value: string;
  valueLabel?: string | undefined;
}

/** A check for each field of a body, for the client and the gateway. `defineService` uses only the names of the fields. */
export type CheckByField<Body> = { [Field in keyof Body]-?: Check<Body[Field]> };

export const customValueFieldChecks: CheckByField<CustomValue> = {
  key: refine(string(), (key) => key !== '', 'must not be empty.'),
  label: optional(string()),
  value: string(),
  valueLabel: optional(string()),
};

const checkCustomValue = /*#__PURE__*/ strictObjectOf(
  customValueFieldChecks,
  'must be an object { key, value }.',
);

export const checkCustomValues = /*#__PURE__*/ listOf(checkCustomValue);

/** A file-path object of the service: returned by the upload and sent unchanged with a new link. */
export type Attachment = JsonObject;

const checkAttachment = /*#__PURE__*/ checkThat(
  isAttachment,
  'must be an object that the upload handed out.',
);

/** Reads an upload's answer: one object or a list, bare or in `data`, `items`, `files` or `attachments`. Throws `contract`. */
export function readAttachments(body: unknown): Attachment[] {
  const list = findList(body, '');
  if (list.value.length === 0) throw new ContractError(list.path, 'names no file');
  list.value.forEach((item, index) => {
    const isFile = isObject(item) && Object.values(item).some((field) => field !== null);
    if (!isFile) throw new ContractError(`${list.path}[${index}]`, 'names no file');
  });
  return list.value.filter(isObject);
}

function isAttachment(value: unknown): value is Attachment {
  // An object with a cycle or a bigint cannot be sent.
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

/** One amount in cents, or a list of tax ids. */
type Taxes = number | string[];

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

/** The query of list payment links. Default: page 1 with 25 items. */
export type ListPaymentLinksQuery = ListPageQuery;

function isTaxes(value: unknown): value is Taxes {
  if (Array.isArray(value)) return [...value].every(isId); // `every` alone skips gaps
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export const linkRequestFieldChecks: CheckByField<CreatePaymentLinkRequest> = {
  amount: checkAmount,
  taxes: optional(checkThat(isTaxes, 'must be cents or a list of tax ids.')),
  showBilling: optional(boolean),
  showShipping: optional(boolean),
  customValues: optional(checkCustomValues),
  attachments: optional(listOf(checkAttachment)),
  applyDiscount: optional(boolean),
  clientId: optional(checkId),
};

export const checkCreatePaymentLinkRequest = /*#__PURE__*/ strictObjectOf(linkRequestFieldChecks);

export const checkListPaymentLinksQuery: Check<ListPaymentLinksQuery> =
  /*#__PURE__*/ strictObjectOf(listPageQueryChecks);

/** A payment link. Amounts are cents (ISO minor units), and undefined if the service's value is no amount. */
export interface PaymentLink {
  id: string;
  /** The URL to share, with `https://` added if it had no scheme; undefined if the URL is not safe. */
  paymentLink?: string | undefined;
  /** If `paymentLink` is undefined: the URL as the service sent it. Show it as text, do not open it. */
  addressText?: string | undefined;
  paymentRequestId?: string | undefined;
  reference?: string | undefined;
  /** The service's word for the state of the link, unchanged, for example `unpaid`. */
  status?: string | undefined;
  paid?: boolean | undefined;
  amountCents?: number | undefined;
  totalAmountCents?: number | undefined;
  paidAmountCents?: number | undefined;
  createdAt?: string | undefined;
  customValues: CustomValue[];
  raw: unknown;
}

/** The unit of link amounts: `minor` is cents, `major` the currency's main unit. */
export type LinkAmountUnit = 'minor' | 'major';

/** Reads a link but does not check its URL. `centsOf` reads an amount. Throws `contract`. */
export function readPaymentLinkWithUncheckedAddress(
  value: unknown,
  path: string,
  centsOf: (source: JsonObject, field: string, path: string) => number | undefined = integerFieldOrUndefined,
): PaymentLink {
  const source = assertObject(value, path);
  const paymentLink = textFieldOrUndefined(source, 'paymentLink');
  const id = idOf(source, 'id', '_id', 'paymentRequestId', 'reference') ?? paymentLink;
  if (id === undefined) throw new ContractError(fieldPath(path, 'id'), 'is missing');
  const cents = (field: string) => centsOf(source, field, fieldPath(path, field));
  return {
    id,
    paymentLink,
    paymentRequestId: idOf(source, 'paymentRequestId'),
    reference: idOf(source, 'reference'),
    status: textFieldOrUndefined(source, 'status'),
    paid: typeof source['paid'] === 'boolean' ? source['paid'] : undefined,
    amountCents: cents('amount'),
    totalAmountCents: cents('totalAmount'),
    paidAmountCents: cents('paidAmount'),
    createdAt: textFieldOrUndefined(source, 'createdAt'),
    customValues: customValuesOf(source),
    raw: value,
  };
}

/** Reads an id without checking it: link ids are only shown, and an odd one must not make a whole list unreadable. */
function idOf(source: JsonObject, ...fields: string[]): string | undefined {
  const ids = fields.map(
    (field) => textFieldOrUndefined(source, field) ?? integerFieldOrUndefined(source, field),
  );
  return ids.find((id) => id !== undefined)?.toString();
}

function customValuesOf(source: JsonObject): CustomValue[] {
  const list = Array.isArray(source['customValues']) ? source['customValues'].filter(isObject) : [];
  return list.flatMap((item) => {
    const key = textFieldOrUndefined(item, 'key');
    if (key === undefined) return [];
    return {
      key,
      label: textFieldOrUndefined(item, 'label'),
      value: textFieldOrUndefined(item, 'value') ?? '',
      valueLabel: textFieldOrUndefined(item, 'valueLabel'),
    };
  });
}

/** The URL, with `https://` added if it has no scheme. Undefined unless it is https (or http on localhost) without user info. */
export function safeLinkAddress(text: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d{1,5}(\/|$)/.test(text);
  const completed = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  const url = parseUrl(completed);
  if (!url || !isPlainHost(url, completed) || !(hasScheme || isNamedHost(url))) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.href : undefined;
}

/** Keeps the URL of a link if it is safe and of an allowed origin. Any other URL becomes `addressText`. */
export function withSafeAddress(link: PaymentLink, allowedOrigins?: readonly string[]): PaymentLink {
  const { paymentLink: text } = link;
  if (text === undefined) return link;
  const address = safeLinkAddress(text);
  const isAllowed =
    address !== undefined &&
    [allowedOrigins ?? address].flat().some((origin) => originOf(origin) === originOf(address));
  return isAllowed
    ? { ...link, paymentLink: address }
    : { ...link, paymentLink: undefined, addressText: text };
}

const originOf = (text: string) => parseUrl(safeLinkAddress(text) ?? '')?.origin;

// Whether the host is a domain name. A URL without a scheme needs one: otherwise a path or an id could become a URL.
function isNamedHost({ hostname }: URL): boolean {
  return hostname === 'localhost' || /\.[a-z][a-z\d-]*$/i.test(hostname);
}

// Whether the text is a URL as it stands. Parsers repair spaces, control characters, backslashes and wrong slashes,
// which can hide a hostile URL.
function isPlainHost(url: URL, text: string): boolean {
  const isWhole = /^[a-z]+:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text);
  return isWhole && url.username === '' && url.password === '';
}
