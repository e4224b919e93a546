import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caretBeside } from '../../../src/components/amount-field/amountTyping.ts';
import { pastedLines } from '../../../src/components/amount-field/useAmountField.ts';
import { amountText } from '../../../src/components/kit/useMoney.ts';
import { formatCentsToParts } from '../../../src/core/money/formatCents.ts';

describe('the caret in a text that is written anew', () => {
  // The bar is the caret.
  test.each([
    ['|1,234.5', '|1234,50'],
    ['1|,234.5', '1|234,50'],
    ['1,|234.5', '1|234,50'],
    ['1,234|.5', '1234|,50'],
    ['1,234.|5', '1234,|50'],
    ['1,234.5|', '1234,5|0'],
    ['12.50|', '1250|'],
    ['12.|50', '12|50'],
    ['1,2|34', '١٬٢|٣٤'],
    ['١٢|٫٥', '12|.5'],
    ['$|12', '|12'],
    ['|12', '|\u200f١٢'],
    ['123|', '12|'],
    ['12|', '|'],
    ['1|2', '𞥑|𞥒'],
    ['𞥑|𞥒', '1|2'],
    ['1 |234', '1\u202f|234'],
    ['1 |234', '1 |234'],
    ['1\u202f|234', '1|234'],
  ])('%j becomes %j', (before, after) => {
    const caret = caretBeside(before.replace('|', ''), before.indexOf('|'), after.replace('|', ''));
    expect(caret).toBe(after.indexOf('|'));
  });

  test('has as many digits before it as it had, wherever it stood', () => {
    const digits = fc.array(fc.constantFrom<string>('1', '2', '3'), { minLength: 1, maxLength: 8 });
    const digitsBefore = (text: string, caret: number) => text.slice(0, caret).replace(/\D/g, '').length;
    fc.assert(
      fc.property(digits, fc.nat(20), fc.nat(8), fc.nat(8), (chars, at, comma, point) => {
        const before = chars.toSpliced(comma, 0, ',').join('');
        const after = chars.toSpliced(point, 0, '.').join('');
        const caret = Math.min(at, before.length);
        const moved = caretBeside(before, caret, after);
        expect(digitsBefore(after, moved)).toBe(digitsBefore(before, caret));
      }),
    );
  });
});

describe('what is pasted', () => {
  test.each([
    ['12', undefined],
    [' 12.50\n', undefined],
    ['\r\n12\r\n', undefined],
    ['12\t34', undefined],
    ['', undefined],
    ['12\n34', '12; 34'],
    ['12\r\n345', '12; 345'],
    ['12\r34', '12; 34'],
    ['12\n\n\n34', '12; 34'],
    [' 12 \n 34 \n', '12; 34'],
    ['1\n2\n3', '1; 2; 3'],
  ])('%j is, as lines, %j', (text, lines) => expect(pastedLines(text)).toBe(lines));
});

describe('F105: an amount in a sentence', () => {
  const written = (locale: string, currency: string) =>
    amountText(formatCentsToParts(1250, { locale, currency }));
  const marks = { isolateFirst: '\u2068', isolateRight: '\u2067', end: '\u2069' };

  test.each([
    ['en-US', 'USD'],
    ['de-DE', 'EUR'],
    ['ja-JP', 'JPY'],
    ['hi-IN-u-nu-deva', 'INR'],
  ])('stands as it is in %s', (locale, currency) => {
    const plain = formatCentsToParts(1250, { locale, currency }).map(({ value }) => value);
    expect(written(locale, currency)).toBe(plain.join(''));
  });

  test.each([
    ['ar-EG', 'EGP', marks.isolateRight],
    ['ar-EG', 'USD', marks.isolateRight],
    ['fa-IR', 'EUR', marks.isolateFirst],
    ['he-IL', 'ILS', marks.isolateRight],
  ])('is set apart in %s, and its currency (%s) in it', (locale, currency, start) => {
    const text = written(locale, currency);
    const parts = formatCentsToParts(1250, { locale, currency });
    const sign = parts.find(({ type }) => type === 'currency')?.value ?? '';
    expect(text.startsWith(start)).toBe(true);
    expect(text.endsWith(marks.end)).toBe(true);
    expect(text).toContain(`${marks.isolateFirst}${sign}${marks.end}`);
    // Nothing is left open, and without the marks it is what the locale writes.
    expect(text.match(/[\u2067\u2068]/g)).toHaveLength(2);
    expect(text.match(/\u2069/g)).toHaveLength(2);
    expect(text.replace(/[\u2067-\u2069]/g, '')).toBe(parts.map(({ value }) => value).join(''));
  });
});
