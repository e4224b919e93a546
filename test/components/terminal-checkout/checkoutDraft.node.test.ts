import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkCheckoutFields,
  type CheckoutDraft,
  type CheckoutFields,
  fieldsOf,
  withLockedFields,
  needsConfirm,
  nextDraft,
  requestOf,
  initialDraft,
  withoutPersonalData,
  checkoutErrors,
  checkoutProblems,
  refusedField,
} from '../../../src/components/terminal-checkout/checkoutDraft.ts';
import { draftOf } from './drafts.ts';
import { terminalCheckout as labels } from '../../../src/words/en.ts';
import type { Refusal } from '../../../src/core/operations/terminalOperation.ts';

const host = {
  terminalId: 'terminal-9',
  amount: 9900,
  orderNumber: 'H-9',
  receipt: true,
  email: 'host@example.com',
  phone: '+1 555 0199',
  customValues: [{ key: 'till', value: '3' }],
};
const rulesOf = (rule: object): CheckoutFields =>
  Object.fromEntries(Object.entries(host).map(([name, value]) => [name, { ...rule, value }]));
const hosts: CheckoutDraft = {
  terminalId: 'terminal-9',
  amountCents: 9900,
  orderNumber: 'H-9',
  customValues: { till: '3' },
  wantsReceipt: true,
  email: 'host@example.com',
  phone: '+1 555 0199',
};
const typed = draftOf({
  orderNumber: 'A-1',
  wantsReceipt: true,
  email: 'ann@example.com',
  phone: '+1 555 0100',
  customValues: { table: '12' },
});

describe('a draft', () => {
  test('starts with what the host filled in, else empty', () => {
    expect(initialDraft(rulesOf({}))).toEqual(hosts);
    expect(initialDraft({})).toEqual(draftOf({ terminalId: null, amountCents: null }));
  });

  test.each([{ hidden: true }, { readOnly: true }])(
    'has the host’s current values where they are %j',
    (rule) => {
      expect(withLockedFields(typed, rulesOf(rule))).toEqual(hosts);
    },
  );

  test('has what was typed everywhere else', () => {
    expect(withLockedFields(typed, rulesOf({ required: true }))).toEqual(typed);
    expect(withLockedFields(typed, {})).toEqual(typed);
  });

  test.each([
    ['terminalId', { terminalId: 'terminal-9' }],
    ['amount', { amountCents: 9900 }],
    ['orderNumber', { orderNumber: 'H-9' }],
    ['receipt', { wantsReceipt: true }],
    ['email', { email: 'host@example.com' }],
    ['phone', { phone: '+1 555 0199' }],
    ['customValues', { customValues: { till: '3' } }],
  ] as const)('a locked %s changes nothing beside it', (name, patch) => {
    const open = draftOf();
    expect(withLockedFields(open, { [name]: { readOnly: true, value: host[name] } })).toEqual({
      ...open,
      ...patch,
    });
  });

  test('F101: keeps nothing of the person who paid, whether the cashier or the host filled it in', () => {
    const kept = withoutPersonalData(typed, rulesOf({}));
    expect(kept).toEqual({ ...typed, email: '', phone: '', wantsReceipt: true, customValues: { till: '3' } });
    expect(withoutPersonalData(typed, {})).toMatchObject({ wantsReceipt: false, customValues: {} });
  });

  test('of the next customer has the terminal of the last one, and no amount', () => {
    expect(nextDraft(typed, {})).toEqual(draftOf({ terminalId: 'terminal-1', amountCents: null }));
    expect(nextDraft(typed, rulesOf({}))).toMatchObject({ terminalId: 'terminal-1', amountCents: null });
  });
});

