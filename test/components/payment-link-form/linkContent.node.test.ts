import { describe, expect, test } from 'vitest';
import {
  contentOf,
  customValue,
  linkRequest,
  type PaymentLinkFields,
  taxesOf,
} from '../../../src/components/payment-link-form/linkFormValues.ts';
import { floor, setupOf, valuesOf } from './linkSetup.ts';

const file = { path: 'stored/1' };
const given = { path: 'given/1' };
const lockedBy = [{ hidden: true }, { readOnly: true }];

describe('the sum that is sent', () => {
  test('is what stands in the form, also where the host filled another one in', () => {
    const setup = setupOf({ fields: { amount: { value: 1250 } } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], setup).amountCents).toBe(4800);
    expect(contentOf(valuesOf({ amountCents: null }), [], setup).amountCents).toBeNull();
    expect(contentOf(valuesOf({ amountCents: 0 }), [], setup).amountCents).toBe(0);
  });

  test.each(lockedBy)("is the host's where nobody can change it: %j", (lock) => {
    const setup = setupOf({ fields: { amount: { ...lock, value: 1250 } } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], setup).amountCents).toBe(1250);
    const without = setupOf({ fields: { amount: lock } });
    expect(contentOf(valuesOf({ amountCents: 4800 }), [], without).amountCents).toBeNull();
  });
});

describe('the taxes that are sent', () => {
  const list = valuesOf({ taxesBy: 'list', taxCents: 300, taxIds: ['a', 'b'] });
  const sum = valuesOf({ taxesBy: 'amount', taxCents: 300, taxIds: ['a', 'b'] });
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
    expect(taxesOf(values, fields)).toEqual(taxes);
  });

  test("are a list of their own: the host's and the form's stay as they are", () => {
    const value = ['c'];
    expect(taxesOf(sum, { taxes: { hidden: true, value } })).not.toBe(value);
    expect(taxesOf(list, {})).not.toBe(list.taxIds);
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
    expect(contentOf(values, rows, setupOf({ options: [floor] })).customValues).toEqual([
      { key: 'my key', label: undefined, value: '8' },
      { key: 'note', label: undefined, value: ' kept ' },
      { key: 'floor', label: 'Floor', value: 'f', valueLabel: 'First floor' },
      { key: '', label: undefined, value: '' },
    ]);
  });

  test.each(lockedBy)(
    "is the host's where nobody can change it, with the words of the catalogue: %j",
    (lock) => {
      const fields = { customValues: { ...lock, value: [{ key: 'floor', value: 'g' }] } };
      const content = contentOf(
        valuesOf({ values: { r1: 'typed' } }),
        [{ id: 'r1', key: 'note' }],
        setupOf({ options: [floor], fields }),
      );
      expect(content.customValues).toEqual([
        { key: 'floor', label: 'Floor', value: 'g', valueLabel: 'Ground floor' },
      ]);
    },
  );
});

describe('the files that are sent', () => {
  const values = valuesOf({ files: { attachments: [file], uploading: 2, failed: 1 } });

  test("are the host's, then those that were added", () => {
    const setup = setupOf({ fields: { attachments: { value: [given] } } });
    expect(contentOf(values, [], setup)).toMatchObject({
      attachments: [given, file],
      uploading: 2,
      failed: 1,
    });
  });

  test.each(lockedBy)(
    'are only the host’s where none can be added, and nothing is waited for: %j',
    (lock) => {
      const setup = setupOf({ fields: { attachments: { ...lock, value: [given] } } });
      expect(contentOf(values, [], setup)).toMatchObject({ attachments: [given], uploading: 0, failed: 0 });
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
