import { describe, expect, test } from 'vitest';
import { defineService } from 'tillkit/core';
import { openService } from './service.ts';

const current = '/public/202104/payment-link';
const deployment = '/v1/public/202104/payment-link';
const v1 = '/v1/public/payment-link';
const linkBody = { amount: 2500, customValues: [], applyDiscount: false };

test.each([current, deployment])('%s creates a link and answers with it', async (path) => {
  const { post, sandbox } = openService();
  const customValues = [{ key: 'table', label: 'Table', value: '7' }];
  const { status, body } = await post(path, {
    ...linkBody,
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
  const { status, text } = await post(v1, linkBody);
  expect([status, text]).toEqual([204, '']);
  expect(sandbox.ledger.links).toHaveLength(1);
});

test('lists the newest first, inside data; the deprecated version bare', async () => {
  const { get, post } = openService();
  await post(current, linkBody);
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
  const { status, body } = await post(current, { ...linkBody, ...change });
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
  expect(sandbox.ledger.links).toEqual([]);
});

test('the configured keys are an option', async () => {
  const { post, sandbox } = openService({ customValueKeys: ['colour'] });
  expect(sandbox.customValueKeys).toEqual(['colour']);
  expect((await post(current, { ...linkBody, customValues: [{ key: 'colour', value: 'red' }] })).status).toBe(
    200,
  );
  expect((await post(current, { ...linkBody, customValues: [{ key: 'note', value: 'x' }] })).status).toBe(
    422,
  );
});

describe('taxes', () => {
  test('an amount is added', async () => {
    const { body } = await openService().post(current, { ...linkBody, taxes: 475 });
    expect(body.data).toMatchObject({ amount: 2500, totalAmount: 2975 });
  });

  test('ids are looked up', async () => {
    const { post, sandbox } = openService();
    const { body } = await post(current, { ...linkBody, taxes: sandbox.taxes.map(({ id }) => id) });
    expect(body.data).toMatchObject({ amount: 2500, totalAmount: 3125 });
  });
});

const inMajor = defineService({ paymentLinks: { amountUnit: 'major' } });

describe('in the major unit', () => {
  test('amounts are read and written with decimals', async () => {
    const { get, post } = openService({ service: inMajor });
    const { body } = await post(current, { ...linkBody, amount: 19.99, taxes: 0.1 });
    expect(body.data).toMatchObject({ amount: 19.99, totalAmount: 20.09, paidAmount: 0 });
    expect((await get(current)).body.data.items[3]).toMatchObject({ amount: 45, paidAmount: 45 });
  });

  test.each([0, -1, 1.005, '12.50'])('refuses the amount %s', async (amount) => {
    expect((await openService({ service: inMajor }).post(current, { ...linkBody, amount })).status).toBe(422);
  });
});

function openUploads() {
  const service = openService();
  const { sandbox } = service;
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const url = `${sandbox.baseUrl}/v1/public/payment-link/upload-attachments`;
    const response = await sandbox.fetch(
      new Request(url, { method: 'POST', headers: { authorization: 'sandbox', ...headers }, body }),
    );
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const upload = (names: string[], { part = 'files', size = 3 } = {}) => {
    const form = new FormData();
    for (const name of names)
      form.append(part, new File([new Uint8Array(size)], name, { type: 'application/pdf' }));
    return send(form);
  };
  return { ...service, send, upload };
}

test('takes a file and hands out an object that a link can carry', async () => {
  const { upload, post, sandbox } = openUploads();
  const { status, body } = await upload(['menu.pdf']);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        path: expect.stringMatching(/^attachments\/.+\/menu\.pdf$/),
        name: 'menu.pdf',
        size: 3,
        type: 'application/pdf',
      },
    ],
  });
  expect(sandbox.ledger.requests[0]).toMatchObject({
    operation: 'uploadAttachments',
    body: [{ name: 'menu.pdf', size: 3 }],
  });
  const link = { amount: 100, customValues: [], applyDiscount: false, attachments: body.data };
  expect((await post('/public/202104/payment-link', link)).status).toBe(200);
});

test('takes several files in one request, in their order', async () => {
  const { body } = await openUploads().upload(['a.pdf', 'b.pdf']);
  expect(body).toMatchObject({ data: [{ name: 'a.pdf' }, { name: 'b.pdf' }] });
});

test('refuses a file over 10 MB', async () => {
  const { upload } = openUploads();
  expect((await upload(['big.pdf'], { size: 10 * 1024 * 1024 })).status).toBe(200);
  expect(await upload(['big.pdf'], { size: 10 * 1024 * 1024 + 1 })).toEqual({
    status: 413,
    body: { message: 'big.pdf is larger than 10 MB.' },
  });
});

test('a name with "fail" is refused the first time and taken on the retry', async () => {
  const { upload } = openUploads();
  expect((await upload(['will-fail.pdf'])).status).toBe(500);
  expect((await upload(['Fail-too.pdf'])).status).toBe(500);
  expect((await upload(['will-fail.pdf'])).status).toBe(200);
});

test('refuses parts of another name, text parts, an empty form and what is no form', async () => {
  const { upload, send } = openUploads();
  expect((await upload(['a.pdf'], { part: 'file' })).body).toMatchObject({ errors: [{ field: 'file' }] });
  const text = new FormData();
  text.append('note', 'x');
  expect((await send(text)).status).toBe(422);
  const empty = '--x--\r\n';
  expect(
    (await send(empty, { 'content-type': 'multipart/form-data; boundary=x' })).status,
  ).toBeGreaterThanOrEqual(400);
  expect((await send('nonsense', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(400);
  expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(422);
});
