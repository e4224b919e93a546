import { describe, expect, test } from 'vitest';
import { isLocked, isRequired } from '../../../src/components/kit/fields.tsx';
import {
  knownTaxes,
  type PaymentLinkFields,
  initialLinkForm,
  initialTaxesBy,
  contentOf,
  customValue,
  linkRequest,
  taxesOf,
  type CustomValueOption,
  type LinkContent,
  linkRules,
} from '../../../src/components/payment-link-form/linkFormValues.ts';
import type { UploadFile } from '../../../src/exports/core.ts';
import { setupOf, valuesOf, floor } from './linkSetup.ts';

const city = { id: 'city', label: 'City tax', percent: 5 };
const state = { id: 'state', label: 'State tax', percent: 2 };

describe('a field', () => {
  test.each([
    [undefined, false, false],
    [{}, false, false],
    [{ value: 1 }, false, false],
    [{ required: true }, false, true],
    [{ readOnly: true }, true, false],
    [{ readOnly: true, required: true }, true, true],
    [{ hidden: true }, true, false],
    [{ hidden: true, required: true }, true, false],
    [{ hidden: false, readOnly: false }, false, false],
  ])(
    'with the rule %j cannot be changed: %s, is to be complained about when empty: %s',
    (rule, locked, required) => {
      expect([isLocked(rule), isRequired(rule)]).toEqual([locked, required]);
    },
  );
});

describe('the taxes to pick from', () => {
  test('are those the host told of', () => {
    const taxes = [city, state];
    expect(knownTaxes(taxes, {})).toEqual(taxes);
    expect(knownTaxes(taxes, { taxes: { value: ['city'] } })).toEqual(taxes);
    expect(knownTaxes(taxes, { taxes: { value: 250 } })).toEqual(taxes);
  });

  test('have those the host filled in without telling of them at the end, by their ids', () => {
    expect(knownTaxes([city], { taxes: { value: ['old', 'city', 'older'] } })).toEqual([
      city,
      { id: 'old', label: 'old' },
      { id: 'older', label: 'older' },
    ]);
  });
});

describe('before anybody chose, taxes are given', () => {
  test.each<[string, NonNullable<PaymentLinkFields['taxes']> | undefined, boolean, 'amount' | 'list']>([
    ['as an amount where there are none to pick from', undefined, false, 'amount'],
    ['as a list where there are some', undefined, true, 'list'],
    ['as an amount where the host wants that', { by: 'amount' }, true, 'amount'],
    ['as a list where the person may choose', { by: 'either' }, true, 'list'],
    ['as an amount where the host filled one in', { value: 250 }, true, 'amount'],
    ['as an amount where the host filled in nothing owed', { value: 0 }, true, 'amount'],
    ['as a list where the host filled one in', { value: ['city'], by: 'amount' }, true, 'list'],
    [
      'as an amount where the list filled in is empty and wanted so',
      { value: [], by: 'amount' },
      true,
      'amount',
    ],
    ['as a list where the list filled in is empty', { value: [] }, true, 'list'],
  ])('%s', (_, taxes, hasTaxes, way) => {
    expect(initialTaxesBy({ taxes: hasTaxes ? [city] : [], fields: { taxes } })).toBe(way);
  });
});

