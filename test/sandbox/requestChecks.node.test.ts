import { describe, expect, test } from 'vitest';
import { defineService } from 'tillkit/core';
import { openService, sale, betaSale } from './service.ts';

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

const links = '/public/202104/payment-link';
const uploads = '/v1/public/payment-link/upload-attachments';
const link = { amount: 2500, customValues: [], applyDiscount: false };
const whole = 'must be a whole number';

/** Where a body goes to, what is in it, and what the refusal says of which field. */
const bodies: [path: string, body: unknown, field: string, message: string][] = [
  ['/pay', [], 'body', 'must be an object.'],
  ['/pay', {}, 'terminalId', 'is required.'],
  ['/pay', { ...sale, terminalId: 'till-9' }, 'terminalId', 'is not a terminal of this merchant.'],
  ['/pay', { ...sale, terminalId: ['terminal-1'] }, 'terminalId', 'is not a terminal of this merchant.'],
  ['/pay', { ...sale, amount: 0.5 }, 'amount', 'must be a whole number of cents, 1 or more.'],
  ['/pay', { ...sale, receipt: 0 }, 'receipt', 'must be true or false.'],
  ['/pay', { ...sale, clientId: '' }, 'clientId', 'must be a string that is not empty.'],
  ['/pay', { ...sale, clientId: ' \t' }, 'clientId', 'must be a string that is not empty.'],
  ['/pay', { ...sale, orderNumber: '   ' }, 'orderNumber', 'must be a string that is not empty.'],
  ['/pay', { ...sale, email: 'a@b.example' }, 'email', 'is taken only with receipt: true.'],
  ['/pay', { ...sale, phone: '030' }, 'phone', 'is taken only with receipt: true.'],
  ['/pay', { ...sale, customValues: 'table' }, 'customValues', 'must be a list.'],
  ['/pay', { ...sale, customValues: [null] }, 'customValues[0]', 'must be an object.'],
  ['/pay', { ...sale, customValues: [[]] }, 'customValues[0]', 'must be an object.'],
  ['/pay', { ...sale, customValues: [{ value: '7' }] }, 'customValues[0].key', 'is required.'],
  [
    '/pay',
    { ...sale, customValues: [{ key: 'a', value: 'b', label: 1 }] },
    'customValues[0].label',
    'must be a string.',
  ],
  [
    '/pay',
    { ...sale, customValues: [{ key: 'a', value: 'b', valueLabel: 1 }] },
    'customValues[0].valueLabel',
    'must be a string.',
  ],
  ['/void', reference, 'amount', 'is not a field of this request.'],
  ['/capture', { ...reference, pnRefNum: ' ' }, 'pnRefNum', 'must be a string that is not empty.'],
  ['/close-batch', { terminalId: 'terminal-1', batch: 1 }, 'batch', 'is not a field of this request.'],
  ['/refund', reference, 'pnRefNum', 'There is no transaction with this reference.'],
  [links, { ...link, amount: 1.5 }, 'amount', 'must be a whole number of cents, 1 or more.'],
  [links, { ...link, taxes: -1 }, 'taxes', 'must be an amount or a list of tax ids.'],
  [links, { ...link, taxes: ['vat'] }, 'taxes[0]', 'is not a tax of this merchant.'],
  [
    links,
    { ...link, customValues: [{ key: 'colour', value: 'red' }] },
    'customValues[0].key',
    'is not a key configured for payment links.',
  ],
  ...[null, 'attachments/x', {}, { path: 7 }, { path: 'attachments/made-up' }].map(
    (attachment): [string, unknown, string, string] => [
      links,
      { ...link, attachments: [attachment] },
      'attachments[0]',
      'is not an attachment that the upload handed out.',
    ],
  ),
];

test.each(bodies)('%s says of %j what is wrong with %s', async (path, body, field, message) => {
  const { post, sandbox, finish } = openService();
  const answer = await post(path, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0]).toEqual({ field, message });
  expect(answer.body.message).toBe(`${field}: ${message}`);
  await finish();
  expect([sandbox.ledger.charges, sandbox.ledger.links]).toEqual([[], []]);
});

