import { describe, expect, it } from 'vitest';
import { formatCents, formatCentsPlain, formatCentsToParts } from '../../../src/core/money/formatCents.ts';
import * as fc from 'fast-check';
import { parseCents } from '../../../src/core/money/parseCents.ts';
import { runs } from '../../runs.ts';

const usd = { locale: 'en-US', currency: 'USD' };
const eur = { locale: 'de-DE', currency: 'EUR' };

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$0.05'],
    [-5, '−$0.05'],
    [123_456, '$1,234.56'],
    [-123_456, '−$1,234.56'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
    [Number.MIN_SAFE_INTEGER, '−$90,071,992,547,409.91'],
  ])('shows %d cents as %s', (cents, shown) => {
    expect(formatCents(cents, usd)).toBe(shown);
  });

  it.each([
    ['JPY', '¥1,234'],
    ['KWD', 'KWD 1.234'],
    ['CLF', 'CLF 0.1234'],
    ['HUF', 'HUF 12.34'],
    ['COP', 'COP 12.34'],
  ])('puts the point where ISO 4217 does: %s', (currency, shown) => {
    expect(formatCents(1234, { locale: 'en-US', currency }).replace('\u00a0', ' ')).toBe(shown);
  });

  it.each([NaN, Infinity, 12.5, 2 ** 53])('refuses %d, which is no safe integer', (cents) => {
    expect(() => formatCents(cents, usd)).toThrow(/not a safe integer/);
  });
});

describe('formatCentsToParts', () => {
  it('sets the currency apart and loses nothing', () => {
    const parts = formatCentsToParts(123_456, eur);
    expect(parts.filter((part) => part.type === 'currency').map((part) => part.value)).toEqual(['€']);
    expect(parts.map((part) => part.value).join('')).toBe(formatCents(123_456, eur));
  });

  it('leaves groups out when asked to', () => {
    const parts = formatCentsToParts(123_456, { ...eur, useGrouping: false });
    expect(parts.map((part) => part.value).join('')).toBe('1234,56\u00a0€');
  });
});

describe('formatCentsPlain', () => {
  it('has the separator of the locale, no currency and no groups', () => {
    expect(formatCentsPlain(123_456, eur)).toBe('1234,56');
    expect(formatCentsPlain(123_456, { locale: 'ar-EG', currency: 'EGP' })).toBe('١٢٣٤٫٥٦');
  });

  it('groups when asked to', () => {
    expect(formatCentsPlain(123_456, { ...eur, useGrouping: true })).toBe('1.234,56');
    expect(formatCentsPlain(1_234_567_89, { locale: 'en-IN', currency: 'INR', useGrouping: true })).toBe(
      '12,34,567.89',
    );
  });
});

const pairs: [locale: string, currency: string][] = [
  ['en-US', 'USD'],
  ['en-IN', 'INR'],
  ['de-DE', 'EUR'],
  ['de-CH', 'CHF'],
  ['de-AT', 'EUR'],
  ['fr-FR', 'EUR'],
  ['es-ES', 'EUR'],
  ['pt-CV', 'CVE'],
  ['sv-SE', 'SEK'],
  ['da-DK', 'DKK'],
  ['ar-EG', 'EGP'],
  ['ar-KW', 'KWD'],
  ['fa-IR', 'IRR'],
  ['he-IL', 'ILS'],
  ['bn-BD', 'BDT'],
  ['hi-IN', 'INR'],
  ['ja-JP', 'JPY'],
];
const amounts = fc.sample(
  fc.oneof(
    fc.integer({ min: 1, max: 99_999_999 }),
    fc.integer({ min: 1, max: 9_999 }),
    fc.maxSafeNat().map((n) => n || 1),
  ),
  { numRuns: runs(150, 10_000), seed: 81 },
);

function forms(cents: number, pair: { locale: string; currency: string }): string[] {
  return [
    formatCents(cents, pair),
    formatCentsPlain(cents, pair),
    formatCentsPlain(cents, { ...pair, useGrouping: true }),
  ];
}

/** The texts that were not read as the cents they show. */
function misread(cents: number, pair: { locale: string; currency: string }): string[] {
  return forms(cents, pair).filter((text) => {
    const result = parseCents(text, { ...pair, max: Number.MAX_SAFE_INTEGER });
    return !result.ok || result.cents !== cents;
  });
}

describe('F81 round trip', () => {
  it.each(pairs)('F81 reads back what it shows in %s, %s, formatted and editable', (locale, currency) => {
    expect(amounts.flatMap((cents) => misread(cents, { locale, currency }))).toEqual([]);
  });

  it.each(pairs)('F81 says negative for what it shows below zero in %s, %s', (locale, currency) => {
    const pair = { locale, currency };
    const texts = amounts.slice(0, 500).flatMap((cents) => forms(-cents, pair));
    expect(texts.filter((text) => parseCents(text, pair).ok)).toEqual([]);
    expect(new Set(texts.map((text) => JSON.stringify(parseCents(text, pair))))).toEqual(
      new Set(['{"ok":false,"reason":"negative"}']),
    );
  });

  it('F81 holds for every currency Intl knows, in locales with signs of their own', () => {
    const locales = ['en-CA', 'zh-TW', 'ar', 'fy', 'br', 'ccp'];
    const wrong = locales.flatMap((locale) =>
      Intl.supportedValuesOf('currency').flatMap((currency) =>
        [1, 123_456, 99_999_999].flatMap((cents) => misread(cents, { locale, currency })),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
