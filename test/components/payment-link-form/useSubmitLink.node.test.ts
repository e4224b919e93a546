import { PaymentsError, type PaymentsErrorCode } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import {
  contentOf,
  controlOf,
  type LinkSetup,
  percentText,
} from '../../../src/components/payment-link-form/linkFormValues.ts';
import { refusalsOf, searchSentence } from '../../../src/components/payment-link-form/useSubmitLink.ts';
import { countIn } from '../../../src/words/plural.ts';
import { setupOf, valuesOf } from './linkSetup.ts';

type Details = ConstructorParameters<typeof PaymentsError>[2];

const rows = [{ id: 'r7', key: 'invoice' }, { id: 'r2' }];
const byAmount = { taxesBy: 'amount' as const };
const byList = { taxesBy: 'list' as const };
const hidden = { hidden: true };
const readOnly = { readOnly: true };

describe('the control that a refusal is about', () => {
  test.each<[string, LinkSetup['fields'], typeof byAmount | typeof byList, string | undefined]>([
    ['amount', {}, byAmount, 'amountCents'],
    ['amountCents', {}, byAmount, 'amountCents'],
    ['amount', { amount: readOnly }, byAmount, 'amountCents'],
    ['amount', { amount: hidden }, byAmount, undefined],
    ['taxes', {}, byAmount, 'taxCents'],
    ['taxes', {}, byList, 'taxIds'],
    ['taxes.0', {}, byList, 'taxIds'],
    ['taxes', { taxes: readOnly }, byAmount, 'taxCents'],
    ['taxes', { taxes: readOnly }, byList, undefined],
    ['taxes', { taxes: hidden }, byAmount, undefined],
    ['showBilling', {}, byAmount, 'showBilling'],
    ['showShipping', {}, byAmount, 'showShipping'],
    ['applyDiscount', {}, byAmount, 'applyDiscount'],
    ['applyDiscount', { applyDiscount: readOnly }, byAmount, undefined],
    ['showBilling', { showShipping: hidden }, byAmount, 'showBilling'],
    ['attachments', {}, byAmount, 'files'],
    ['uploading', {}, byAmount, 'files'],
    ['failed', {}, byAmount, 'files'],
    ['attachments', { attachments: readOnly }, byAmount, undefined],
    ['customValues', {}, byAmount, 'values.root'],
    ['customValues.0.key', {}, byAmount, 'values.r7'],
    ['customValues.0.value', {}, byAmount, 'values.r7'],
    ['customValues.1.key', {}, byAmount, 'keys.r2'],
    ['customValues.1.value', {}, byAmount, 'values.r2'],
    ['customValues.1', {}, byAmount, 'keys.r2'],
    ['customValues.2.key', {}, byAmount, undefined],
    ['customValues.one.key', {}, byAmount, undefined],
    ['customValues.0.key', { customValues: hidden }, byAmount, undefined],
    ['clientId', {}, byAmount, undefined],
  ])('%s, with %j and taxes %j, is %s', (path, fields, way, control) => {
    expect(controlOf(path.split('.'), rows, way, { fields })).toBe(control);
  });
});

const refusals = (
  code: PaymentsErrorCode,
  details: Details,
  given: Partial<LinkSetup> = {},
  withRows = rows,
) => {
  const setup = setupOf(given);
  const values = valuesOf({
    taxesBy: setup.taxes.length > 0 ? 'list' : 'amount',
    taxIds: setup.taxes.map(({ id }) => id),
  });
  const content = contentOf(values, withRows, setup);
  const { onControls, atTop } = refusalsOf(new PaymentsError(code, 'For developers.', details), {
    rows: withRows,
    values,
    content,
    setup,
  });
  return { on: onControls.map(({ name, sentence }) => `${name}: ${sentence}`), atTop };
};

