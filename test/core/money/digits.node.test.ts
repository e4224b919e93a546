import { describe, expect, it } from 'vitest';
import { digitWithNumberingSystem, boundedCache } from '../../../src/core/money/digits.ts';

function shown(numberingSystem: string): string {
  return new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9_876_543_210);
}

function read(text: string): string {
  return Array.from(text, (char) => digitWithNumberingSystem(char)?.ascii).join('');
}

describe('digitWithNumberingSystem', () => {
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
    expect(digitWithNumberingSystem(char)).toEqual({ ascii, numberingSystem });
  });

  it.each(['²', '½', '①', '五', '〇', 'Ⅷ', 'a', '', '.', '\ud835'])('%j is no digit', (char) => {
    expect(digitWithNumberingSystem(char)).toBeUndefined();
  });

  it('knows every system Intl does, but for the ideographs', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    expect(systems.filter((system) => read(shown(system)) !== '9876543210')).toEqual(['hanidec']);
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
