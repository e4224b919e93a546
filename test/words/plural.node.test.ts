import { describe, expect, test } from 'vitest';
import { countIn } from '../../src/words/plural.ts';

describe('a number for words', () => {
  test.each([
    ['en-US', 1234, '1,234'],
    ['de-DE', 1234, '1.234'],
    ['ar-EG', 12, '١٢'],
    ['hi-IN-u-nu-deva', 7, '७'],
    ['en-US', 0, '0'],
    ['en-US', 12.6, '13'],
  ])('is written as in %s: %d', (locale, value, text) => {
    expect(countIn(locale)(value)).toEqual({ value, text });
  });
});
