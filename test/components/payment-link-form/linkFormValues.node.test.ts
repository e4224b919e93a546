import { describe, expect, test } from 'vitest';
import { isLocked, isRequired } from '../../../src/components/kit/fields.tsx';
import {
  knownTaxes,
  type PaymentLinkFields,
  startOfLinkForm,
  startOfTaxes,
} from '../../../src/components/payment-link-form/linkFormValues.ts';
import { setupOf, valuesOf } from './linkSetup.ts';

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
    expect(knownTaxes(taxes, {})).toBe(taxes);
    expect(knownTaxes(taxes, { taxes: { value: ['city'] } })).toBe(taxes);
    expect(knownTaxes(taxes, { taxes: { value: 250 } })).toBe(taxes);
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
    expect(startOfTaxes({ taxes: hasTaxes ? [city] : [], fields: { taxes } })).toBe(way);
  });
});

describe('the form at first', () => {
  test('is empty', () => {
    expect(startOfLinkForm(setupOf())).toEqual({
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
    expect(startOfLinkForm(setupOf({ fields })).values).toMatchObject({
      amountCents: 4800,
      taxCents: 250,
      taxIds: [],
      showBilling: true,
      showShipping: false,
      applyDiscount: true,
    });
    const shipping = startOfLinkForm(setupOf({ fields: { showShipping: { value: true } } })).values;
    expect(shipping).toMatchObject({ showBilling: false, showShipping: true, applyDiscount: false });
  });

  test("has the host's list of taxes as a list of its own", () => {
    const value = ['city'];
    const { taxIds, taxCents } = startOfLinkForm(
      setupOf({ taxes: [city], fields: { taxes: { value } } }),
    ).values;
    expect([taxIds, taxCents]).toEqual([['city'], null]);
    expect(taxIds).not.toBe(value);
  });

  test('has the required rows that nobody filled in, then those the host filled in', () => {
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
    const { rows, values } = startOfLinkForm(setupOf({ options, fields }));
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
      expect(startOfLinkForm(setupOf({ options, fields })).rows).toEqual([]);
    },
  );
});
