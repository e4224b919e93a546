import { describe, expect, test } from 'vitest';
import { readSearch } from '../../../src/components/transaction-list/useListSearch.ts';

const us = { locale: 'en-US', currency: 'USD' };
const de = { locale: 'de-DE', currency: 'EUR' };
const amount = (cents: number) => ({ as: 'amount', cents });
const number = (text: string) => ({ as: 'number', text });

describe('a typed text is taken for', () => {
  test.each([
    ['an amount, or else a number', '31.40', us, [amount(3140), number('31.40')]],
    ['an amount with the locale’s comma', '31,40', de, [amount(3140), number('31,40')]],
    ['an amount with the point of a keypad', '31.40', de, [amount(3140), number('31.40')]],
    ['an amount with its sign', '$31', us, [amount(3100), number('$31')]],
    [
      'an amount in Arabic digits',
      '٣١٫٤٠',
      { locale: 'ar-EG', currency: 'EGP' },
      [amount(3140), number('٣١٫٤٠')],
    ],
    ['a number, or else a whole amount', '1042', us, [number('1042'), amount(104_200)]],
    ['a number only', 'A-1042', us, [number('A-1042')]],
    ['an amount only: a number has two characters', '5', us, [amount(500)]],
    ['nothing', ' ', us, []],
    ['nothing: a number has two characters', 'A', us, []],
  ])('%s: %s', (_, typed, format, readings) => {
    expect(readSearch(typed, format)).toEqual(readings);
  });

  test('is read as one sees it, without the marks that a copy brings along', () => {
    expect(readSearch('\u2066A-17\u2069', us)).toEqual([number('A-17')]);
  });
});