describe('the form at first', () => {
  test('is empty', () => {
    expect(initialLinkForm(setupOf())).toEqual({
      rows: [],
      values: valuesOf(),
    });
  });

  test('has what the host filled in, each in its own place', () => {
    const fields: PaymentLinkFields = {
      amount: { value: 4800 },
      taxes: { value: 250 },
      showBilling: { value: true },
      applyDiscount: { value: true },
    };
    expect(initialLinkForm(setupOf({ fields })).values).toMatchObject({
      amountCents: 4800,
      taxCents: 250,
      taxIds: [],
      showBilling: true,
      showShipping: false,
      applyDiscount: true,
    });
    const shipping = initialLinkForm(setupOf({ fields: { showShipping: { value: true } } })).values;
    expect(shipping).toMatchObject({ showBilling: false, showShipping: true, applyDiscount: false });
  });

  test("has the host's list of taxes as a list of its own", () => {
    const value = ['city'];
    const { taxIds, taxCents } = initialLinkForm(
      setupOf({ taxes: [city], fields: { taxes: { value } } }),
    ).values;
    expect([taxIds, taxCents]).toEqual([['city'], null]);
    expect(taxIds).not.toBe(value);
  });

  test('has the required rows that are not filled in, then those the host filled in', () => {
    const options = [
      { key: 'note', label: 'Note' },
      { key: 'invoice', label: 'Invoice', required: true },
      { key: 'table', label: 'Table', required: true },
    ];
    const fields = {
      customValues: {
        value: [
          { key: 'note', value: 'Lunch' },
          { key: 'table', value: '7' },
        ],
      },
    };
    const { rows, values } = initialLinkForm(setupOf({ customFields: options, fields }));
    expect(rows).toEqual([
      { id: 'r1', key: 'invoice' },
      { id: 'r2', key: 'note' },
      { id: 'r3', key: 'table' },
    ]);
    expect(values.values).toEqual({ r1: '', r2: 'Lunch', r3: '7' });
  });

  test.each([{ hidden: true }, { readOnly: true }])(
    'has no rows where they cannot be changed: %j',
    (lock) => {
      const options = [{ key: 'invoice', label: 'Invoice', required: true }];
      const fields = { customValues: { ...lock, value: [{ key: 'note', value: 'Lunch' }] } };
      expect(initialLinkForm(setupOf({ customFields: options, fields })).rows).toEqual([]);
    },
  );
});

const file = { path: 'stored/1' };
const givenFile = { path: 'given/1' };
const lockedBy = [{ hidden: true }, { readOnly: true }];

describe('the sum that is sent', () => {
  test('is what stands in the form, also where the host filled another one in', () => {
    const setup = setupOf({ fields: { amount: { value: 1250 } } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], setup).amountCents).toBe(4800);
    expect(contentOf(valuesOf({ amountCents: null }), [], setup).amountCents).toBeNull();
    expect(contentOf(valuesOf({ amountCents: 0 }), [], setup).amountCents).toBe(0);
  });

  test.each(lockedBy)("is the host's where the person cannot change it: %j", (lock) => {
    const setup = setupOf({ fields: { amount: { ...lock, value: 1250 } } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], setup).amountCents).toBe(1250);
    const without = setupOf({ fields: { amount: lock } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], without).amountCents).toBeNull();
  });
});

describe('the taxes that are sent', () => {
  const list = valuesOf({ taxesBy: 'list', taxCents: 300, taxIds: ['a', 'b'] });
  const sum = valuesOf({ taxesBy: 'amount', taxCents: 300, taxIds: ['a', 'b'] });
  const taxesWith = (values: typeof list, fields: PaymentLinkFields, ids = ['a', 'b']) =>
    taxesOf(values, setupOf({ fields, taxes: ids.map((id) => ({ id, label: id })) }));
  test.each<[string, typeof list, PaymentLinkFields, number | string[] | undefined]>([
    ['the picked ones', list, {}, ['a', 'b']],
    ['none for nothing picked', { ...list, taxIds: [] }, {}, undefined],
    ['the sum', sum, {}, 300],
    ['a sum of nothing', { ...sum, taxCents: 0 }, {}, 0],
    ['none for no sum', { ...sum, taxCents: null }, {}, undefined],
    ["the host's where they are hidden", sum, { taxes: { hidden: true, value: 99 } }, 99],
    ["the host's list where it is read-only", sum, { taxes: { readOnly: true, value: ['c'] } }, ['c']],
    ["none for the host's empty list", sum, { taxes: { hidden: true, value: [] } }, undefined],
    ['none where the host hides them and gives none', sum, { taxes: { hidden: true } }, undefined],
    ["the person's where the host only filled them in", sum, { taxes: { value: ['c'] } }, 300],
  ])('are %s', (_, values, fields, taxes) => {
    expect(taxesWith(values, fields)).toEqual(taxes);
  });

  test('are the picked ones that the host still has', () => {
    expect(taxesWith(list, {}, ['b', 'c'])).toEqual(['b']);
    expect(taxesWith(list, {}, ['c'])).toBeUndefined();
  });

  test("are a list of their own: the host's and the form's stay as they are", () => {
    const value = ['c'];
    expect(taxesWith(sum, { taxes: { hidden: true, value } })).not.toBe(value);
    expect(taxesWith(list, {})).not.toBe(list.taxIds);
  });
});