test.each([
  ['/terminals?page=', 'page', `${whole}, 1 or more.`],
  ['/terminals?page=1e2', 'page', `${whole}, 1 or more.`],
  ['/terminals?limit=0', 'limit', `${whole} from 1 to 100.`],
  ['/terminals?timezone=Mars', 'timezone', 'must be an IANA time zone.'],
  [`${links}?sort=asc`, 'sort', 'is not a field of this request.'],
])('GET %s is refused for %s', async (path, field, message) => {
  const { status, body } = await openService().get(path);
  expect([status, body.errors]).toEqual([422, [{ field, message }]]);
});

test('a page may hold 100 and begin anywhere; behind the last one it is empty', async () => {
  const { get } = openService({ terminals: 120 });
  expect((await get('/terminals?limit=100')).body.items).toHaveLength(100);
  expect((await get('/terminals?page=2&limit=100')).body.items).toHaveLength(20);
  expect((await get('/terminals?page=3&limit=100')).body).toMatchObject({ items: [], total: 120, page: 3 });
});

test.each([
  ['rate-limited', 429, 'Too many requests. Try again later.'],
  ['conflict', 409, 'The terminal is busy with another message.'],
  ['unauthorized', 401, 'The authorization is not valid.'],
  ['server-error', 500, 'Something went wrong.'],
] as const)('the scenario %s is a %i with a sentence', async (scenario, status, message) => {
  const answer = await openService({ scenario }).post('/pay', sale);
  expect([answer.status, answer.body]).toEqual([status, { message }]);
});

test.each([
  ['GET', '/processed-messages/unknown-id', 404, 'There is no message with this identifier.'],
  ['GET', '/nothing', 404, 'There is nothing at /nothing.'],
  ['DELETE', links, 405, `${links} takes GET, POST, not DELETE.`],
  ['GET', '/pay', 405, '/pay takes POST, not GET.'],
  [
    'GET',
    '/__sandbox/advance',
    404,
    'The sandbox has GET ledger, GET terminals, POST scenario, POST press and POST reset here.',
  ],
  [
    'GET',
    '/__sandbox/reset',
    404,
    'The sandbox has GET ledger, GET terminals, POST scenario, POST press and POST reset here.',
  ],
])('%s %s is a %i', async (method, path, status, message) => {
  const answer = await openService().ask(method, path);
  expect([answer.status, answer.body.message]).toEqual([status, message]);
});

test('an address that takes two methods names both', async () => {
  const { headers } = await openService().ask('DELETE', links);
  expect(headers.get('allow')).toBe('GET, POST');
});

describe('a body that cannot be read', () => {
  const send = async (contentType: string, body: string, path = '/pay') => {
    const { sandbox } = openService();
    const headers = { authorization: 'sandbox', 'content-type': contentType };
    const answer = await sandbox.fetch(
      new Request(sandbox.baseUrl + path, { method: 'POST', headers, body }),
    );
    const { message } = JSON.parse(await answer.text());
    return { answer: [answer.status, message], ledger: sandbox.ledger };
  };

  test('is a 400 where it is not JSON, a 415 where it says that it is something else', async () => {
    expect((await send('application/json', '{')).answer).toEqual([400, 'The body is not JSON.']);
    const text = await send('text/plain', '{}');
    expect(text.answer).toEqual([415, 'The content type must be application/json.']);
    expect(text.ledger.requests).toMatchObject([{ operation: 'pay', status: 415, outcome: 'answered' }]);
    expect((await send('application/jsonp', '{}')).answer[0]).toBe(415);
    expect((await send('APPLICATION/JSON', '{}')).answer[0]).toBe(422);
  });

  test('is a body without fields where nothing was sent, whatever it is said to be', async () => {
    expect((await send('text/plain', '')).answer).toEqual([422, 'body: must be an object.']);
  });

  test('is a 400 with the reason where the form is broken', async () => {
    const { answer } = await send('multipart/form-data; boundary=x', 'nonsense', uploads);
    expect(answer).toEqual([400, expect.stringMatching(/^The form could not be read: \w+/)]);
  });

  test('is not looked at where the authorization is missing', async () => {
    const { sandbox } = openService();
    const answer = await sandbox.fetch(new Request(`${sandbox.baseUrl}/pay`, { method: 'POST', body: '{' }));
    expect(answer.status).toBe(401);
  });
});

