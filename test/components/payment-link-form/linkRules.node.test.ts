import { describe, expect, test } from 'vitest';
import {
  contentOf,
  type CustomValueOption,
  type LinkContent,
  linkRules,
  type PaymentLinkFields,
} from '../../../src/components/payment-link-form/linkFormValues.ts';
import { floor, setupOf, valuesOf } from './linkSetup.ts';

const good = contentOf(valuesOf({ amountCents: 100 }), [], setupOf());
const options: CustomValueOption[] = [
  floor,
  { key: 'note', label: 'Note' },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'due', label: 'Due', type: 'date' },
];

/** What is wrong, as `customValues.0.key: Enter a key.` */
function problems(content: Partial<LinkContent>, fields: PaymentLinkFields = {}): string[] {
  const result = linkRules(setupOf({ options, fields })).safeParse({ ...good, ...content });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
const rows = (...values: [key: string, value: string][]) => ({
  customValues: values.map(([key, value]) => ({ key, label: undefined, value })),
});

test('nothing but a sum is asked for', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ amountCents: 0 })).toEqual([]);
});

test.each([null, Number.NaN, 1.5])('%s is no sum', (amountCents) => {
  expect(problems({ amountCents }).map((problem) => problem.split(':')[0])).toEqual(['amountCents']);
});

test.each([Number.NaN, 0.5])('%s is no sum of taxes', (taxes) => {
  expect(problems({ taxes }).map((problem) => problem.split(':')[0])).toEqual(['taxes']);
});

describe('what the host requires', () => {
  test.each<[string, PaymentLinkFields, Partial<LinkContent>, Partial<LinkContent>]>([
    ['taxes: Say which taxes there are.', { taxes: { required: true } }, { taxes: undefined }, { taxes: 0 }],
    [
      'taxes: Say which taxes there are.',
      { taxes: { required: true } },
      { taxes: undefined },
      { taxes: ['a'] },
    ],
    [
      'showBilling: This has to be ticked.',
      { showBilling: { required: true } },
      { showBilling: false },
      { showBilling: true },
    ],
    [
      'showShipping: This has to be ticked.',
      { showShipping: { required: true } },
      {},
      { showShipping: true },
    ],
    [
      'applyDiscount: This has to be ticked.',
      { applyDiscount: { required: true } },
      {},
      { applyDiscount: true },
    ],
    ['customValues: Add a custom value.', { customValues: { required: true } }, {}, rows(['note', 'x'])],
    ['attachments: Add a file.', { attachments: { required: true } }, {}, { attachments: [{ path: 'a' }] }],
  ])('"%s"', (problem, fields, missing, given) => {
    expect(problems(missing, fields)).toEqual([problem]);
    expect(problems(given, fields)).toEqual([]);
  });

  test('is not asked for where it is hidden, since nobody could do anything', () => {
    const hidden = { hidden: true, required: true };
    const fields = {
      taxes: hidden,
      showBilling: hidden,
      showShipping: hidden,
      applyDiscount: hidden,
      customValues: hidden,
      attachments: hidden,
    };
    expect(problems({}, fields)).toEqual([]);
  });
});

describe('a custom value', () => {
  test.each([
    ['note', '', 'Enter a value.'],
    ['note', ' \t', 'Enter a value.'],
    ['seats', '', 'Enter a value.'],
    ['seats', 'two', 'Enter a number, as 12 or 12.5.'],
    ['seats', '1,5', 'Enter a number, as 12 or 12.5.'],
    ['seats', '1.', 'Enter a number, as 12 or 12.5.'],
    ['seats', '.5', 'Enter a number, as 12 or 12.5.'],
    ['seats', '1e5', 'Enter a number, as 12 or 12.5.'],
    ['seats', '1 2', 'Enter a number, as 12 or 12.5.'],
    ['due', '', 'Enter a value.'],
    ['due', '2026-02-30x', 'Enter a date.'],
    ['floor', '', 'Choose one.'],
    ['floor', 'attic', 'Choose one.'],
  ])('%s cannot be %j', (key, value, sentence) => {
    expect(problems(rows([key, value]))).toEqual([`customValues.0.value: ${sentence}`]);
  });

  test.each([
    ['note', 'x'],
    ['unknown', 'x'],
    ['seats', '2'],
    ['seats', ' -1.50 '],
    ['due', '2026-02-28'],
    ['floor', 'g'],
  ])('%s can be %j', (key, value) => {
    expect(problems(rows([key, value]))).toEqual([]);
  });

  test('has a key, once, in whatever row that is', () => {
    expect(problems(rows(['', 'x'], ['note', 'x'], ['seats', '1'], ['note', 'y'], ['', 'z']))).toEqual([
      'customValues.0.key: Enter a key.',
      'customValues.3.key: This key is there already.',
      'customValues.4.key: Enter a key.',
    ]);
  });

  test('with two things wrong says both', () => {
    expect(problems(rows(['', '']))).toEqual([
      'customValues.0.key: Enter a key.',
      'customValues.0.value: Enter a value.',
    ]);
  });

  test.each([{ hidden: true }, { readOnly: true }])(
    "of the host's is not judged here: nobody could mend it: %j",
    (lock) => {
      expect(problems(rows(['note', ''], ['note', '']), { customValues: lock })).toEqual([]);
    },
  );
});

describe('files', () => {
  test('on their way are waited for', () => {
    expect(problems({ uploading: 1 })).toEqual([
      'uploading: Wait until every file is uploaded, or remove it.',
    ]);
  });

  test('that were not uploaded are not left out silently', () => {
    expect(problems({ failed: 1 })).toEqual([
      'failed: Not every file was uploaded. Retry or remove it first.',
    ]);
  });
});
