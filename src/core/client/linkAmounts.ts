import { ConfigurationError } from '../errors/ConfigurationError.ts';
import { InvalidInputError } from '../errors/InvalidInputError.ts';
import { currencyDigits } from '../money/currencyDigits.ts';
import { centsOfDecimal, decimalText } from '../money/decimalText.ts';
import type { PaymentsClientOptions } from './clientOptions.ts';

type LinkAmountOptions = Pick<PaymentsClientOptions, 'amountScale' | 'paymentLinks'>;

/** How many decimals link amounts have on the wire; undefined where they are integers. */
export function linkDecimals({ amountScale, paymentLinks }: LinkAmountOptions): number | undefined {
  if (paymentLinks?.amountUnit !== 'major') return undefined;
  return amountScale === 'hundredths' ? 2 : currencyDigits(paymentLinks.currency ?? '');
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
