import { describe, expect, it } from 'vitest';
import { boundedCache } from '../../../src/core/money/digits.ts';

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