describe('the request', () => {
  const setup = { amount: 1250, provider: undefined, customFields: [], customValues: undefined };
  const request = (patch: Partial<CheckoutDraft>, more: Partial<Parameters<typeof requestOf>[1]> = {}) =>
    requestOf({ ...draftOf(patch), terminalId: 'terminal-1' }, { ...setup, ...more });

  test('has what the wire counts, not what was typed', () => {
    const sent = request({ amountCents: 1250 }, { amount: 125_000, provider: 'alpha' });
    expect(sent).toMatchObject({
      terminalId: 'terminal-1',
      amount: 125_000,
      provider: 'alpha',
      receipt: false,
    });
  });

  test.each([
    [{ wantsReceipt: false, email: 'a@b', phone: '12345' }, { receipt: false }],
    [
      { wantsReceipt: true, email: ' a@b ', phone: ' ' },
      { receipt: true, email: 'a@b' },
    ],
    [
      { wantsReceipt: true, email: '', phone: ' 12345 ' },
      { receipt: true, phone: '12345' },
    ],
    [{ orderNumber: ' A-1 ' }, { receipt: false, orderNumber: 'A-1' }],
    [{ orderNumber: '  ' }, { receipt: false }],
  ])('of %j has %j', (patch, expected) => {
    const { email, phone, orderNumber, receipt } = request(patch);
    expect({ receipt, email, phone, orderNumber }).toEqual({
      email: undefined,
      phone: undefined,
      orderNumber: undefined,
      ...expected,
    });
  });

  test('has the host’s custom values first, and of the others those that say something', () => {
    const customFields = [
      { key: 'table', label: 'Table' },
      { key: 'shift', label: 'Shift', type: 'choice' as const, choices: [{ value: 'am', label: 'Morning' }] },
      { key: 'note', label: 'Note' },
    ];
    const sent = request(
      { customValues: { table: ' 12 ', shift: 'am', note: ' ' } },
      { customFields, customValues: [{ key: 'till', value: '3' }] },
    );
    expect(sent.customValues).toEqual([
      { key: 'till', value: '3' },
      { key: 'table', label: 'Table', value: '12' },
      { key: 'shift', label: 'Shift', value: 'am', valueLabel: 'Morning' },
    ]);
  });

  test('has none where there is none', () => {
    expect(request({})).not.toHaveProperty('customValues');
    expect(request({ customValues: { note: '' } })).not.toHaveProperty('customValues');
  });

  test('F101: never has an address of a customer who wants no receipt', () => {
    const drafts = fc.record({ email: fc.string(), phone: fc.string(), orderNumber: fc.string() });
    fc.assert(
      fc.property(drafts, (patch) => {
        const { email, phone } = request({ ...patch, wantsReceipt: false });
        expect([email, phone]).toEqual([undefined, undefined]);
      }),
    );
  });
});

describe('what the host says of single fields', () => {
  const none = {
    fields: undefined,
    defaultTerminalId: undefined,
    defaultAmountCents: undefined,
    orderNumber: undefined,
  };

  test('is what they start with', () => {
    const fields = fieldsOf({ ...none, defaultTerminalId: 'terminal-1', defaultAmountCents: 500 });
    expect(initialDraft(fields)).toMatchObject({ terminalId: 'terminal-1', amountCents: 500 });
    expect(
      initialDraft(fieldsOf({ ...none, defaultTerminalId: null, defaultAmountCents: null })),
    ).toMatchObject({
      terminalId: null,
      amountCents: null,
    });
  });

  test('gives way to a rule that has a value, and fills in one that has none', () => {
    const defaults = { ...none, defaultTerminalId: 'terminal-1', defaultAmountCents: 500 };
    const ruled = fieldsOf({
      ...defaults,
      fields: { amount: { value: 700 }, terminalId: { readOnly: true } },
    });
    expect(ruled.amount).toEqual({ value: 700 });
    expect(ruled.terminalId).toEqual({ value: 'terminal-1', readOnly: true });
  });

  test('an order number of the host is shown and not changed, also an empty one', () => {
    const rule = { required: true, value: 'A-1' };
    expect(fieldsOf({ ...none, fields: { orderNumber: rule }, orderNumber: 'H-1' }).orderNumber).toEqual({
      required: true,
      value: 'H-1',
      readOnly: true,
    });
    expect(fieldsOf({ ...none, orderNumber: '' }).orderNumber).toEqual({ value: '', readOnly: true });
    expect(fieldsOf({ ...none, fields: { orderNumber: rule } }).orderNumber).toBe(rule);
  });

  test('a hidden one without a value could never be sent', () => {
    expect(() => checkCheckoutFields({ amount: { hidden: true } })).toThrow(
      /fields\.amount\.value, in cents/,
    );
    expect(() => checkCheckoutFields({ terminalId: { hidden: true } })).toThrow(
      /fields\.terminalId\.value\./,
    );
    const right = { amount: { hidden: true, value: 0 }, terminalId: { hidden: true, value: 't' } };
    expect(() => checkCheckoutFields(right)).not.toThrow();
    expect(() => checkCheckoutFields({ amount: { readOnly: true }, email: { hidden: true } })).not.toThrow();
  });
});

test.each([
  [{}, 10_000_000, false],
  [{ confirmAboveCents: 0 }, 1, true],
  [{ confirmAboveCents: 500 }, 500, false],
  [{ confirmAboveCents: 500 }, 501, true],
  [{ confirm: 'always' }, 1, true],
  [{ confirm: 'always', confirmAboveCents: 500 }, 1, true],
  [{ confirm: 'never', confirmAboveCents: 500 }, 501, false],
] as const)('with %j, %i cents are asked about: %s', (confirm, cents, asks) => {
  expect(needsConfirm(cents, confirm)).toBe(asks);
});

