import type { PaymentLink } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import {
  customValueColumns,
  defaultColumns,
  ownColumns,
  resolveColumns,
} from '../../../src/components/payment-link-list/linkColumns.tsx';
import { statusOf, statusWords } from '../../../src/components/payment-link-list/LinkStatus.tsx';
import { paymentLinkList as labels } from '../../../src/words/en.ts';

const linkOf = (given: Partial<PaymentLink> = {}): PaymentLink => ({
  id: '1',
  customValues: [],
  raw: {},
  ...given,
});

const own = ownColumns(labels, {
  currency: 'USD',
  money: (amount) => (amount === undefined ? undefined : `$${amount / 100}`),
  decimal: (amount) => (amount === undefined ? '' : String(amount / 100)),
  time: (value) => (value === 'never' ? undefined : `at ${value}`),
});

describe('the columns a host named', () => {
  const resolve = (...columns: Parameters<typeof resolveColumns>[0]) => resolveColumns(columns, own);

  test('stand in its order, with the names of the list', () => {
    expect(resolve('reference', 'amount').map(({ id, label }) => [id, label])).toEqual([
      ['reference', 'Reference'],
      ['amount', 'Amount'],
    ]);
  });

  test('keep what the host does not say otherwise', () => {
    const [column] = resolve({ id: 'amount', label: 'Total', render: undefined });
    expect(column).toMatchObject({ id: 'amount', label: 'Total', fileLabel: 'Amount (USD)' });
    expect(column?.render?.(linkOf({ amountCents: 500 }))).toBe('$5');
    expect(column?.text?.(linkOf({ amountCents: 500 }))).toBe('5');
  });

  test("can be the host's own, under a name that objects inherit too", () => {
    const render = () => 'Main street';
    const [store, odd] = resolve(
      { id: 'store', label: 'Store', render },
      { id: 'toString', label: 'Odd', render },
    );
    expect(store).toEqual({ id: 'store', label: 'Store', render });
    expect(odd).toEqual({ id: 'toString', label: 'Odd', render });
  });

  test('are by default all that the list knows but sums paid, details and ids', () => {
    expect([...defaultColumns]).toEqual(['amount', 'status', 'reference', 'created', 'actions']);
  });
});

describe('a cell as text', () => {
  const created = '2026-01-14T22:10:00Z';
  test.each<[keyof typeof own, Partial<PaymentLink>, string]>([
    ['amount', { amountCents: 4800 }, '48'],
    ['amount', { amountCents: 4800, totalAmountCents: 5000 }, '50'],
    ['amount', { totalAmountCents: 0, amountCents: 4800 }, '0'],
    ['amount', {}, ''],
    ['paidAmount', { paidAmountCents: 100, amountCents: 4800 }, '1'],
    ['paidAmount', { amountCents: 4800 }, ''],
    ['status', { status: 'PAID' }, 'paid'],
    ['status', { paid: false }, 'unpaid'],
    ['status', {}, ''],
    ['reference', { reference: 'PL-1' }, 'PL-1'],
    ['reference', {}, ''],
    ['id', { reference: 'PL-1' }, '1'],
    ['created', { createdAt: created }, '2026-01-14T22:10:00.000Z'],
    ['created', {}, ''],
    ['actions', { paymentLink: 'https://pay.test/1', addressText: 'other' }, 'https://pay.test/1'],
    ['actions', { addressText: 'card 4111111111111111' }, 'card •••• 1111'],
    ['actions', {}, ''],
    [
      'customValues',
      {
        customValues: [
          { key: 'table', label: 'Table', value: '7' },
          { key: 'floor', value: 'g', valueLabel: 'Ground floor' },
        ],
      },
      'Table: 7 · floor: Ground floor',
    ],
  ])('%s of %j is "%s"', (id, link, text) => {
    expect(own[id].text?.(linkOf(link))).toBe(text);
  });
});

