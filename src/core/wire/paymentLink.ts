import { ContractError } from '../errors.ts';
import { integerField, isObject, type JsonObject, assertObject, parseUrl, textField } from './read.ts';
import type { CustomValue } from './requests.ts';

/** A payment link. Amounts are cents (ISO minor units of the currency), and absent where what the service says cannot be read as such. */
export interface PaymentLink {
  id: string;
  /** The address to share, completed with https; absent where it is not a safe web address. */
  paymentLink?: string | undefined;
  /** What the service gave as the address where `paymentLink` is absent: text, nothing to open. */
  addressText?: string | undefined;
  paymentRequestId?: string | undefined;
  reference?: string | undefined;
  /** As the service says it, for example `unpaid`. */
  status?: string | undefined;
  paid?: boolean | undefined;
  amountCents?: number | undefined;
  totalAmountCents?: number | undefined;
  paidAmountCents?: number | undefined;
  createdAt?: string | undefined;
  customValues: CustomValue[];
  raw: unknown;
}

/** Which unit the service's link amounts are in: `minor` is cents, `major` the currency's main unit. */
export type LinkAmountUnit = 'minor' | 'major';

/** The link as the service says it; its address is not checked yet. `centsOf` reads an amount of it, or throws. */
export function readPaymentLink(
  value: unknown,
  path: string,
  centsOf: (source: JsonObject, field: string, path: string) => number | undefined = integerField,
): PaymentLink {
  const source = assertObject(value, path);
  const paymentLink = textField(source, 'paymentLink');
  const id = idOf(source, 'id', '_id', 'paymentRequestId', 'reference') ?? paymentLink;
  if (id === undefined) throw new ContractError(path ? `${path}.id` : 'id', 'is missing');
  const cents = (field: string) => centsOf(source, field, path ? `${path}.${field}` : field);
  return {
    id,
    paymentLink,
    paymentRequestId: idOf(source, 'paymentRequestId'),
    reference: idOf(source, 'reference'),
    status: textField(source, 'status'),
    paid: typeof source['paid'] === 'boolean' ? source['paid'] : undefined,
    amountCents: cents('amount'),
    totalAmountCents: cents('totalAmount'),
    paidAmountCents: cents('paidAmount'),
    createdAt: textField(source, 'createdAt'),
    customValues: customValuesOf(source),
    raw: value,
  };
}

/** Ids of links are shown and never sent back, so one that is long or odd does not make a whole list unreadable. */
function idOf(source: JsonObject, ...fields: string[]): string | undefined {
  const ids = fields.map((field) => textField(source, field) ?? integerField(source, field));
  return ids.find((id) => id !== undefined)?.toString();
}

function customValuesOf(source: JsonObject): CustomValue[] {
  const list = Array.isArray(source['customValues']) ? source['customValues'].filter(isObject) : [];
  return list.flatMap((item) => {
    const key = textField(item, 'key');
    return key === undefined
      ? []
      : [
          {
            key,
            label: textField(item, 'label'),
            value: textField(item, 'value') ?? '',
            valueLabel: textField(item, 'valueLabel'),
          },
        ];
  });
}

/** A web address that is safe to open: https, or http on localhost, without user info; one without a scheme is completed with https. */
export function linkAddress(text: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d{1,5}(\/|$)/.test(text);
  const completed = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  const url = parseUrl(completed);
  if (!url || !isPlainHost(url, completed) || !(hasScheme || isNamedHost(url))) return undefined;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.href : undefined;
}

/** The link with an address that is safe to open and of an allowed origin; any other becomes `addressText`. */
export function withSafeAddress(link: PaymentLink, allowedOrigins?: readonly string[]): PaymentLink {
  const { paymentLink: text } = link;
  if (text === undefined) return link;
  const address = linkAddress(text);
  const isAllowed = address !== undefined && (allowedOrigins?.includes(new URL(address).origin) ?? true);
  return isAllowed
    ? { ...link, paymentLink: address }
    : { ...link, paymentLink: undefined, addressText: text };
}

// What has no scheme may be a path or an id: completed, those would lead to somebody's host.
function isNamedHost({ hostname }: URL): boolean {
  return hostname === 'localhost' || /\.[a-z][a-z\d-]*$/i.test(hostname);
}

// Spaces, control characters, backslashes and slashes too few or many are repaired by URL parsers; a hostile address hides
// behind that.
function isPlainHost(url: URL, text: string): boolean {
  const isWhole = /^[a-z]+:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text);
  return isWhole && url.username === '' && url.password === '';
}
