import { ConfigurationError, ContractError, InvalidInputError, warnOnce } from '../errors.ts';
import { currencyDigits } from '../money/currency.ts';
import { centsOfDecimal, decimalText } from '../money/digits.ts';
import { centsFromAmount } from '../money/wireAmount.ts';
import { createOperationId } from '../operations/terminalOperation.ts';
import { type Page, readPage, withPage } from '../wire/page.ts';
import { type PaymentLink, readPaymentLink, withSafeAddress } from '../wire/paymentLink.ts';
import { integerOf, isObject, type JsonObject, unwrap } from '../wire/read.ts';
import {
  checkCreatePaymentLinkRequest,
  checkListPaymentLinksQuery,
  type CreatePaymentLinkRequest,
  type ListPaymentLinksQuery,
} from '../wire/requests.ts';
import type { ClientContext, PaymentLinkOptions, PaymentsClientOptions } from './clientContext.ts';
import { readWith } from './readAnswer.ts';
import { send } from './send.ts';
import { assertOfGateway, type CallOptions, parseInput } from './terminalOperations.ts';

export interface LinkCallOptions extends CallOptions {
  /** ISO 4217, of the amounts: under `amountScale: 'hundredths'` none is cents without it. Default `paymentLinks.currency`. */
  currency?: string | undefined;
}

type LinkAmountOptions = Pick<PaymentsClientOptions, 'amountScale' | 'paymentLinks'>;

/** How many decimals link amounts have on the wire; undefined where they are integers. */
function linkDecimals(
  { amountScale, paymentLinks }: LinkAmountOptions,
  currency = paymentLinks?.currency ?? '',
): number | undefined {
  if (paymentLinks?.amountUnit !== 'major') return undefined;
  return amountScale === 'hundredths' ? 2 : currencyDigits(currency);
}

/** The integer that a request counts in, as cents; undefined where nobody said what it counts, or where it is no whole cents. */
export function linkCents(
  { amountScale, paymentLinks }: LinkAmountOptions,
  amount: number,
  currency = paymentLinks?.currency,
): number | undefined {
  if (amountScale !== 'hundredths' && (paymentLinks?.amountUnit === 'major' || !currency)) return amount;
  if (!currency) return undefined;
  const read = centsFromAmount(amount, { currency, amountScale });
  return read.ok ? read.cents : undefined;
}

/** Reads the cents of an amount in a link. Throws `contract` for a decimal where the client was not told that links have them. */
function linkCentsReader(options: LinkAmountOptions, currency?: string) {
  const decimals = linkDecimals(options, currency);
  return (source: JsonObject, field: string, path: string): number | undefined => {
    const amount =
      decimals === undefined ? integerOf(source, field) : centsOfDecimal(source[field], decimals);
    // A total may have fractions of a cent, from a tax. What was sent as an integer comes back as one.
    if (decimals === undefined && field === 'amount' && isDecimal(source[field])) {
      throw new ContractError(
        path,
        "is a decimal, but the client reads links in cents (paymentLinks.amountUnit 'minor'). Where the service counts links in the main unit, as in 12.50, set paymentLinks.amountUnit to 'major': else every link is made over a hundred times its amount",
      );
    }
    return amount === undefined ? undefined : linkCents(options, amount, currency);
  };
}

/** What a query key ends with where the cents that are read depend on the currency. */
export function linkCurrencyKey(
  { amountScale }: LinkAmountOptions,
  currency: string,
): { currency: string }[] {
  return amountScale === 'iso' || currencyDigits(currency) === 2 ? [] : [{ currency }];
}

function isDecimal(value: unknown): boolean {
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && /^\d+\.\d+$/.test(String(value));
}

/** Throws `configuration` where amounts are shown in a currency of other decimals than links are read and sent with. */
export function checkLinkCurrency(options: LinkAmountOptions, currency: string): void {
  const decimals = linkDecimals(options);
  const digits = currencyDigits(currency);
  if (decimals === undefined || options.amountScale === 'hundredths' || decimals === digits) return;
  throw new ConfigurationError(
    'paymentLinks.currency',
    `Links are sent in the main unit with ${decimals} decimals, but ${currency} has ${digits}, so every sum would be wrong. Set paymentLinks.currency of createPaymentsClient to '${currency}'.`,
  );
}

