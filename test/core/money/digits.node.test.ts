import { describe, expect, it } from 'vitest';
import { digitOf, centsOfDecimal, decimalText, boundedCache } from '../../../src/core/money/digits.ts';
import * as fc from 'fast-check';

function shown(numberingSystem: string): string {
  return new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9_876_543_210);
}

function read(text: string): string {
  return Array.from(text, (char) => digitOf(char)?.ascii).join('');
}

describe('digitOf', () => {
  it.each([
    ['7', '7', 'latn'],
    ['７', '7', 'fullwide'],
    ['٧', '7', 'arab'],
    ['۷', '7', 'arabext'],
    ['৭', '7', 'beng'],
    ['७', '7', 'deva'],
    ['๗', '7', 'thai'],
    ['𝟟', '7', 'mathdbl'],
  ])('%s is %s of %s', (char, ascii, numberingSystem) => {
    expect(digitOf(char)).toEqual({ ascii, numberingSystem });
  });

  it.each(['²', '½', '①', '五', '〇', 'Ⅷ', 'a', '', '.', '\ud835'])('%j is no digit', (char) => {
    expect(digitOf(char)).toBeUndefined();
  });

  it('knows every system Intl does, but for the ideographs', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    expect(systems.filter((system) => read(shown(system)) !== '9876543210')).toEqual(['hanidec']);
  });
});

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
    expect(decimalText(cents, decimals)).toBe(text);
  });

  it('comes back as the same cents', () => {
    fc.assert(
      fc.property(anyCents, anyDecimals, (cents, decimals) => {
        expect(centsOfDecimal(decimalText(cents, decimals), decimals)).toBe(cents);
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

function fail(): never {
  throw new RangeError('no');
}

describe('boundedCache', () => {
  it('makes a value once, and again only after newer keys pushed it out', () => {
    const made: string[] = [];
    const cached = boundedCache<string>(2);
    const get = (key: string) =>
      cached(key, () => {
        made.push(key);
        return key;
      });
    for (const key of ['a', 'a', 'b', 'a', 'c', 'b', 'a']) expect(get(key)).toBe(key);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('keeps nothing of a value that could not be made', () => {
    const cached = boundedCache<number>(2);
    expect(() => cached('a', fail)).toThrow('no');
    expect(cached('a', () => 1)).toBe(1);
  });
});
