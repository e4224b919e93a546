import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../../src/exports/core.ts';
import { json, recordingClient } from './recordingClient.ts';
import { operations, sendAnything, wholeRequests } from './requestShapes.ts';
import * as fc from 'fast-check';
import { anyCharacter } from '../../anyCharacter.ts';
import { runs } from '../../runs.ts';

type Operation = (typeof operations)[number];
type Row = [refused: string, change: object, field: string, reason: string];

const text = 'must be a text.';
const id = 'must be an id of 1 to 256 characters.';
const flag = 'must be true or false.';
const cents = 'must be an integer number of cents (100 = 1.00).';
const least = 'must be at least 1 cent.';
const wholeNumber = 'must be a whole number from 1.';
const zone = 'must be an IANA time zone.';
const uploaded = 'must be an object that the upload handed out.';
const taxes = 'must be cents or a list of tax ids.';
const files = 'must be a list of at least one File.';
const left = 'is empty: leave it out instead.';
const unknownField = 'is not a field of this request: take it out or correct its name.';

const idRows = (field: string): Row[] => [
  [`a number for ${field}`, { [field]: 7 }, field, text],
  [`null for ${field}`, { [field]: null }, field, text],
  [`an empty ${field}`, { [field]: '' }, field, id],
  [`a blank ${field}`, { [field]: ' ' }, field, id],
  [`a path for ${field}`, { [field]: '..' }, field, id],
  [`a long ${field}`, { [field]: 'x'.repeat(257) }, field, id],
  [`a line break in ${field}`, { [field]: 'a\nb' }, field, id],
  [`half a character in ${field}`, { [field]: 'a\ud800' }, field, id],
];
const requiredId = (field: string): Row[] => [
  [`no ${field}`, { [field]: undefined }, field, text],
  ...idRows(field),
];
const amountRows: Row[] = [
  ['no amount', { amount: undefined }, 'amount', cents],
  ['a text for an amount', { amount: '100' }, 'amount', cents],
  ['a float', { amount: 12.5 }, 'amount', cents],
  ['no number', { amount: Number.NaN }, 'amount', cents],
  ['an endless amount', { amount: Infinity }, 'amount', cents],
  ['an inexact amount', { amount: 2 ** 53 }, 'amount', cents],
  ['a bigint', { amount: 100n }, 'amount', cents],
  ['zero', { amount: 0 }, 'amount', least],
  ['less than nothing', { amount: -1 }, 'amount', least],
];
const textRows = (field: string): Row[] => [
  [`a number for ${field}`, { [field]: 7 }, field, text],
  [`null for ${field}`, { [field]: null }, field, text],
];
const filledRows = (field: string): Row[] => [
  ...textRows(field),
  [`an empty ${field}`, { [field]: '' }, field, left],
];
const flagRows = (field: string): Row[] => [
  [`a text for ${field}`, { [field]: 'true' }, field, flag],
  [`a number for ${field}`, { [field]: 1 }, field, flag],
];
const customValueRows: Row[] = [
  ['an object for custom values', { customValues: {} }, 'customValues', 'must be a list.'],
  [
    'a text for a custom value',
    { customValues: ['a'] },
    'customValues[0]',
    'must be an object { key, value }.',
  ],
  ['a custom value without key', { customValues: [{ value: 'v' }] }, 'customValues[0].key', text],
  ['an empty key', { customValues: [{ key: '', value: 'v' }] }, 'customValues[0].key', 'must not be empty.'],
  [
    'a second custom value without value',
    { customValues: [{ key: 'k', value: '' }, { key: 'k' }] },
    'customValues[1].value',
    text,
  ],
  [
    'a number for a label',
    { customValues: [{ key: 'k', value: 'v', label: 1 }] },
    'customValues[0].label',
    text,
  ],
  [
    'a number for the label of a value',
    { customValues: [{ key: 'k', value: 'v', valueLabel: 1 }] },
    'customValues[0].valueLabel',
    text,
  ],
  [
    'a mistyped field of a custom value',
    { customValues: [{ key: 'k', value: 'v', lable: 'x' }] },
    'customValues[0].lable',
    unknownField,
  ],
];
const pageRows = ['page', 'limit'].flatMap((field): Row[] => [
  [`${field} 0`, { [field]: 0 }, field, wholeNumber],
  [`half a ${field}`, { [field]: 1.5 }, field, wholeNumber],
  [`a text for ${field}`, { [field]: '2' }, field, wholeNumber],
]);
const localRows = [...idRows('clientId'), ...textRows('provider')];
const saleRows = [
  ...requiredId('terminalId'),
  ...amountRows,
  ['no receipt flag', { receipt: undefined }, 'receipt', flag] satisfies Row,
  ...flagRows('receipt'),
  ...['orderNumber', 'email', 'phone'].flatMap(filledRows),
  ...customValueRows,
  ...localRows,
];
const referenceRows = [...requiredId('terminalId'), ...requiredId('pnRefNum'), ...localRows];

