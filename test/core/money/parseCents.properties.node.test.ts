import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCents } from '../../../src/core/money/parseCents.ts';

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
  fc.string({ unit: 'binary' }),
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
      { numRuns: 5_000 },
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
      { numRuns: 5_000 },
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
      { numRuns: 5_000 },
    );
  });

  it('rejects a locale that is none, as Intl does', () => {
    expect(() => parseCents('1', { locale: 'not a locale', currency: 'USD' })).toThrow(RangeError);
  });
});