test.each(['showBilling', 'showShipping', 'applyDiscount'] as const)(
  '%s is what is ticked, or what the host decided',
  (name) => {
    const ticked = valuesOf({ [name]: true });
    expect(contentOf(ticked, [], setupOf())[name]).toBe(true);
    expect(contentOf(valuesOf(), [], setupOf())[name]).toBe(false);
    expect(
      contentOf(ticked, [], setupOf({ fields: { [name]: { readOnly: true, value: false } } }))[name],
    ).toBe(false);
    expect(contentOf(ticked, [], setupOf({ fields: { [name]: { hidden: true } } }))[name]).toBeUndefined();
    const others = (['showBilling', 'showShipping', 'applyDiscount'] as const).filter(
      (other) => other !== name,
    );
    const content = contentOf(ticked, [], setupOf());
    expect(others.map((other) => content[other])).toEqual([false, false]);
  },
);

describe('a custom value', () => {
  test('has the label of its key and of what was chosen', () => {
    expect(customValue([floor], 'floor', 'f')).toEqual({
      key: 'floor',
      label: 'Floor',
      value: 'f',
      valueLabel: 'First floor',
    });
  });

  test('without a catalogue, or with a value that is no choice, has none', () => {
    expect(customValue([floor], 'note', 'x')).toEqual({ key: 'note', label: undefined, value: 'x' });
    expect(customValue([floor], 'floor', 'attic')).toEqual({ key: 'floor', label: 'Floor', value: 'attic' });
  });

  test('is read in the order of the rows, and from its own row', () => {
    const values = valuesOf({ keys: { r3: '  my key ' }, values: { r1: 'f', r2: ' kept ', r3: '8' } });
    const rows = [{ id: 'r3' }, { id: 'r2', key: 'note' }, { id: 'r1', key: 'floor' }, { id: 'r4' }];
    expect(contentOf(values, rows, setupOf({ customFields: [floor] })).customValues).toEqual([
      { key: 'my key', label: undefined, value: '8' },
      { key: 'note', label: undefined, value: ' kept ' },
      { key: 'floor', label: 'Floor', value: 'f', valueLabel: 'First floor' },
      { key: '', label: undefined, value: '' },
    ]);
  });

  test('is as one sees it: without invisible marks of a pasted text, but a choice is as the host gave it', () => {
    const marked = { ...floor, choices: [{ value: 'g\u200b', label: 'Ground floor' }] };
    const values = valuesOf({
      keys: { r1: '\u2068note\u2069 ' },
      values: { r1: '\u202aA\u200b-7\u202c', r2: 'g\u200b' },
    });
    const rows = [{ id: 'r1' }, { id: 'r2', key: 'floor' }];
    expect(contentOf(values, rows, setupOf({ customFields: [marked] })).customValues).toEqual([
      { key: 'note', label: undefined, value: 'A-7' },
      { key: 'floor', label: 'Floor', value: 'g\u200b', valueLabel: 'Ground floor' },
    ]);
  });

  test.each(lockedBy)(
    "is the host's where the person cannot change it, with the words of the catalogue: %j",
    (lock) => {
      const fields = { customValues: { ...lock, value: [{ key: 'floor', value: 'g' }] } };
      const content = contentOf(
        valuesOf({ values: { r1: 'typed' } }),
        [{ id: 'r1', key: 'note' }],
        setupOf({ customFields: [floor], fields }),
      );
      expect(content.customValues).toEqual([
        { key: 'floor', label: 'Floor', value: 'g', valueLabel: 'Ground floor' },
      ]);
    },
  );
});

describe('the files that are sent', () => {
  const statuses = ['checking', 'done', 'uploading', 'failed', 'waiting', 'refused'] as const;
  const queued = statuses.map((status, index): UploadFile => ({
    id: `file-${index}`,
    name: 'a.pdf',
    size: 1,
    status,
    ...(status === 'done' && { attachments: [file] }),
  }));

  test("are the host's, then those that were added", () => {
    const setup = setupOf({ fields: { attachments: { value: [givenFile] } } });
    expect(contentOf(valuesOf(), [], setup, queued)).toMatchObject({
      attachments: [givenFile, file],
      uploading: 3,
      failed: 1,
    });
  });

  test.each(lockedBy)(
    'are only the host’s where none can be added, and nothing is waited for: %j',
    (lock) => {
      const setup = setupOf({ fields: { attachments: { ...lock, value: [givenFile] } } });
      expect(contentOf(valuesOf(), [], setup, queued)).toMatchObject({
        attachments: [givenFile],
        uploading: 0,
        failed: 0,
      });
    },
  );
});