/** The request with its amounts in the main unit, as JSON numbers: 1250 → 12.5. Throws for what no number says exactly. */
function inMajorUnits<Request extends { amount: number; taxes?: number | string[] | undefined }>(
  request: Request,
  decimals: number,
): Request {
  const major = (field: string, cents: number) => {
    const number = Number(decimalText(cents, decimals));
    if (centsOfDecimal(number, decimals) === cents) return number;
    throw new InvalidInputError(field, 'is too large to be sent in the main unit.', 'createPaymentLink');
  };
  const { amount, taxes } = request;
  return {
    ...request,
    amount: major('amount', amount),
    ...(typeof taxes === 'number' && { taxes: major('taxes', taxes) }),
  };
}

/** Says once, in development, what a host should decide about payment links; `sent` is the amount of a new one. */
function warnAboutLinks(options: PaymentLinkOptions = {}, sent?: number): void {
  if (options.version === 'v1') {
    warnOnce(
      "paymentLinks.version 'v1' is deprecated by the service, and its answers carry no data. Use '202104'.",
    );
  }
  if (options.amountUnit !== undefined) return;
  warnOnce(
    "paymentLinks.amountUnit is not set. Links are sent in cents ('minor'); set it to show that this was checked.",
  );
  if (sent === undefined) return;
  warnOnce(
    `A payment link was sent with amount ${sent}, in cents. Look in the service's own list whether it is over that many cents: where it is over a hundred times as much, set paymentLinks.amountUnit to 'major'.`,
    { name: 'sent' },
  );
}

/** One page of the merchant's payment links. */
export async function listPaymentLinks(
  context: ClientContext,
  input: ListPaymentLinksQuery = {},
  { signal, currency }: LinkCallOptions = {},
): Promise<Page<PaymentLink>> {
  const query = withPage(parseInput(checkListPaymentLinksQuery, input, 'listPaymentLinks'));
  const { body, status } = await send(context, { operation: 'listPaymentLinks', query, signal });
  warnAboutLinks(context.options.paymentLinks);
  const read = linkReader(context, currency);
  return readPage(body, (item, path) => read(item, path, status), query);
}

/** Creates a link, once. Null where the service answered without data. */
export async function createPaymentLink(
  context: ClientContext,
  input: CreatePaymentLinkRequest,
  { signal, currency }: LinkCallOptions = {},
): Promise<PaymentLink | null> {
  // Only the other four fields are called optional (contract: create body).
  const parsed = parseInput(checkCreatePaymentLinkRequest, input, 'createPaymentLink');
  const { customValues = [], applyDiscount = false } = parsed;
  const request = { ...parsed, customValues, applyDiscount };
  warnAboutLinks(context.options.paymentLinks, request.amount);
  const decimals = linkDecimals(context.options, currency);
  const wire = decimals === undefined ? request : inMajorUnits(request, decimals);
  // A gateway sends what has an id once, also where the browser sends it twice.
  const operationId = context.options.gateway ? createOperationId() : undefined;
  const call = { operation: 'createPaymentLink', body: wire, operationId, signal } as const;
  const answer = await send(context, call);
  const { value, path } = unwrap(answer.body);
  if (!isNothing(value)) return linkReader(context, currency)(value, path, answer.status);
  assertOfGateway(context, answer);
  return null;
}

/** v1 always answers without data, and 202104 may. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}

function linkReader({ options }: ClientContext, currency: string | undefined) {
  const centsOf = linkCentsReader(options, currency);
  return (value: unknown, path: string, status: number): PaymentLink => {
    const read = () => readPaymentLink(value, path, centsOf);
    const link = readWith(options.readers?.paymentLink, read, value, status);
    return withSafeAddress(link, options.paymentLinks?.allowedOrigins);
  };
}
