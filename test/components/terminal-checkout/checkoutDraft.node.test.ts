import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkCheckoutFields,
  type CheckoutDraft,
  type CheckoutFields,
  fieldsOf,
  lockedIn,
  needsConfirm,
  nextDraft,
  requestOf,
  startOfDraft,
  withoutPersonalData,
} from '../../../src/components/terminal-checkout/checkoutDraft.ts';
import { draftOf } from './drafts.ts';

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
    expect(startOfDraft(rulesOf({}))).toEqual(hosts);
    expect(startOfDraft({})).toEqual(draftOf({ terminalId: null, amountCents: null }));
  });

  test.each([{ hidden: true }, { readOnly: true }])(
    'has the host’s current values where they are %j',
    (rule) => {
      expect(lockedIn(typed, rulesOf(rule))).toEqual(hosts);
    },
  );

  test('has what was typed everywhere else', () => {
    expect(lockedIn(typed, rulesOf({ required: true }))).toEqual(typed);
    expect(lockedIn(typed, {})).toEqual(typed);
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
    expect(lockedIn(open, { [name]: { readOnly: true, value: host[name] } })).toEqual({ ...open, ...patch });
  });

  test('F101: keeps nothing of the person who paid, whoever filled it in', () => {
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

  test('F101: never has an address of somebody who wants no receipt', () => {
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
    expect(startOfDraft(fields)).toMatchObject({ terminalId: 'terminal-1', amountCents: 500 });
    expect(
      startOfDraft(fieldsOf({ ...none, defaultTerminalId: null, defaultAmountCents: null })),
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
