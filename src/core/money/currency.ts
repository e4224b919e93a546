import { boundedCache, replaceLookalikesWithAscii } from './digits.ts';

// The currencies without two decimals, by their number of decimals (ISO 4217, list one). Intl's digits are not used:
// since ecma402#922 an engine may follow ISO or CLDR (V8 gives HUF, COP and IDR no decimals, Firefox two), so one
// integer would mean two amounts.
const withoutTwo: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Decimals of a currency's minor unit by ISO 4217: USD 2, JPY 0, KWD 3. 2 for any other code. */
export function currencyDigits(currency: string): number {
  const code = currency.toUpperCase();
  const [digits] = Object.entries(withoutTwo).find(([, codes]) => codes.split(' ').includes(code)) ?? [2];
  return Number(digits);
}

/** Whether the text has the form of an ISO 4217 code. `Intl` formats no other text. */
export const hasCurrencyCodeForm = (text: string): boolean => /^[A-Za-z]{3}$/.test(text);

const bidiMarks = /[\u061c\u200e\u200f]/g;
const notInName = /[^\p{L}\p{M}\p{Sc}]/gu;
const currencySymbol = /\p{Sc}/u;
const cached = /*#__PURE__*/ boundedCache<readonly string[]>(64);
const symbolsByLocale = /*#__PURE__*/ boundedCache<(readonly [code: string, symbol: string])[]>(8);
const allCodes = () => Intl.supportedValuesOf('currency');
let isoCodes: ReadonlySet<string> | undefined;

/**
 * How a currency may be written beside an amount, longest first: its code, its symbol in the locale, and its short
 * symbols ("€" in de-CH). Short symbols that mean another currency in the locale are left out ("$" is not USD in
 * en-CA).
 */
export function currencySpellings(locale: string, currency: string): readonly string[] {
  return cached([locale, currency].join('|'), () => {
    const symbol = signOf(locale, currency, 'symbol');
    const short = [locale, 'en'].map((known) => signOf(known, currency, 'narrowSymbol'));
    const signs = new Set([
      currency.toUpperCase(),
      symbol,
      ...short.filter((sign) => !isTaken(sign, locale, currency)),
    ]);
    return [...signs].filter((sign) => sign !== '').toSorted((a, b) => b.length - a.length);
  });
}

/** Whether the text beside an amount is a currency symbol or an ISO 4217 code. */
export function isCurrencySymbolOrCode(text: string): boolean {
  const name = text.replace(notInName, '');
  if (currencySymbol.test(name)) return true;
  isoCodes ??= new Set(allCodes());
  return isoCodes.has(name.toUpperCase());
}

function isTaken(sign: string, locale: string, currency: string): boolean {
  if (sign === signOf(locale, currency, 'symbol')) return false;
  const symbols = symbolsByLocale(locale, () =>
    allCodes().map((code) => [code, signOf(locale, code, 'symbol')]),
  );
  return symbols.some(([code, symbol]) => symbol === sign && code !== currency.toUpperCase());
}

function signOf(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  const sign = format.formatToParts(1).find((part) => part.type === 'currency')?.value ?? '';
  return replaceLookalikesWithAscii(sign).replace(bidiMarks, '');
}
