import { describe, expect, test } from 'vitest';
import { openService, sale } from './service.ts';

const reference = { terminalId: 'terminal-1', pnRefNum: 'x', amount: 100 };

test('takes every optional field of a sale', async () => {
  const { post } = openService();
  const { status } = await post('/pay', {
    ...sale,
    receipt: true,
    clientId: 'till',
    orderNumber: 'A-1',
    email: 'a@example.org',
    phone: '+49 30 1',
    customValues: [{ key: 'any', label: 'Any', value: '', valueLabel: 'None' }],
  });
  expect(status).toBe(200);
});

test('a receipt needs no address', async () => {
  expect((await openService().post('/pay', { ...sale, receipt: true })).status).toBe(200);
});

describe.each(['/pay', '/pre-auth'])('%s', (path) => {
  test.each([
    ['terminalId', { terminalId: undefined }],
    ['terminalId', { terminalId: 'terminal-9' }],
    ['terminalId', { terminalId: 1 }],
    ['amount', { amount: undefined }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: 12.5 }],
    ['amount', { amount: '1250' }],
    ['amount', { amount: 2 ** 53 }],
    ['amount', { amount: null }],
    ['receipt', { receipt: undefined }],
    ['receipt', { receipt: 'yes' }],
    ['clientId', { clientId: 5 }],
    ['orderNumber', { orderNumber: 5 }],
    ['email', { receipt: true, email: 5 }],
    ['email', { receipt: false, email: 'a@example.org' }],
    ['phone', { receipt: false, phone: '030' }],
    ['provider', { provider: 'alpha' }],
    ['customValues', { customValues: {} }],
    ['customValues[0]', { customValues: ['table'] }],
    ['customValues[0].value', { customValues: [{ key: 'a' }] }],
    [
      'customValues[1].value',
      {
        customValues: [
          { key: 'a', value: 'b' },
          { key: 'a', value: 4 },
        ],
      },
    ],
    ['customValues[0].lable', { customValues: [{ key: 'a', value: 'b', lable: 'c' }] }],
    ['__proto__', {}],
  ])('refuses a wrong %s without effect', async (field, change) => {
    const { post, sandbox, finish } = openService();
    const body = { ...sale, ...change };
    if (field === '__proto__') Object.defineProperty(body, field, { value: {}, enumerable: true });
    const answer = await post(path, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field, message: expect.any(String) }]);
    expect(answer.body.message).toContain(field);
    await finish();
    expect(sandbox.ledger.charges).toEqual([]);
  });
});

test('names every wrong field at once', async () => {
  const { body } = await openService().post('/pay', { amout: 5 });
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'terminalId',
    'amount',
    'receipt',
    'amout',
  ]);
});

test.each([
  ['/capture', 'pnRefNum', { pnRefNum: undefined }],
  ['/capture', 'amount', { amount: undefined }],
  ['/capture', 'receipt', { receipt: false }],
  ['/refund', 'amount', { amount: 0 }],
  ['/refund', 'pnRefNum', { pnRefNum: 90071992 }],
  ['/void', 'amount', {}],
  ['/void', 'terminalId', { amount: undefined, terminalId: undefined }],
  ['/close-batch', 'pnRefNum', { amount: undefined }],
])('%s refuses a wrong %s', async (path, field, change) => {
  const { status, body } = await openService().post(path, { ...reference, ...change });
  expect(status).toBe(422);
  expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

test.each([['[]'], ['"pay"'], ['null']])('refuses the body %s, which is no object', async (body) => {
  const { sandbox } = openService();
  const headers = { authorization: 'sandbox', 'content-type': 'application/json' };
  const response = await sandbox.fetch(
    new Request(`${sandbox.baseUrl}/pay`, { method: 'POST', headers, body }),
  );
  expect(response.status).toBe(422);
});

test('answers 400 to what is not JSON, and 415 to another content type', async () => {
  const { sandbox } = openService();
  const send = (contentType: string, body: string) =>
    sandbox.fetch(
      new Request(`${sandbox.baseUrl}/pay`, {
        method: 'POST',
        headers: { authorization: 'sandbox', 'content-type': contentType },
        body,
      }),
    );
  expect((await send('application/json', '{"amount":')).status).toBe(400);
  expect((await send('text/plain', JSON.stringify(sale))).status).toBe(415);
  expect((await send('application/json; charset=utf-8', JSON.stringify(sale))).status).toBe(200);
});