const hidden = { hidden: true };
const readOnly = { readOnly: true };
const required = { required: true };
const problemsOf = (draft: Partial<CheckoutDraft>, fields: CheckoutFields = {}, isExact = true) =>
  checkoutProblems(draftOf(draft), fields, [], isExact);

describe('what keeps a payment from being sent', () => {
  test.each<[string, Partial<CheckoutDraft>, CheckoutFields, object]>([
    ['nothing, of one that is whole', {}, {}, {}],
    ['no terminal', { terminalId: null }, {}, { terminalId: 'missing' }],
    ['no amount', { amountCents: null }, {}, { amount: 'missing' }],
    ['no order number, where it is needed', {}, { orderNumber: required }, { orderNumber: 'missing' }],
    ['one of spaces', { orderNumber: ' ' }, { orderNumber: required }, { orderNumber: 'missing' }],
    ['not one that was entered', { orderNumber: 'A-1' }, { orderNumber: required }, {}],
    ['not a hidden one', {}, { orderNumber: { ...required, ...hidden } }, {}],
    ['no tick, where it is needed', {}, { receipt: required }, { receipt: 'missing' }],
    ['not one that is there', { wantsReceipt: true, email: 'a@b' }, { receipt: required }, {}],
    ['not a hidden tick', {}, { receipt: { ...required, ...hidden } }, {}],
  ])('%s', (_, draft, fields, problems) => expect(problemsOf(draft, fields)).toEqual(problems));

  test('an amount that is no number of what the wire counts', () => {
    expect(problemsOf({}, {}, false)).toEqual({ amount: 'invalid' });
    expect(problemsOf({ amountCents: null }, {}, false)).toEqual({ amount: 'missing' });
  });

  test('all of it, in the order of the form, so that the first one gets the focus', () => {
    const fields = { orderNumber: required, receipt: required, email: required, phone: required };
    const custom = [{ key: 'table', label: 'Table', required: true }];
    const empty = draftOf({ terminalId: null, amountCents: null });
    expect(Object.keys(checkoutProblems(empty, fields, custom, true))).toEqual([
      'terminalId',
      'amount',
      'orderNumber',
      'customValues.table',
      'receipt',
    ]);
    const wanted = { ...empty, wantsReceipt: true };
    expect(Object.keys(checkoutProblems(wanted, fields, custom, true)).slice(-2)).toEqual(['email', 'phone']);
  });
});

describe('where a receipt goes', () => {
  const wants = (patch: Partial<CheckoutDraft>) => ({ wantsReceipt: true, ...patch });

  test.each<[string, Partial<CheckoutDraft>, CheckoutFields, object]>([
    ['nowhere is said at the first field', wants({}), {}, { email: 'no-address' }],
    ['spaces are nowhere', wants({ email: ' ', phone: '\t' }), {}, { email: 'no-address' }],
    ['at the second, where the first is hidden', wants({}), { email: hidden }, { phone: 'no-address' }],
    ['or where it cannot be changed', wants({}), { email: readOnly }, { phone: 'no-address' }],
    ['not where neither can be entered', wants({}), { email: hidden, phone: readOnly }, {}],
    ['an address of the host is one', wants({ email: 'a@b' }), { email: hidden }, {}],
    ['one is enough: e-mail', wants({ email: 'ann@example.com' }), {}, {}],
    ['one is enough: phone', wants({ phone: '+1 555 0100' }), {}, {}],
    [
      'a required one is needed beside the other',
      wants({ email: 'a@b' }),
      { phone: required },
      { phone: 'missing' },
    ],
    ['but not twice', wants({ email: 'a@b' }), { email: required }, {}],
    ['and right', wants({ email: 'ann@' }), { email: required }, { email: 'invalid' }],
    ['which says more than that there is none', wants({}), { phone: required }, { phone: 'missing' }],
    ['both', wants({}), { email: required, phone: required }, { email: 'missing', phone: 'missing' }],
    ['not where it is hidden', wants({ phone: '12345' }), { email: { ...required, ...hidden } }, {}],
    ['what is wrong is said', wants({ email: 'ann@' }), {}, { email: 'invalid' }],
    ['of each', wants({ email: '@b', phone: '1' }), {}, { email: 'invalid', phone: 'invalid' }],
    ['also beside a good one', wants({ email: 'a@b', phone: 'x' }), {}, { phone: 'invalid' }],
    ['not of one that cannot be changed', wants({ email: 'ann@' }), { email: readOnly }, {}],
    ['nothing where none is wanted', { email: 'ann@', phone: 'x' }, { email: required }, {}],
  ])('%s', (_, draft, fields, problems) => expect(problemsOf(draft, fields)).toEqual(problems));

  test.each([
    ['ann@example.com', true],
    [' ann@example.com ', true],
    ['ann+till@sub.example.co', true],
    ['ünal@пример.рф', true],
    ['ann', false],
    ['ann@', false],
    ['@example.com', false],
    ['ann@@example.com', false],
    ['ann @example.com', false],
    ['ann@example.com, bob@example.com', false],
  ])('e-mail %j: %s', (email, isRight) => {
    expect(problemsOf({ wantsReceipt: true, email })).toEqual(isRight ? {} : { email: 'invalid' });
  });

  test.each([
    ['+1 555 0100', true],
    ['(040) 123-45.67/8', true],
    ['٠١٢٣٤', true],
    ['12345', true],
    ['1234', false],
    ['+1 (55', false],
    ['555-CALL', false],
    ['12345 ext 6', false],
    ['+-().', false],
  ])('phone %j: %s', (phone, isRight) => {
    expect(problemsOf({ wantsReceipt: true, phone })).toEqual(isRight ? {} : { phone: 'invalid' });
  });
});