describe('the body', () => {
  const content = contentOf(valuesOf({ amountCents: 100 }), [], setupOf());

  test('has what the wire counts, in its unit, and no taxes or files where there are none', () => {
    expect(linkRequest(content, { amount: 1.5, taxAmount: undefined })).toEqual({
      amount: 1.5,
      showBilling: false,
      showShipping: false,
      applyDiscount: false,
      customValues: [],
    });
  });

  test('has a sum of taxes in the unit of the wire, and a list as it is', () => {
    const sum = linkRequest({ ...content, taxes: 250 }, { amount: 1, taxAmount: 2.5 });
    expect(sum.taxes).toBe(2.5);
    const list = linkRequest({ ...content, taxes: ['a'] }, { amount: 1, taxAmount: undefined });
    expect(list.taxes).toEqual(['a']);
    expect(linkRequest({ ...content, taxes: 0 }, { amount: 1, taxAmount: 0 }).taxes).toBe(0);
  });

  test('leaves out what the host hid without a value, but always says whether there is a discount', () => {
    const hidden = { ...content, showBilling: undefined, showShipping: undefined, applyDiscount: undefined };
    const body = linkRequest(hidden, { amount: 1, taxAmount: undefined });
    expect(body).toEqual({ amount: 1, applyDiscount: false, customValues: [] });
    expect(
      linkRequest({ ...hidden, applyDiscount: true }, { amount: 1, taxAmount: undefined }).applyDiscount,
    ).toBe(true);
  });

  test('has the files', () => {
    expect(
      linkRequest({ ...content, attachments: [file] }, { amount: 1, taxAmount: undefined }).attachments,
    ).toEqual([file]);
  });
});

const good = contentOf(valuesOf({ amountCents: 100 }), [], setupOf());
const options: CustomValueOption[] = [
  floor,
  { key: 'note', label: 'Note' },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'due', label: 'Due', type: 'date' },
];

/** What is wrong, as `customValues.0.key: Enter a name.` */
function problems(content: Partial<LinkContent>, fields: PaymentLinkFields = {}): string[] {
  const result = linkRules(setupOf({ customFields: options, fields })).safeParse({ ...good, ...content });
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
    ['taxes: Enter the taxes.', { taxes: { required: true } }, { taxes: undefined }, { taxes: 0 }],
    ['taxes: Enter the taxes.', { taxes: { required: true } }, { taxes: undefined }, { taxes: ['a'] }],
    [
      'showBilling: Tick this to go on.',
      { showBilling: { required: true } },
      { showBilling: false },
      { showBilling: true },
    ],
    ['showShipping: Tick this to go on.', { showShipping: { required: true } }, {}, { showShipping: true }],
    [
      'applyDiscount: Tick this to go on.',
      { applyDiscount: { required: true } },
      {},
      { applyDiscount: true },
    ],
    ['customValues: Add a detail.', { customValues: { required: true } }, {}, rows(['note', 'x'])],
    ['attachments: Add a file.', { attachments: { required: true } }, {}, { attachments: [{ path: 'a' }] }],
  ])('"%s"', (problem, fields, missing, given) => {
    expect(problems(missing, fields)).toEqual([problem]);
    expect(problems(given, fields)).toEqual([]);
  });

  test('is not asked for where it is hidden, since the person could not enter it', () => {
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
    ['seats', 'two', 'Enter a number, such as 12 or 12.5.'],
    ['seats', '1,5', 'Enter a number, such as 12 or 12.5.'],
    ['seats', '1.', 'Enter a number, such as 12 or 12.5.'],
    ['seats', '.5', 'Enter a number, such as 12 or 12.5.'],
    ['seats', '1e5', 'Enter a number, such as 12 or 12.5.'],
    ['seats', '1 2', 'Enter a number, such as 12 or 12.5.'],
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
      'customValues.0.key: Enter a name.',
      'customValues.3.key: This name is there already.',
      'customValues.4.key: Enter a name.',
    ]);
  });

  test('with two things wrong says both', () => {
    expect(problems(rows(['', '']))).toEqual([
      'customValues.0.key: Enter a name.',
      'customValues.0.value: Enter a value.',
    ]);
  });

  test.each([{ hidden: true }, { readOnly: true }])(
    "of the host's is not judged here: the person could not correct it: %j",
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
    for (const failed of [1, 2])
      expect(problems({ failed })).toEqual(['failed: Retry or remove every file that was not uploaded.']);
  });
});
