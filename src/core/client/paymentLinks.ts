import { ConfigurationError } from '../errors.ts';
import { currencyDigits } from '../money/currency.ts';
import { type Page, readListPage, withPageAndLimit } from '../wire/listPage.ts';
import {
  assertNoDecimal,
  integerFieldOrUndefined,
  isObject,
  type JsonObject,
  parseDigitsOrKeep,
  unwrapDataWithPath,
} from '../wire/read.ts';
import {
  checkCreatePaymentLinkRequest,
  checkListPaymentLinksQuery,
  type CreatePaymentLinkRequest,
  type ListPaymentLinksQuery,
  type PaymentLink,
  readPaymentLinkWithUncheckedAddress,
  withSafeAddress,
} from '../wire/paymentLink.ts';
import type { Service } from '../wire/service.ts';
import { type ClientContext, type PaymentsClientOptions, withDefaultClientId } from './clientContext.ts';
import { sendRequestOnce } from './send.ts';
import type { ApprovalOfRefusedRequest, CallOptions } from '../operations/terminalOperations.ts';
import { parseInput } from '../wire/check.ts';

export interface LinkCallOptions extends CallOptions {
  /** Currency of the amounts (ISO 4217). Needed with `amountScale: 'hundredths'`. Default: the service's currency. */
  currency?: string | undefined;
}

/** The options for creating a link. Only a gateway's client uses `operationId` and `approval`. */
export interface NewLinkOptions extends LinkCallOptions {
  /** The id of the creation: a gateway creates only one link for an id. Default: a new id. */
  operationId?: string | undefined;
  /** Another person's code for a link that a gateway refused with `needs-approval`. */
  approval?: ApprovalOfRefusedRequest | undefined;
}

/** The last part of a query key for links: the currency if it decides how amounts become cents, else empty. */
export function currencyInLinksQueryKey({ amountScale }: Service, currency: string): { currency: string }[] {
  return amountScale === 'iso' || currencyDigits(currency) === 2 ? [] : [{ currency }];
}

/** Throws `configuration` if links are in dollars, not cents, and `currency` has other decimals than the service's. */
export function assertLinkCurrencyDecimals({ amountScale, description }: Service, currency: string): void {
  const { paymentLinks, currency: usual = '' } = description;
  if (paymentLinks?.amountUnit !== 'major' || amountScale === 'hundredths') return;
  const [decimals, digits] = [currencyDigits(usual), currencyDigits(currency)];
  if (decimals === digits) return;
  throw new ConfigurationError(
    'service.currency',
    `Links are sent in the main unit with ${decimals} decimals, but ${currency} has ${digits}, so every sum would be wrong. Set currency of defineService to '${currency}'.`,
  );
}

/** Reads one page of the merchant's payment links. Throws `PaymentsError`. */
export async function listPaymentLinks(
  context: ClientContext,
  input: ListPaymentLinksQuery = {},
  { signal, currency }: LinkCallOptions = {},
): Promise<Page<PaymentLink>> {
  const query = withPageAndLimit(
    parseInput(checkListPaymentLinksQuery, input, 'listPaymentLinks'),
    context.service.pages,
  );
  const { body } = await sendRequestOnce(context, { operation: 'listPaymentLinks', query, currency, signal });
  context.protocol.onLinks?.();
  return readListPage(body, createLinkReader(context, currency), query);
}

/** Creates a link with one request. Null if the service answered without data. Throws `PaymentsError`. */
export async function createPaymentLink(
  context: ClientContext,
  input: CreatePaymentLinkRequest,
  { signal, currency, operationId, approval }: NewLinkOptions = {},
): Promise<PaymentLink | null> {
  const { sendsClientId } = context.service.description.paymentLinks ?? {};
  const wanted = sendsClientId ? withDefaultClientId(input, context.options.clientId) : input;
  const parsed = parseInput(checkCreatePaymentLinkRequest, wanted, 'createPaymentLink');
  // Both fields are always sent, because docs/contract.md requires them.
  const { customValues = [], applyDiscount = false } = parsed;
  const body = { ...parsed, customValues, applyDiscount };
  context.protocol.onLinks?.(body.amount);
  const call = { operation: 'createPaymentLink', body, operationId, approval, currency, signal } as const;
  const answer = await sendRequestOnce(context, call);
  context.protocol.assertTrustedAnswer?.(answer);
  const { value, path } = unwrapDataWithPath(answer.body);
  return isNothing(value) ? null : createLinkReader(context, currency)(value, path);
}

/** Whether an answer holds no link: API version `v1` never sends one, and `202104` may leave it out. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}

/** Returns a function that reads a link: an unsafe URL becomes plain text, and a malformed link throws `contract`. */
export function createLinkReader(
  { options, service }: { service: Service; options?: Pick<PaymentsClientOptions, 'allowedLinkOrigins'> },
  currency?: string,
) {
  const centsOf = (source: JsonObject, field: string, path: string) => {
    // A decimal in `amount` means dollars, not cents. Only `amount` is checked: totals with tax may have fractions of
    // a cent.
    if (field === 'amount') assertNoDecimal(source[field], path, "paymentLinks: { amountUnit: 'major' }");
    const amount = integerFieldOrUndefined({ [field]: parseDigitsOrKeep(source[field]) }, field);
    return amount === undefined ? undefined : service.linkCents(amount, currency);
  };
  return (value: unknown, path: string): PaymentLink =>
    withSafeAddress(readPaymentLinkWithUncheckedAddress(value, path, centsOf), options?.allowedLinkOrigins);
}
