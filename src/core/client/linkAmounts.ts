import { integerOf, type JsonObject } from '../contract/reading.ts';
import { ConfigurationError } from '../errors/ConfigurationError.ts';
import { ContractError } from '../errors/ContractError.ts';
import { InvalidInputError } from '../errors/InvalidInputError.ts';
import { currencyDigits } from '../money/currencyDigits.ts';
import { centsOfDecimal, decimalText } from '../money/decimalText.ts';
import { centsFromAmount } from '../money/wireAmount.ts';
import type { PaymentsClientOptions } from './clientOptions.ts';
import type { CallOptions } from './terminalOperations.ts';

export interface LinkCallOptions extends CallOptions {
  /** ISO 4217, of the amounts: under `amountScale: 'hundredths'` none is cents without it. Default `paymentLinks.currency`. */
  currency?: string | undefined;
}

type LinkAmountOptions = Pick<PaymentsClientOptions, 'amountScale' | 'paymentLinks'>;

/** How many decimals link amounts have on the wire; undefined where they are integers. */
export function linkDecimals(
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
export function linkCentsReader(options: LinkAmountOptions, currency?: string) {
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
export function inMajorUnits<Request extends { amount: number; taxes?: number | string[] | undefined }>(
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
