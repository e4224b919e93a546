import { currencyDigits } from './currency.ts';

/**
 * The unit of the wire's `amount`: `iso` counts minor units (JPY 100 is 100 yen), `hundredths` counts hundredths of the
 * main unit (JPY 10000 is 100 yen). Equal for a currency with two decimals. Source: contract, "Reading and writing".
 */
export type AmountScale = 'iso' | 'hundredths';

export interface AmountScaleOptions {
  currency: string;
  amountScale?: AmountScale | undefined;
}

/** Why an amount is not converted. `scale-missing`: a currency without two decimals needs the service's `amountScale`. */
type AmountScaleReason = 'scale-missing' | 'inexact' | 'out-of-range';

export type AmountFromCentsResult = { ok: true; amount: number } | { ok: false; reason: AmountScaleReason };
export type CentsFromAmountResult = { ok: true; cents: number } | { ok: false; reason: AmountScaleReason };

/** Converts cents (ISO minor units) into the wire's `amount`. With `hundredths` KWD 1.230 is 123 and KWD 1.234 is `inexact`. */
export function amountFromCents(cents: number, options: AmountScaleOptions): AmountFromCentsResult {
  const scaled = rescale(cents, options, 'toWire');
  return typeof scaled === 'number' ? { ok: true, amount: scaled } : { ok: false, reason: scaled };
}

/** Converts the wire's `amount` into cents (ISO minor units). With `hundredths` JPY 10000 is 100 and JPY 10050 is `inexact`. */
export function centsFromAmount(amount: number, options: AmountScaleOptions): CentsFromAmountResult {
  const scaled = rescale(amount, options, 'fromWire');
  return typeof scaled === 'number' ? { ok: true, cents: scaled } : { ok: false, reason: scaled };
}

function rescale(
  value: number,
  { currency, amountScale }: AmountScaleOptions,
  direction: 'toWire' | 'fromWire',
): number | AmountScaleReason {
  const digits = currencyDigits(currency);
  if (digits !== 2 && amountScale === undefined) return 'scale-missing';
  if (!Number.isSafeInteger(value)) return 'out-of-range';
  const ofCents = amountScale === 'hundredths' ? 10n ** BigInt(digits) : 100n;
  const [multiplier, divisor] = direction === 'toWire' ? [100n, ofCents] : [ofCents, 100n];
  const product = BigInt(value) * multiplier;
  if (product % divisor !== 0n) return 'inexact';
  const result = Number(product / divisor);
  return Number.isSafeInteger(result) ? result : 'out-of-range';
}
