import { describe, expect, it } from 'vitest';
import { formatCents, formatCentsPlain, formatCentsToParts } from '../../../src/core/money/formatCents.ts';

const usd = { locale: 'en-US', currency: 'USD' };
const eur = { locale: 'de-DE', currency: 'EUR' };

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [123_456, '$1,234.56'],
    [-123_456, '-$1,234.56'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
    [Number.MIN_SAFE_INTEGER, '-$90,071,992,547,409.91'],
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