describe('what a search finds a cell by', () => {
  const words = (id: keyof typeof own, link: Partial<PaymentLink>) => own[id].words?.(linkOf(link));

  test('is a sum as it is written and as a number', () => {
    expect(words('amount', { amountCents: 4850 })).toBe('48.5 $48.5');
    expect(words('amount', {})?.trim()).toBe('');
  });

  test("is a status in the service's word and in the list's", () => {
    expect(words('status', { status: 'partially_refunded' })).toBe('partially_refunded Partially refunded');
    expect(words('status', { paid: true })).toBe('paid Paid');
  });

  test('is nothing where the service told nothing', () => {
    expect(words('status', {})?.trim()).toBe('');
    expect(words('created', {})).not.toMatch(/undefined/);
  });

  test('is a time as it is written and as a date', () => {
    expect(words('created', { createdAt: '2026-01-14T22:10:00Z' })).toBe(
      '2026-01-14T22:10:00.000Z at 2026-01-14T22:10:00Z',
    );
    expect(words('created', { createdAt: 'never' })).not.toMatch(/undefined/);
  });
});

describe('the columns of the custom values on a page', () => {
  const links = [
    linkOf({ customValues: [{ key: 'table', label: 'Table', value: '7' }] }),
    linkOf({
      customValues: [
        { key: 'note', value: 'one' },
        { key: 'note', value: 'two', valueLabel: 'Second' },
        { key: 'table', label: 'Table', value: '8' },
      ],
    }),
    linkOf(),
  ];

  test('are one for each key, named by its label or itself', () => {
    expect(customValueColumns(links).map(({ id, label }) => [id, label])).toEqual([
      ['table', 'Table'],
      ['note', 'note'],
    ]);
  });

  test("have each link's own value, all where it has several, and nothing where it has none", () => {
    const [table, note] = customValueColumns(links);
    expect(links.map((link) => table?.text?.(link))).toEqual(['7', '8', '']);
    expect(links.map((link) => note?.text?.(link))).toEqual(['', 'one; Second', '']);
  });

  test('F102: hide the digits of a card in names and values', () => {
    const card = '4111111111111111';
    const [column] = customValueColumns([linkOf({ customValues: [{ key: 'k', label: card, value: card }] })]);
    expect(column?.label).toBe('•••• 1111');
    expect(column?.text?.(linkOf({ customValues: [{ key: 'k', value: card }] }))).toBe('•••• 1111');
  });
});

describe('a status', () => {
  test.each<[Pick<PaymentLink, 'status' | 'paid'>, string | undefined, string | undefined]>([
    [{ status: 'paid' }, 'paid', 'Paid'],
    [{ status: 'Unpaid' }, 'unpaid', 'Open'],
    [{ status: 'PAID', paid: false }, 'paid', 'Paid'],
    [{ paid: true }, 'paid', 'Paid'],
    [{ paid: false }, 'unpaid', 'Open'],
    [{}, undefined, undefined],
    [{ status: 'partially_refunded' }, 'partially_refunded', 'Partially refunded'],
    [{ status: 'IN-REVIEW' }, 'IN-REVIEW', 'In review'],
    [{ status: 'expired' }, 'expired', 'Expired'],
    [{ status: 'Half: 1/2' }, 'Half: 1/2', 'Half: 1/2'],
    [{ status: '_odd' }, '_odd', '_odd'],
    [{ status: 'prepaid' }, 'prepaid', 'Prepaid'],
    [{ status: 'card 4111111111111111' }, 'card •••• 1111', 'card •••• 1111'],
  ])('of %j is %j, in words %j', (link, status, words) => {
    expect([statusOf(link), statusWords(link, labels)]).toEqual([status, words]);
  });

  test("is said in the host's words", () => {
    const german = { ...labels, paid: 'Bezahlt', statusOf: (status: string) => `«${status}»` };
    expect(statusWords({ paid: true }, german)).toBe('Bezahlt');
    expect(statusWords({ status: 'new' }, german)).toBe('«new»');
  });
});
