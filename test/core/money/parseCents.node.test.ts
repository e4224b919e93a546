import { describe, expect, it } from 'vitest';
import {
  parseCents,
  type ParseCentsOptions,
  type ParseCentsReason,
  type ParseCentsResult,
} from '../../../src/core/money/parseCents.ts';
import * as fc from 'fast-check';
import { anyCharacter } from '../../anyCharacter.ts';
import { runs } from '../../runs.ts';

type Case = [text: string, expected: number | ParseCentsReason];

const usd = { locale: 'en-US', currency: 'USD' };
const eur = { locale: 'de-DE', currency: 'EUR' };
const inr = { locale: 'en-IN', currency: 'INR', max: 1_000_000_000 };
const frenchEur = { locale: 'fr-FR', currency: 'EUR' };
const chf = { locale: 'de-CH', currency: 'CHF' };
const egp = { locale: 'ar-EG', currency: 'EGP' };
const jpy = { locale: 'en-US', currency: 'JPY' };
const kwd = { locale: 'en-US', currency: 'KWD' };

function resultOf(expected: number | ParseCentsReason): ParseCentsResult {
  return typeof expected === 'number' ? { ok: true, cents: expected } : { ok: false, reason: expected };
}

/** One test an input; invisible characters are spelt out in its title. */
function table(row: string, options: ParseCentsOptions, cases: Case[]): void {
  describe(`${row} ${options.locale} ${options.currency}`, () => {
    for (const [text, expected] of cases) {
      const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 9)}… (${text.length})` : text);
      const visible = shown.replace(
        /[^\P{C}]|[^\P{Z} ]/gu,
        (char) => `[U+${char.codePointAt(0)?.toString(16)}]`,
      );
      it(`${row} ${visible} is ${expected}`, () => {
        expect(parseCents(text, options)).toEqual(resultOf(expected));
      });
    }
  });
}

table('$1', usd, [
  ['12.34', 1234],
  ['0.29', 29],
  ['19.99', 1999],
  ['4.35', 435],
  ['1.15', 115],
  ['8.2', 820],
  ['1001.10', 100_110],
  ['00012.30', 1230],
  ['.5', 50],
  ['5.', 500],
  ['12.34\n', 1234],
]);

table('$2', usd, [
  ['1.005', 'too-many-decimals'],
  ['0.001', 'too-many-decimals'],
  ['12.340', 'too-many-decimals'],
  ['0', 'too-small'],
  ['0.00', 'too-small'],
  ['', 'empty'],
  ['  \t', 'empty'],
  ['$', 'empty'],
]);

table('$3', usd, [
  ['1,234', 123_400],
  ['1,234.56', 123_456],
  ['1,23', 'bad-grouping'],
  ['1,23.45', 'bad-grouping'],
  ['12,345,67.00', 'bad-grouping'],
  ['1,234,', 'bad-grouping'],
  [',123', 'bad-grouping'],
  ['1234,567', 'bad-grouping'],
  ['1,,234', 'bad-grouping'],
  ['1,234,.50', 'bad-grouping'],
  ['0,123', 'bad-grouping'],
]);

table('$4', eur, [
  ['1.234,56', 123_456],
  ['1.234', 123_400],
  ['1.23', 'bad-grouping'],
  ['1,234', 'too-many-decimals'],
  ['1,2', 120],
  ['12,34 €', 1234],
  ['1,234.50', 'bad-grouping'],
]);
table('$4', usd, [['1.234,56', 'bad-grouping']]);

table('$5', inr, [
  ['12,34,567.89', 123_456_789],
  ['1,234,567.89', 'bad-grouping'],
  ['123,456', 'bad-grouping'],
]);
table('$5', frenchEur, [
  ['1\u202f234,56', 123_456],
  ['1 234,56', 123_456],
  ['1\u00a0234,56 €', 123_456],
  ['12 34', 'bad-grouping'],
  ['1\t234,56', 'invalid-char'],
]);
table('$5', chf, [
  ["1'234.50", 123_450],
  ['1’234.50', 123_450],
]);
table('$5', usd, [
  ['12 34', 'invalid-char'],
  ["1'234.50", 'invalid-char'],
]);

table('$6', egp, [
  ['١٢٫٣٤', 1234],
  ['\u200f١٢٫٣٤\u200f', 1234],
  ['١٬٢٣٤٫٥٦', 123_456],
  ['12.34', 1234],
  ['\u2067\u200f١٢٫٣٤\u00a0\u2068ج.م.\u200f\u2069\u2069', 1234], // copied from a sentence of the kit
  ['12\u2069\u206834', 'invalid-char'],
]);
table('$6', usd, [
  ['１２．３４', 1234],
  ['＄１，２３４．５６', 123_456],
  ['1２.3٤', 'mixed-digits'],
  ['𝟙𝟚.𝟛𝟜', 1234],
  ['𝟙𝟚.𝟯𝟰', 'mixed-digits'],
  ['²5', 'invalid-char'],
  ['①2', 'invalid-char'],
  ['½', 'invalid-char'],
  ['五', 'invalid-char'],
  ['￢5', 'invalid-char'],
  ['1\u202e2.34', 'invalid-char'],
  ['12\u200b.34', 'invalid-char'],
  ['12\u200f34', 'invalid-char'],
]);

table('$7', usd, [
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['(5.00)', 'negative'],
  ['-$5', 'negative'],
  ['5-', 'negative'],
  ['-', 'negative'],
  ['-0', 'negative'],
  ['--5', 'invalid-char'],
  ['(5.00', 'invalid-char'],
  ['5-6', 'invalid-char'],
  ['+5', 'invalid-char'],
  ['1e3', 'invalid-char'],
  ['0x10', 'invalid-char'],
  ['Infinity', 'invalid-char'],
  ['NaN', 'invalid-char'],
  ['1_000', 'invalid-char'],
  ['=1+1', 'invalid-char'],
  ['12.34%', 'invalid-char'],
  ['12\n34', 'invalid-char'],
  ['12\t.34', 'invalid-char'],
  ['12.3.4', 'invalid-char'],
  ['1..2', 'invalid-char'],
  ['12.34.', 'invalid-char'],
  ['.', 'invalid-char'],
]);

table('$8', usd, [
  ['$12.34', 1234],
  ['12.34 USD', 1234],
  ['usd 12.34', 1234],
  ['$12.34 USD', 1234],
  ['€12.34', 'currency-mismatch'],
  ['12.34 EUR', 'currency-mismatch'],
  ['CA$12.34', 'currency-mismatch'],
  ['$12.34 €', 'currency-mismatch'],
  ['999999.99', 99_999_999],
  ['1000000.00', 'too-large'],
  ['90071992547409.92', 'too-large'],
  ['9'.repeat(400), 'too-large'],
  [`${'0'.repeat(390)}12.34`, 1234],
  ['9'.repeat(1_000_000), 'too-large'],
]);
table('$8', { locale: 'en-CA', currency: 'USD' }, [
  ['US$12.34', 1234],
  ['$12.34', 'currency-mismatch'],
]);
table('$8', { locale: 'de-CH', currency: 'EUR' }, [
  ['EUR 12.34', 1234],
  ['€12.34', 1234],
]);
table('$8', { locale: 'ja-JP', currency: 'JPY' }, [
  ['￥1,234', 1234],
  ['¥1,234', 1234],
]);
table('$8', { locale: 'da-DK', currency: 'DKK' }, [['12,34 kr.', 1234]]);

table('$9', jpy, [
  ['100', 100],
  ['100.5', 'too-many-decimals'],
]);
table('$9', kwd, [
  ['1.234', 1234],
  ['1.2345', 'too-many-decimals'],
]);

describe('bounds', () => {
  it('takes min and max in cents, both included', () => {
    const bounded = { ...usd, min: 50, max: 1000 };
    expect(parseCents('0.49', bounded)).toEqual(resultOf('too-small'));
    expect(parseCents('0.50', bounded)).toEqual(resultOf(50));
    expect(parseCents('10.00', bounded)).toEqual(resultOf(1000));
    expect(parseCents('10.01', bounded)).toEqual(resultOf('too-large'));
  });

  it('accepts zero where min allows it', () => {
    expect(parseCents('0.00', { ...usd, min: 0 })).toEqual(resultOf(0));
  });

  it('is exact up to the largest safe integer and refuses the next, whatever max says', () => {
    const open = { ...usd, max: Infinity };
    expect(parseCents('90071992547409.91', open)).toEqual(resultOf(Number.MAX_SAFE_INTEGER));
    expect(parseCents('90071992547409.92', open)).toEqual(resultOf('too-large'));
  });
});

describe('hostile length', () => {
  const hostile: [name: string, text: string][] = [
    ['nines', '9'.repeat(400)],
    ['nines and a million more', '9'.repeat(1_000_400)],
    ['groups', `${'1,'.repeat(200)}1`],
    ['inner spaces', `1${' '.repeat(398)}1`],
    ['letters between digits', 'a1'.repeat(200)],
    ['dollars', '$'.repeat(400)],
    ['minuses', '-'.repeat(400)],
    ['Arabic digits', '٣'.repeat(400)],
  ];
  for (const [name, text] of hostile) {
    it(`$8 400 characters of ${name} are refused within 5 ms`, () => {
      const durations = Array.from({ length: 10 }, () => {
        const startedAt = performance.now();
        expect(parseCents(text, usd).ok).toBe(false);
        return performance.now() - startedAt;
      });
      expect(Math.min(...durations)).toBeLessThan(5); // a busy machine only adds time
    });
  }
});

const pairs = [
  { locale: 'en-US', currency: 'USD' },
  { locale: 'de-CH', currency: 'CHF' },
  { locale: 'en-IN', currency: 'INR' },
  { locale: 'ar-EG', currency: 'EGP' },
  { locale: 'pt-CV', currency: 'CVE' },
  { locale: 'ar-KW', currency: 'KWD' },
];
const near = Array.from("0123456789.,' -+()$€eE%\u00a0\u200b\u200f\u202e\t\n٠١٢٣٫٬１２．²½五𝟙");
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...near), maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,')), maxLength: 12 }),
);

describe('parseCents', () => {
  it.each(pairs)('never throws and never leaves its bounds, whatever the text ($locale)', (pair) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = parseCents(text, pair);
        const cents = result.ok ? result.cents : 1;
        expect(Number.isSafeInteger(cents) && cents >= 1 && cents <= 99_999_999).toBe(true);
        expect(Object.keys(result)).toEqual(result.ok ? ['ok', 'cents'] : ['ok', 'reason']);
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  it('reads plain digits as the integer they spell, and no others', () => {
    const plain = /^(?=.*\d)\d*(\.\d{0,2})?$/;
    const digits = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789.')),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(digits, (text) => {
        const result = parseCents(text, { locale: 'en-US', currency: 'USD', min: 0, max: Infinity });
        const [whole = '', fraction = ''] = text.split('.');
        expect(result.ok).toBe(plain.test(text));
        expect(result.ok ? BigInt(result.cents) : undefined).toBe(
          plain.test(text) ? BigInt(whole + fraction.padEnd(2, '0')) : undefined,
        );
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  it('refuses an amount once a strange character stands between its digits', () => {
    const strange = fc.constantFrom(...Array.from('_e+-%²½五\u200b\u200e\u200f\u202e\t\n١１$€'));
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 999_999 }), strange, fc.nat(), (cents, char, at) => {
        const text = String(cents);
        const place = 1 + (at % (text.length - 1));
        const spoilt = text.slice(0, place) + char + text.slice(place);
        expect(parseCents(spoilt, { locale: 'en-US', currency: 'USD' }).ok).toBe(false);
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  it('rejects a locale that is none, as Intl does', () => {
    expect(() => parseCents('1', { locale: 'not a locale', currency: 'USD' })).toThrow(RangeError);
  });
});
