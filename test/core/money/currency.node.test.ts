import { describe, expect, it } from 'vitest';
import { currencyDigits } from '../../../src/core/money/currency.ts';

function digitsOfIntl(currency: string): number | undefined {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
}

describe('currencyDigits', () => {
  it.each([
    ['USD', 2],
    ['usd', 2],
    ['JPY', 0],
    ['jpy', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['XYZ', 2],
  ])('%s has %d', (currency, digits) => {
    expect(currencyDigits(currency)).toBe(digits);
  });

  it.each(['HUF', 'COP', 'IDR', 'PKR', 'IQD'])(
    'follows ISO 4217 for %s, whatever this engine follows',
    (currency) => {
      expect(currencyDigits(currency)).toBe(currency === 'IQD' ? 3 : 2);
    },
  );

  it('agrees with Intl, except where Intl has dropped a minor unit that ISO keeps', () => {
    const differing = Intl.supportedValuesOf('currency').filter(
      (code) => digitsOfIntl(code) !== currencyDigits(code),
    );
    expect(differing.filter((code) => digitsOfIntl(code) !== 0)).toEqual([]);
  });
});