const refused: Record<Operation, Row[]> = {
  pay: saleRows,
  preAuth: saleRows,
  capture: [...referenceRows, ...amountRows],
  void: [...referenceRows, ['an amount', { amount: 5 }, 'amount', unknownField]],
  refund: [...referenceRows, ...amountRows],
  closeBatch: [
    ...requiredId('terminalId'),
    ...localRows,
    ['a reference', { pnRefNum: 'pn-3' }, 'pnRefNum', unknownField],
  ],
  listTerminals: [
    ...pageRows,
    ...idRows('clientId'),
    ['a zone that is none', { timezone: 'Mars/Base' }, 'timezone', zone],
    ['no zone', { timezone: '' }, 'timezone', zone],
    ['a number for a zone', { timezone: 1 }, 'timezone', zone],
  ],
  getProcessedMessage: [...requiredId('msgIdentifier'), ...textRows('provider')],
  listPaymentLinks: [...pageRows, ['a client id', { clientId: 'till-1' }, 'clientId', unknownField]],
  createPaymentLink: [
    ...amountRows,
    ['taxes in a float', { taxes: 0.5 }, 'taxes', taxes],
    ['taxes below nothing', { taxes: -1 }, 'taxes', taxes],
    ['a text for taxes', { taxes: 'vat' }, 'taxes', taxes],
    ['a tax id that is none', { taxes: ['vat', ''] }, 'taxes', taxes],
    ['a list of taxes with a gap', { taxes: Object.assign(['vat'], { 2: 'city' }) }, 'taxes', taxes],
    ...['showBilling', 'showShipping', 'applyDiscount'].flatMap(flagRows),
    ...customValueRows,
    ['an object for attachments', { attachments: {} }, 'attachments', 'must be a list.'],
    ['a name for an attachment', { attachments: [{}, 'a.pdf'] }, 'attachments[1]', uploaded],
    ['an attachment no request can hold', { attachments: [{ size: 1n }] }, 'attachments[0]', uploaded],
    ...idRows('clientId'),
  ],
  uploadAttachments: [
    ['no files', { files: [] }, 'files', files],
    ['a name for a file', { files: ['a.pdf'] }, 'files', files],
    ['a list of files with a gap', { files: Object.assign([], { length: 1 }) }, 'files', files],
    ['one file alone', { files: new File([], 'a.txt') }, 'files', files],
  ],
};

