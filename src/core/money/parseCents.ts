import { currencyDigits } from './currencyDigits.ts';
import { currencySigns, isCurrencyName } from './currencySigns.ts';
import { foldCharacters } from './foldCharacters.ts';
import { isGrouped } from './isGrouped.ts';
import { readNumber } from './readNumber.ts';
import { splitAffixes } from './splitAffixes.ts';

export interface ParseCentsOptions {
  locale: string;
  currency: string;
  /** In cents, 1 by default. A negative amount is refused whatever it is. */
  min?: number | undefined;
  /** In cents, 99 999 999 by default. */
  max?: number | undefined;
}

export type ParseCentsReason =
  | 'empty'
  | 'invalid-char'
  | 'mixed-digits'
  | 'bad-grouping'
  | 'too-many-decimals'
  | 'negative'
  | 'too-small'
  | 'too-large'
  | 'currency-mismatch';

export type ParseCentsResult = { ok: true; cents: number } | { ok: false; reason: ParseCentsReason };

const digitRuns = /\p{Nd}+/u;
const longestText = 1_000; // a paste beyond it is not read at all

/**
 * Reads a typed amount as cents: minor units of the currency by ISO 4217, an exact integer, never a float. An amount
 * with a misplaced separator is refused, not guessed. Throws only for a locale or currency that Intl rejects.
 */
export function parseCents(text: string, options: ParseCentsOptions): ParseCentsResult {
  const { locale, currency, min = 1, max = 99_999_999 } = options;
  const typed = text.trim();
  if (typed.length > longestText) return refuse('too-large');
  const amount = splitAffixes(foldCharacters(typed), currencySigns(locale, currency));
  if (!amount.isBalanced) return refuse('invalid-char');
  if (amount.core === '') return refuse(amount.isNegative ? 'negative' : 'empty');

  const reading = readNumber(amount.core, locale, currency);
  if (!reading.ok) return refuse(namesCurrency(amount.core) ? 'currency-mismatch' : reading.reason);
  if (amount.isNegative) return refuse('negative');

  const [whole = '', fraction = ''] = reading.number.split('.');
  if (fraction.includes(',') || !isGrouped(whole, reading.symbols)) return refuse('bad-grouping');
  const fractionDigits = currencyDigits(currency);
  if (fraction.length > fractionDigits) return refuse('too-many-decimals');

  const cents = BigInt(whole.replaceAll(',', '') + fraction.padEnd(fractionDigits, '0'));
  if (cents > BigInt(Number.MAX_SAFE_INTEGER) || Number(cents) > max) return refuse('too-large');
  return Number(cents) < min ? refuse('too-small') : { ok: true, cents: Number(cents) };
}

function refuse(reason: ParseCentsReason): ParseCentsResult {
  return { ok: false, reason };
}

function namesCurrency(text: string): boolean {
  const beside = text.split(digitRuns);
  return isCurrencyName(beside[0] ?? '') || isCurrencyName(beside.at(-1) ?? '');
}