describe('a refusal', () => {
  test.each<[PaymentsErrorCode, Details, string]>([
    ['http', { status: 422, serviceMessage: 'Not today.' }, 'Not today.'],
    ['http', { status: 422 }, 'The service did not say why (422).'],
    ['http', {}, 'The service did not say why.'],
    ['rate-limited', { status: 429 }, 'The service is too busy right now. Wait a minute.'],
    ['unauthorized', { status: 401 }, 'Your sign-in does not allow this. Sign in, then press again.'],
    ['too-large', { status: 413 }, 'It is larger than the service takes.'],
    ['configuration', {}, 'It did not leave this page: an entry is not valid.'],
  ])('%s about no field, with %j, stands at the top as "%s"', (code, details, sentence) => {
    expect(refusals(code, details)).toEqual({ on: [], atTop: [sentence] });
  });

  test("lands on its control in the service's own words, which are said to be the service's", () => {
    expect(refusals('http', { field: 'amount', serviceMessage: 'is too high.' })).toEqual({
      on: ['amountCents: The service says: is too high.'],
      atTop: [],
    });
  });

  test('is read without the path of its field', () => {
    expect(refusals('http', { field: 'amount', serviceMessage: 'amount: is too high.' }).on).toEqual([
      'amountCents: The service says: is too high.',
    ]);
    expect(refusals('http', { field: 'amount', serviceMessage: 'amounts are odd.' }).on).toEqual([
      'amountCents: The service says: amounts are odd.',
    ]);
    expect(refusals('http', { field: 'clientId', serviceMessage: 'clientId: is odd.' }).atTop).toEqual([
      'is odd.',
    ]);
  });

  test('lands on its control in our words where the service has none', () => {
    expect(refusals('invalid-input', { field: 'taxes' })).toEqual({
      on: ['taxCents: It did not leave this page: an entry is not valid (taxes).'],
      atTop: [],
    });
  });

  test('of a key from the catalogue and of its value lands once on its row, and loses nothing', () => {
    const fields = [
      { field: 'customValues[0].key', message: 'is not known.' },
      { field: 'customValues[0].value', message: 'is too long.' },
      { field: '/customValues/1/key', message: 'is odd.' },
    ];
    expect(refusals('http', { fields })).toEqual({
      on: ['values.r7: The service says: is not known.', 'keys.r2: The service says: is odd.'],
      atTop: ['customValues[0].value: is too long.'],
    });
  });

  test('with one sentence for several fields stands on each, and is not said again at the top', () => {
    const fields = [{ field: 'amount' }, { field: 'taxes' }, { field: 'amountCents' }];
    expect(refusals('http', { fields, serviceMessage: 'Do not fit.' })).toEqual({
      on: ['amountCents: The service says: Do not fit.', 'taxCents: The service says: Do not fit.'],
      atTop: [],
    });
  });

  test('says the same at the top once', () => {
    const fields = [{ field: 'clientId' }, { field: 'account' }];
    expect(refusals('http', { fields, serviceMessage: 'Do not fit.' }).atTop).toEqual(['Do not fit.']);
  });

  test('of all custom values lands on their place where there is no row, and is read at the top where there are some', () => {
    const details = { fields: [{ field: 'customValues', message: 'are missing.' }] };
    expect(refusals('http', details, {}, []).on).toEqual(['values.root: The service says: are missing.']);
    expect(refusals('http', details)).toEqual({ on: [], atTop: ['customValues: are missing.'] });
  });

  test('of one of several taxes names it', () => {
    const taxes = [
      { id: 'city', label: 'City tax' },
      { id: 'state', label: 'State tax' },
    ];
    const fields = [
      { field: 'taxes[1]', message: 'is not yours.' },
      { field: 'taxes[0]', message: 'is too old.' },
      { field: 'taxes', message: 'are too many.' },
    ];
    expect(refusals('http', { fields }, { taxes })).toEqual({
      on: ['taxIds: The service says: State tax: is not yours.'],
      atTop: ['City tax: is too old.', 'taxes: are too many.'],
    });
  });
});

describe('a percentage', () => {
  test.each([
    [20, 'en-US', '20%'],
    ['8.875', 'en-US', '8.875%'],
    ['8.875', 'de-DE', '8,875 %'],
    [0, 'en-US', '0%'],
    ['a lot', 'en-US', 'a lot'],
    ['', 'en-US', ''],
  ])('of %j in %s is "%s"', (percent, locale, text) => {
    expect(percentText(percent, locale).replace(/\s/g, ' ')).toBe(text);
  });
});

describe('what looking in the list brought', () => {
  const { labels } = setupOf();
  const link = { id: '1', customValues: [], raw: {} };
  const sentence = (search: Parameters<typeof searchSentence>[0]) =>
    searchSentence(search, '$5.00', labels, countIn('en-US'));

  test('is nothing while it is read', () => {
    expect(sentence({ status: 'reading' })).toBeUndefined();
  });

  test('is said, and "none" only where the list was read', () => {
    expect(sentence({ status: 'not-read' })).toBe('We could not read the list.');
    expect(sentence({ status: 'read', candidates: [] })).toMatch(
      /^There is no new link for \$5\.00 in the list\./,
    );
    expect(sentence({ status: 'read', candidates: [link] })).toBe(
      'A new link for $5.00 is in the list. Is it this one?',
    );
    expect(sentence({ status: 'read', candidates: [link, link] })).toBe(
      '2 new links for $5.00 are in the list. Which one is it?',
    );
  });
});
