import { describe, expect, test } from 'vitest';
import {
  caretFromEnd,
  centsFirst,
  isKeyed,
  regroup,
} from '../../../src/components/amount-field/amountTyping.ts';

const usd = { locale: 'en-US', currency: 'USD' };

describe('cents first', () => {
  test.each([
    ['', '', usd],
    ['0', '', usd],
    ['000', '', usd],
    ['1', '0.01', usd],
    ['0.012', '0.12', usd],
    ['12.500', '125.00', usd],
    ['12.5', '1.25', usd],
    ['0.01', '0.01', usd],
    ['12.50.', '12.50', usd],
    ['-12x', '0.12', usd],
    ['1234567', '12,345.67', usd],
    ['１２５０', '12.50', usd],
    ['1234567', '12.345,67', { locale: 'de-DE', currency: 'EUR' }],
    ['1250', '1,250', { locale: 'en-US', currency: 'JPY' }],
    ['1250', '1.250', { locale: 'en-US', currency: 'KWD' }],
    ['1250', '١٢٫٥٠', { locale: 'ar-EG', currency: 'EGP' }],
    ['١٢٫٥٠٧', '١٢٥٫٠٧', { locale: 'ar-EG', currency: 'EGP' }],
    ['9'.repeat(30), '9,999,999,999,999.99', usd],
  ])('%s is %s', (typed, text, format) => {
    expect(centsFirst(typed, format)).toBe(text);
  });
});

/** What an event says of it when keys made one text of another. */
function keyed(before: string, typed: string) {
  if (typed.length < before.length) return { inputType: 'deleteContentBackward', data: null };
  const same = Array.from(before).findIndex((char, at) => typed[at] !== char);
  const at = same < 0 ? before.length : same;
  return { inputType: 'insertText', data: typed.slice(at, at + typed.length - before.length) };
}

describe('groups that move along', () => {
  test.each([
    ['', '1', '1', usd],
    ['123', '1234', '1,234', usd],
    ['1,234', '1,2345', '12,345', usd],
    ['12,345', '12,34', '1,234', usd],
    ['1,234', '1,23', '123', usd],
    ['1,234', '1234', '1,234', usd],
    ['1,234', '1,234.', '1,234.', usd],
    ['1,234.', '1,234.5', '1,234.5', usd],
    ['1,234.5', '1,2934.5', '12,934.5', usd],
    ['123456', '1234567', '12,34,567', { locale: 'en-IN', currency: 'INR' }],
    ['123', '1234', '1.234', { locale: 'de-DE', currency: 'EUR' }],
  ])('%s typed on as %s is %s', (before, typed, text, format) => {
    const shown = before === '123456' ? '1,23,456' : before;
    expect(regroup(shown, typed, format, keyed(shown, typed))).toBe(text);
  });

  // Each would be another amount if the separator were taken for one of ours.
  test.each([
    ['12', '12,', usd],
    ['12,', '12,5', usd],
    ['12,5', '12,50', usd],
    ['', '12,50', usd],
    ['1,234', '1,234,5', usd],
    ['1', '1.', { locale: 'de-DE', currency: 'EUR' }],
    ['1.', '1.25', { locale: 'de-DE', currency: 'EUR' }],
    ['012', '0123', usd],
    ['12x', '12x3', usd],
    ['١٢٣', '١٢٣٤', usd],
  ])('%s typed on as %s stays as it is typed', (before, typed, format) => {
    expect(regroup(before, typed, format, keyed(before, typed))).toBe(typed);
  });

  test.each([
    ['typed over a group', '1,250', '1,', { inputType: 'insertText', data: ',' }],
    ['pasted over all', '1,234', '12,50', { inputType: 'insertFromPaste', data: '12,50' }],
    [
      'pasted, and the event does not say what',
      '1,234',
      '12,50',
      { inputType: 'insertFromPaste', data: null },
    ],
    ['set by a program', '1,234', '12,50', {}],
  ])('a separator %s is not ours', (_, before, typed, change) => {
    expect(regroup(before, typed, usd, change)).toBe(typed);
  });

  test('more digits than are counted stay as they are typed', () => {
    for (const currency of ['CLF', 'KWD', 'USD', 'JPY'])
      expect(regroup('', '9'.repeat(16), { locale: 'en-US', currency }, {})).toBe('9'.repeat(16));
    expect(regroup('', '99999999999', { locale: 'en-US', currency: 'CLF' }, {})).toBe('99,999,999,999');
  });
});

test.each([
  ['12.500|', '125.00|'],
  ['1|2.50', '1|2.50'],
  ['12.7|50', '127.|50'],
  ['0.051|', '0.51|'],
])('a caret at %s is at %s when the digits move', (before, after) => {
  const caret = caretFromEnd(before.replace('|', ''), before.indexOf('|'), after.replace('|', ''));
  const beside = after.replace('|', '').slice(caret).replaceAll(/\D/g, '');
  expect(beside).toBe(after.slice(after.indexOf('|') + 1).replaceAll(/\D/g, ''));
});

test.each([
  [{ inputType: 'insertText', data: '5' }, true],
  [{ inputType: 'insertText', data: '00' }, true],
  [{ inputType: 'insertText', data: '.' }, true],
  [{ inputType: 'deleteContentBackward', data: null }, true],
  [{ inputType: 'insertText', data: '12.50' }, false],
  [{ inputType: 'insertFromPaste', data: '1250' }, false],
  [{}, false],
])('%j is made by keys: %s', (change, isIt) => {
  expect(isKeyed(change)).toBe(isIt);
});