describe('an upload', () => {
  const form = (parts: [part: string, value: File | string][]) => {
    const data = new FormData();
    for (const [part, value] of parts) data.append(part, value);
    return data;
  };
  const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);
  const tooLarge = 10 * 1024 * 1024 + 1;
  const isRequired = { field: 'files', message: 'is required.' };
  const isStray = (field: string) => ({ field, message: 'is not a field of this request.' });

  const openUploads = () => {
    const { sandbox } = openService();
    const headers = { authorization: 'sandbox' };
    return async (body: FormData | string) => {
      const request = new Request(sandbox.baseUrl + uploads, {
        method: 'POST',
        headers: typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers,
        body,
      });
      const answer = await sandbox.fetch(request);
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
  };

  test.each<[string, FormData | string, object]>([
    ['a text among the files', form([['note', 'hello']]), isStray('note')],
    ['a part of another name', form([['file', file('a.pdf')]]), isStray('file')],
    ['no form at all', '{}', isRequired],
    [
      'the first of two strays',
      form([
        ['files', file('a.pdf')],
        ['one', file('b.pdf')],
        ['two', file('c.pdf')],
      ]),
      isStray('one'),
    ],
  ])('refuses %s', async (_, body, error) => {
    const answer = await openUploads()(body);
    expect([answer.status, answer.body.errors]).toEqual([422, [error]]);
  });

  test('names the first file that is too large, and the first that could not be stored', async () => {
    const upload = openUploads();
    const large = form([
      ['files', file('small.pdf')],
      ['files', file('first.pdf', tooLarge)],
      ['files', file('second.pdf', tooLarge)],
    ]);
    expect(await upload(large)).toEqual({
      status: 413,
      body: { message: 'first.pdf is larger than 10 MB.' },
    });
    const failing = form([
      ['files', file('fail-1.pdf')],
      ['files', file('fail-2.pdf')],
    ]);
    expect(await upload(failing)).toEqual({
      status: 500,
      body: { message: 'fail-1.pdf could not be stored.' },
    });
    expect(await upload(failing)).toMatchObject({ body: { message: 'fail-2.pdf could not be stored.' } });
    expect((await upload(failing)).status).toBe(200);
  });

  test('that was refused hands out nothing that a link could carry', async () => {
    const { sandbox, post } = openService();
    const body = form([['files', file('fail.pdf')]]);
    const headers = { authorization: 'sandbox' };
    await sandbox.fetch(new Request(sandbox.baseUrl + uploads, { method: 'POST', headers, body }));
    const attachments = [{ path: 'attachments/fail.pdf' }];
    expect((await post(links, { ...link, attachments })).status).toBe(422);
  });
});

const inUnit = (amountUnit: 'minor' | 'major') => defineService({ paymentLinks: { amountUnit } });

describe('in the major unit', () => {
  test.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: -0.01 }],
    ['amount', { amount: 0.001 }],
    ['amount', { amount: '19.99' }],
    ['taxes', { taxes: -0.5 }],
    ['taxes', { taxes: 0.001 }],
    ['taxes', { taxes: '1' }],
  ])('a wrong %s is named: %j', async (field, change) => {
    const { post, sandbox } = openService({ service: inUnit('major') });
    const { status, body } = await post(links, { ...link, ...change });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field,
          message:
            field === 'amount'
              ? 'must be a whole number of cents, 1 or more.'
              : 'must be an amount or a list of tax ids.',
        },
      ],
    ]);
    expect(sandbox.ledger.links).toEqual([]);
  });

  test.each(['minor', 'major'] as const)('no tax at all may be written as 0 (%s)', async (unit) => {
    const { post } = openService({ service: inUnit(unit) });
    const { body } = await post(links, { ...link, taxes: 0 });
    expect(body.data).toMatchObject({ amount: 2500, totalAmount: 2500 });
  });
});

test('a refused operation leaves its terminal free, and its operation id unused', async () => {
  const { post, finish, sandbox } = openService({ dedupe: true });
  for (const body of [
    { ...betaSale, amount: 0 },
    { ...betaSale, receipt: 1 },
  ])
    expect((await post('/pay', body, { 'x-operation-id': 'op-1' })).status).toBe(422);
  expect((await post('/pay', betaSale, { 'x-operation-id': 'op-1' })).status).toBe(200);
  await finish();
  expect(sandbox.ledger.charges).toMatchObject([{ operationId: 'op-1' }]);
});
