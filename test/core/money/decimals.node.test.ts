import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfDecimal, decimalTextOfCents } from '../../../src/core/money/decimals.ts';

const anyCents = fc.maxSafeNat();
const anyDecimals = fc.constantFrom(0, 2, 3, 4);

describe('decimal text', () => {
  it.each([
    [1250, 2, '12.50'],
    [5, 2, '0.05'],
    [0, 3, '0.000'],
    [1200, 0, '1200'],
    [-1234, 3, '-1.234'],
    [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
  ])('%d with %d decimals is %s', (cents, decimals, text) => {
    expect(decimalTextOfCents(cents, decimals)).toBe(text);
  });

  it('comes back as the same cents', () => {
    fc.assert(
      fc.property(anyCents, anyDecimals, (cents, decimals) => {
        expect(centsOfDecimal(decimalTextOfCents(cents, decimals), decimals)).toBe(cents);
      }),
    );
  });

  it.each([
    [19.99, 2, 1999],
    [0.29, 2, 29],
    ['12.5', 2, 1250],
    ['12.500', 2, 1250],
    [1.005, 3, 1005],
    [1200, 0, 1200],
    ['1200.00', 0, 1200],
    ['1.2340', 4, 12_340],
  ])('reads %s with %d decimals as %d', (value, decimals, cents) => {
    expect(centsOfDecimal(value, decimals)).toBe(cents);
  });

  it.each([
    [0.1 + 0.2, 2],
    [1.005, 2],
    [0.5, 0],
    ['12.3456', 3],
    ['1,50', 2],
    ['-1', 2],
    ['1e3', 2],
    ['12.', 2],
    [Number.MAX_SAFE_INTEGER, 2],
    [Number.NaN, 2],
    [null, 2],
    ['', 2],
  ])('reads nothing where %s with %d decimals would have to be rounded or guessed', (value, decimals) => {
    expect(centsOfDecimal(value, decimals)).toBeUndefined();
  });
});
