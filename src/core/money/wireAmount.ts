import { currencyDigits } from './currency.ts';

/**
 * What the wire's `amount` counts: `iso` minor units of the currency (JPY 100 is 100 yen), or `hundredths` of its
 * main unit (JPY 10000 is 100 yen). The same for a currency with two digits. Source: contract, "Reading and writing".
 */
export type AmountScale = 'iso' | 'hundredths';

export interface AmountScaleOptions {
  currency: string;
  amountScale?: AmountScale | undefined;
}

/** `scale-missing` is a configuration problem: such a currency needs `amountScale`. */
export type AmountScaleReason = 'scale-missing' | 'inexact' | 'out-of-range';

export type AmountFromCentsResult = { ok: true; amount: number } | { ok: false; reason: AmountScaleReason };
export type CentsFromAmountResult = { ok: true; cents: number } | { ok: false; reason: AmountScaleReason };

/** Cents (ISO minor units) to the wire's `amount`. Under `hundredths` KWD 1.230 is 123 and KWD 1.234 is `inexact`. */
export function amountFromCents(cents: number, options: AmountScaleOptions): AmountFromCentsResult {
  const ratio = ratioOf(options);
  if (!ratio) return { ok: false, reason: 'scale-missing' };
  const amount = rescale(cents, ratio.hundredths, ratio.cents);
  return typeof amount === 'number' ? { ok: true, amount } : { ok: false, reason: amount.reason };
}

/** The wire's `amount` to cents (ISO minor units). Under `hundredths` JPY 10000 is 100 and JPY 10050 is `inexact`. */
export function centsFromAmount(amount: number, options: AmountScaleOptions): CentsFromAmountResult {
  const ratio = ratioOf(options);
  if (!ratio) return { ok: false, reason: 'scale-missing' };
  const cents = rescale(amount, ratio.cents, ratio.hundredths);
  return typeof cents === 'number' ? { ok: true, cents } : { ok: false, reason: cents.reason };
}

function ratioOf({ currency, amountScale }: AmountScaleOptions) {
  const digits = currencyDigits(currency);
  if (digits === 2 || amountScale === 'iso') return { cents: 1n, hundredths: 1n };
  if (amountScale === undefined) return undefined;
  return { cents: 10n ** BigInt(digits), hundredths: 100n };
}

function rescale(value: number, multiplier: bigint, divisor: bigint): number | { reason: AmountScaleReason } {
  if (!Number.isSafeInteger(value)) return { reason: 'out-of-range' };
  const product = BigInt(value) * multiplier;
  if (product % divisor !== 0n) return { reason: 'inexact' };
  const result = Number(product / divisor);
  return Number.isSafeInteger(result) ? result : { reason: 'out-of-range' };
}
