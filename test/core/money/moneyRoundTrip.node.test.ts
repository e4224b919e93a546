import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, formatCentsPlain } from '../../../src/core/money/formatCents.ts';
import { parseCents } from '../../../src/core/money/parseCents.ts';

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
  { numRuns: 10_000, seed: 81 },
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