describe.each(operations)('%s', (operation) => {
  const request = wholeRequests[operation];

  it('takes every field it has', async () => {
    const { error, sent } = await sendAnything(operation, request);
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(1);
  });

  it.each<Row>([
    ['a mistyped field', { ammount: 1 }, 'ammount', unknownField],
    ['a field that only looks known', { constructor: 1 }, 'constructor', unknownField],
    ...refused[operation],
  ])('refuses %s', async (_, change, field, reason) => {
    const { error, sent } = await sendAnything(operation, { ...request, ...change });
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      field,
      shortMessage: `${field} ${reason} Nothing was sent.`,
      operationName: operation,
      isRetryable: false,
    });
    expect(sent).toHaveLength(0);
  });

  it.each([[null], ['a text'], [7], [true], [[request]], [() => request]])(
    'refuses %j for a request',
    async (input) => {
      const { error, sent } = await sendAnything(operation, input);
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        field: 'request',
        shortMessage: 'request must be an object. Nothing was sent.',
      });
      expect(sent).toHaveLength(0);
    },
  );
});

it('names the first field in the order of the contract, and a mistyped one last', async () => {
  const { error } = await sendAnything('pay', { ammount: 5, receipt: 1, terminalId: 'T1', amount: 1 });
  expect(error).toMatchObject({ field: 'receipt' });
});

it('refuses a field named __proto__, and takes nothing from it', async () => {
  const input: unknown = JSON.parse('{"terminalId":"T1","receipt":true,"amount":1,"__proto__":{"amount":9}}');
  const { error, sent } = await sendAnything('pay', input);
  expect(error).toMatchObject({ code: 'invalid-input', field: '__proto__' });
  expect(sent).toHaveLength(0);
});

it('sends what was checked, whatever becomes of the object while headers are waited for', async () => {
  const request = { ...wholeRequests.pay, customValues: [{ key: 'table', value: '7' }] };
  const { client, sent } = recordingClient(() => json({ msgIdentifier: 'msg-7' }), {
    headers: async () => {
      request.amount = 99_999_999;
      request.customValues[0]!.value = 'x';
      request.customValues.push({ key: '', value: '' });
      return {};
    },
  });
  await client.pay(request);
  expect(sent[0]!.body).toMatchObject({ amount: 1250, customValues: [{ key: 'table', value: '7' }] });
});

const junk = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withUnicodeString: true,
});
const nearly = fc.oneof(
  junk,
  fc.string({ unit: anyCharacter }),
  fc.double(),
  fc.integer(),
  fc.array(fc.dictionary(fc.constantFrom('key', 'value', 'label', 'odd', '__proto__'), junk)),
);

/** The object with a field of its own, whatever its name. */
function withField(request: object, name: string, value: unknown): object {
  return Object.defineProperty({ ...request }, name, { value, enumerable: true, configurable: true });
}

/** Of each operation. */
const numRuns = runs(30, 100);

describe.each(operations)('%s', (operation) => {
  const whole: object = wholeRequests[operation];
  const names = Object.keys(whole);

  it('is sent once or is invalid input that names a field, whatever it is given', async () => {
    const inputs = fc.oneof(junk, fc.dictionary(fc.constantFrom(...names), nearly));
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const { error, sent } = await sendAnything(operation, input);
        if (error)
          expect(error).toMatchObject({ code: 'invalid-input', field: expect.stringMatching(/[^]/) });
        expect(sent).toHaveLength(error ? 0 : 1);
      }),
      { numRuns },
    );
  });

  it('blames the one field that is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), nearly, async (name, value) => {
        const { error, sent } = await sendAnything(operation, withField(whole, name, value));
        if (error) {
          expect(error.code).toBe('invalid-input');
          expect(error.field?.split(/[.[]/)[0]).toBe(name);
        }
        expect(sent).toHaveLength(error ? 0 : 1);
      }),
      { numRuns },
    );
  });

  it('takes no field that it does not have', async () => {
    const strange = fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'toString', '0', 'Amount', 'amount '))
      .filter((name) => !names.includes(name));
    await fc.assert(
      fc.asyncProperty(strange, junk, async (name, value) => {
        const { error, sent } = await sendAnything(operation, withField(whole, name, value));
        expect(error).toMatchObject({ code: 'invalid-input', field: name });
        expect(sent).toHaveLength(0);
      }),
      { numRuns },
    );
  });
});