describe('custom values', () => {
  const table = { key: 'table', label: 'Table', required: true };
  const note = { key: 'note', label: 'Note' };
  const problems = (customValues: Record<string, string>, fields: CheckoutFields = {}) =>
    checkoutProblems(draftOf({ customValues }), fields, [table, note], true);

  test.each([
    [{}, { 'customValues.table': 'missing' }],
    [{ table: ' ' }, { 'customValues.table': 'missing' }],
    [{ note: 'x' }, { 'customValues.table': 'missing' }],
    [{ table: '12' }, {}],
    [{ table: '0' }, {}],
  ])('%j', (values, found) => expect(problems(values)).toEqual(found));

  test.each([hidden, readOnly])('they cannot be entered where they are %j', (rule) =>
    expect(problems({}, { customValues: rule })).toEqual({}),
  );
});

describe('what is said at a field', () => {
  test.each([
    ['terminalId', 'missing', 'Choose a terminal.'],
    ['orderNumber', 'missing', 'Enter an order number.'],
    ['receipt', 'missing', 'Tick this to go on.'],
    ['email', 'missing', 'Enter an email address.'],
    ['phone', 'missing', 'Enter a phone number.'],
    ['customValues.table', 'missing', 'This is needed.'],
    ['customValues.email', 'missing', 'This is needed.'],
    ['email', 'invalid', 'Enter an address like name@example.com.'],
    ['phone', 'invalid', 'Enter a phone number in digits.'],
    ['email', 'no-address', 'Enter an email address or a phone number for the receipt.'],
    ['phone', 'no-address', 'Enter an email address or a phone number for the receipt.'],
  ] as const)('%s, %s: %s', (field, problem, sentence) => {
    expect(checkoutErrors({ [field]: problem }, undefined, labels)).toEqual({ [field]: sentence });
  });

  test('nothing at the amount, which finds its own words', () => {
    expect(checkoutErrors({ amount: 'missing' }, undefined, labels)).toEqual({});
    expect(checkoutErrors({ amount: 'missing' }, 'amount', labels)).toEqual({ amount: labels.refusedField });
  });

  test('what the core refused, unless something nearer is wrong with it', () => {
    expect(checkoutErrors({}, 'email', labels)).toEqual({ email: labels.refusedField });
    expect(checkoutErrors({ email: 'invalid' }, 'email', labels)).toEqual({ email: labels.emailInvalid });
  });
});

describe('the field that a refusal is about', () => {
  const refusal = (field: string | undefined, code: Refusal['code'] = 'invalid-request'): Refusal => ({
    code,
    message: 'No.',
    field,
  });

  test.each(['terminalId', 'amount', 'orderNumber', 'email', 'phone'] as const)(
    '%s, where it is shown',
    (field) => {
      expect(refusedField(refusal(field), {})).toBe(field);
      expect(refusedField(refusal(field), { [field]: readOnly })).toBe(field);
      expect(refusedField(refusal(field), { [field]: hidden })).toBeUndefined();
    },
  );

  test.each<[string, Refusal | undefined]>([
    ['no refusal', undefined],
    ['one about nothing in particular', refusal(undefined)],
    ['one about something that has no control', refusal('customValues[0].key')],
    ['one that something else is the reason of', refusal('terminalId', 'terminal-busy')],
  ])('none for %s', (_, about) => expect(refusedField(about, {})).toBeUndefined());
});
