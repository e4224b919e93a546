import { digitOf } from './digitOf.ts';
import { numberSymbols, type NumberSymbols } from './numberSymbols.ts';

/** The number in ASCII, grouped by "," and with "." before the fraction, and how it should have been grouped. */
type ReadNumberResult =
  | { ok: true; number: string; symbols: NumberSymbols }
  | { ok: false; reason: 'invalid-char' | 'mixed-digits' };

/** Reads digits of one numbering system, with the separators the locale uses in that system. */
export function readNumber(text: string, locale: string, currency: string): ReadNumberResult {
  const chars = Array.from(text, (char) => ({ char, digit: digitOf(char) }));
  const numberingSystem = chars.find(({ digit }) => digit)?.digit?.numberingSystem;
  if (numberingSystem === undefined) return { ok: false, reason: 'invalid-char' };
  const symbols = numberSymbols(locale, currency, numberingSystem);
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
