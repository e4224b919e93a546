import { currencyDigits, currencySpellings, isCurrencySymbolOrCode } from './currency.ts';
import { digitWithNumberingSystem, replaceLookalikesWithAscii } from './digits.ts';
import { type SeparatorsAndGroupSizes, separatorsAndGroupSizes } from './formatCents.ts';

/** Whether the groups between "," have the right sizes. True for digits without ",", false for "0,123". */
function isGrouped(digits: string, { primaryGroup, secondaryGroup }: SeparatorsAndGroupSizes): boolean {
  const groups = digits.split(',');
  const [first = ''] = groups;
  const last = groups.at(-1) ?? '';
  if (groups.length === 1) return true;
  if (first === '' || first.startsWith('0') || first.length > secondaryGroup) return false;
  return (
    last.length === primaryGroup && groups.slice(1, -1).every((group) => group.length === secondaryGroup)
  );
}

/** `number`: ASCII with "," between groups and "." before the fraction; `symbols`: the locale's. `reason`: why there is none. */
type ReadNumberResult =
  | { ok: true; number: string; symbols: SeparatorsAndGroupSizes }
  | { ok: false; reason: 'invalid-char' | 'mixed-digits' };

/** Reads digits of a single numbering system, with the locale's separators for that system. */
function readNumber(text: string, locale: string, currency: string): ReadNumberResult {
  const chars = Array.from(text, (char) => ({ char, digit: digitWithNumberingSystem(char) }));
  const numberingSystem = chars.find(({ digit }) => digit)?.digit?.numberingSystem;
  if (numberingSystem === undefined) return { ok: false, reason: 'invalid-char' };
  const symbols = separatorsAndGroupSizes(locale, currency, numberingSystem);
  let number = '';
  for (const { char, digit } of chars) {
    if (digit && digit.numberingSystem !== numberingSystem) return { ok: false, reason: 'mixed-digits' };
    if (digit) number += digit.ascii;
    else if (char === symbols.decimal && !number.includes('.')) number += '.';
    else if (char === symbols.group) number += ',';
    else return { ok: false, reason: 'invalid-char' };
  }
  return { ok: true, number, symbols };
}

type Edge = 'start' | 'end';

const skipped = /[ \u061c\u200e\u200f\u2066-\u2069]/; // bidi marks and isolates surround right-to-left amounts
const brackets = { start: '(', end: ')' } as const;

/** Splits spaces, bidi marks, minus signs, brackets and a currency sign off both ends of a normalized text. */
function splitAffixes(text: string, signs: readonly string[]) {
  const start = peel(text, 'start', signs);
  const end = peel(start.rest, 'end', signs);
  const minuses = start.minuses + end.minuses;
  return {
    core: end.rest,
    isNegative: minuses > 0 || start.brackets > 0,
    /** False for an unclosed bracket or a second minus. */
    isBalanced: start.brackets === end.brackets && minuses + start.brackets <= 1,
  };
}

function peel(text: string, edge: Edge, signs: readonly string[]) {
  let rest = text;
  let minuses = 0;
  let opened = 0;
  let hasSign = false;
  for (;;) {
    const sign = hasSign
      ? undefined
      : signs.find((one) => take(rest, one.length, edge).toUpperCase() === one.toUpperCase());
    const char = take(rest, 1, edge);
    if (sign !== undefined) hasSign = true;
    else if (char === '-') minuses += 1;
    else if (char === brackets[edge]) opened += 1;
    else if (!skipped.test(char)) return { rest, minuses, brackets: opened };
    rest = drop(rest, sign?.length ?? 1, edge);
  }
}

function take(text: string, length: number, edge: Edge): string {
  return edge === 'start' ? text.slice(0, length) : text.slice(-length);
}

function drop(text: string, length: number, edge: Edge): string {
  return edge === 'start' ? text.slice(length) : text.slice(0, -length);
}

export interface ParseCentsOptions {
  locale: string;
  currency: string;
  /** The smallest allowed amount (cents), default 1. A negative amount is always refused. */
  min?: number | undefined;
  /** The largest allowed amount (cents), default 99 999 999. */
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
const longestText = 1_000; // a longer paste is refused unread

/**
 * Parses a typed amount as cents: minor units by ISO 4217, an exact integer, never a float. A misplaced separator is
 * refused, never guessed. Throws only for a locale or currency that Intl rejects.
 */
export function parseCents(text: string, options: ParseCentsOptions): ParseCentsResult {
  const { locale, currency, min = 1, max = 99_999_999 } = options;
  const typed = text.trim();
  if (typed.length > longestText) return refuse('too-large');
  const amount = splitAffixes(replaceLookalikesWithAscii(typed), currencySpellings(locale, currency));
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
  return isCurrencySymbolOrCode(beside[0] ?? '') || isCurrencySymbolOrCode(beside.at(-1) ?? '');
}
