import { describe, expect, test } from 'vitest';
import { openService } from './service.ts';

const current = '/public/202104/payment-link';
const deployment = '/v1/public/202104/payment-link';
const v1 = '/v1/public/payment-link';
const link = { amount: 2500, customValues: [], applyDiscount: false };

test.each([current, deployment])('%s creates a link and answers with it', async (path) => {
  const { post, sandbox } = openService();
  const customValues = [{ key: 'table', label: 'Table', value: '7' }];
  const { status, body } = await post(path, {
    ...link,
    customValues,
    showBilling: true,
    showShipping: false,
    clientId: 'till',
  });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    id: expect.any(String),
    paymentLink: `pay.sandbox.test/l/${body.data.id}`,
    paymentRequestId: expect.any(String),
    reference: 'PL-1004',
    status: 'unpaid',
    paid: false,
    amount: 2500,
    totalAmount: 2500,
    paidAmount: 0,
    createdAt: '2026-03-02T09:00:00.000Z',
    customValues,
  });
  expect(sandbox.ledger.links).toEqual([body.data]);
});

test('the deprecated version creates a link and answers without data', async () => {
  const { post, sandbox } = openService();
  const { status, text } = await post(v1, link);
  expect([status, text]).toEqual([204, '']);
  expect(sandbox.ledger.links).toHaveLength(1);
});

test('lists the newest first, inside data; the deprecated version bare', async () => {
  const { get, post } = openService();
  await post(current, link);
  const { data } = (await get(`${current}?page=1&limit=3`)).body;
  expect(data).toMatchObject({ total: 4, page: 1, limit: 3 });
  expect(data.items.map(({ reference }: { reference: string }) => reference)).toEqual([
    'PL-1004',
    'PL-1003',
    'PL-1002',
  ]);
  const older = (await get(`${v1}?page=2&limit=3`)).body;
  expect(older).toMatchObject({
    total: 4,
    page: 2,
    limit: 3,
    items: [{ reference: 'PL-1001', status: 'paid', paid: true, paidAmount: 4500 }],
  });
  expect((await get(deployment)).body.data.items).toHaveLength(4);
});

test.each(['page=0', 'limit=101', 'clientId=till'])('refuses the list query %s', async (query) => {
  expect((await openService().get(`${current}?${query}`)).status).toBe(422);
});

test.each([
  ['amount', { amount: 12.5 }],
  ['amount', { amount: undefined }],
  ['customValues', { customValues: undefined }],
  [
    'customValues[1].key',
    {
      customValues: [
        { key: 'note', value: 'x' },
        { key: 'colour', value: 'red' },
      ],
    },
  ],
  ['customValues[0].value', { customValues: [{ key: 'note' }] }],
  ['applyDiscount', { applyDiscount: undefined }],
  ['applyDiscount', { applyDiscount: 5 }],
  ['showBilling', { showBilling: 'yes' }],
  ['showShipping', { showShipping: 1 }],
  ['taxes', { taxes: -1 }],
  ['taxes', { taxes: 1.5 }],
  ['taxes', { taxes: 'tax-standard' }],
  ['taxes[1]', { taxes: ['tax-standard', 'tax-none'] }],
  ['attachments', { attachments: {} }],
  ['attachments[0]', { attachments: [{ path: 'attachments/made-up' }] }],
  ['attachments[0]', { attachments: ['attachments/made-up'] }],
  ['currency', { currency: 'EUR' }],
])('refuses a wrong %s and creates nothing', async (field, change) => {
  const { post, sandbox } = openService();
  const { status, body } = await post(current, { ...link, ...change });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
  expect(sandbox.ledger.links).toEqual([]);
});

test('the configured keys are an option', async () => {
  const { post, sandbox } = openService({ customValueKeys: ['colour'] });
  expect(sandbox.customValueKeys).toEqual(['colour']);
  expect((await post(current, { ...link, customValues: [{ key: 'colour', value: 'red' }] })).status).toBe(
    200,
  );
  expect((await post(current, { ...link, customValues: [{ key: 'note', value: 'x' }] })).status).toBe(422);
});

describe('taxes', () => {
  test('an amount is added', async () => {
    const { body } = await openService().post(current, { ...link, taxes: 475 });
    expect(body.data).toMatchObject({ amount: 2500, totalAmount: 2975 });
  });

  test('ids are looked up', async () => {
    const { post, sandbox } = openService();
    const { body } = await post(current, { ...link, taxes: sandbox.taxes.map(({ id }) => id) });
    expect(body.data).toMatchObject({ amount: 2500, totalAmount: 3125 });
  });
});

describe('in the major unit', () => {
  test('amounts are read and written with decimals', async () => {
    const { get, post } = openService({ linkAmountUnit: 'major' });
    const { body } = await post(current, { ...link, amount: 19.99, taxes: 0.1 });
    expect(body.data).toMatchObject({ amount: 19.99, totalAmount: 20.09, paidAmount: 0 });
    expect((await get(current)).body.data.items[3]).toMatchObject({ amount: 45, paidAmount: 45 });
  });

  test.each([0, -1, 1.005, '12.50'])('refuses the amount %s', async (amount) => {
    expect((await openService({ linkAmountUnit: 'major' }).post(current, { ...link, amount })).status).toBe(
      422,
    );
  });
});
