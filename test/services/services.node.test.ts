import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createKestrelService, kestrelHeaders } from './kestrel.ts';
import { createMeridianService, meridianHeaders } from './meridian.ts';

const paymentMs = 300;

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: ReturnType<typeof JSON.parse>;
}

/** A service on a clock that only `pass` moves, and a short way to ask it. */
function open(
  create: typeof createMeridianService | typeof createKestrelService,
  secrets: Record<string, string>,
) {
  let now = Date.parse('2026-03-02T09:00:00Z');
  const service = create({ clock: { now: () => now }, paymentMs });
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: object = secrets,
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const request = new Request(`https://service.test${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer = await service.fetch(request);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  }
  return {
    ...service,
    ask,
    post: (path: string, body: unknown, headers?: object) => ask('POST', path, body, headers),
    get: (path: string, headers?: object) => ask('GET', path, undefined, headers),
    pass: (ms: number) => (now += ms),
    cents: () => service.state.charges().map(({ cents }) => cents),
  };
}

function formOf(...files: File[]) {
  const form = new FormData();
  for (const file of files) form.append('files', file);
  return form;
}

test('a service knows nothing of the kit', () => {
  const folder = new URL('.', import.meta.url);
  const modules = readdirSync(folder).filter((name) => !name.includes('.test.'));
  const imports = modules.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/from '([^']+)'|import\('([^']+)'\)/g)].map(
      ([, from, loaded]) => from ?? loaded ?? '',
    ),
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((name) => !/^(node:|\.\/)/.test(name))).toEqual([]);
});

describe('meridian', () => {
  const sale = { terminalId: '64f0c1a2', amount: 1250, receipt: false };
  const openMeridian = () => open(createMeridianService, meridianHeaders);
  type Meridian = ReturnType<typeof openMeridian>;
  const digits = ({ text }: Answer, field: string) => new RegExp(`"${field}":(\\d+)`).exec(text)?.[1] ?? '';
  const result = ({ get }: Meridian, id: string, provider = 'clearwave') =>
    get(`/api/v2/${provider}/processed-messages/${id}`);

  /** The reference of an operation that has ended. */
  async function carryOut(service: Meridian, operation: string, body: object) {
    const answer = await service.post(`/api/v2/clearwave/${operation}`, body);
    expect(answer.status).toBe(201);
    service.pass(paymentMs);
    return digits(answer, 'pnRefNum');
  }

  test('a sale goes from RECEIVED to COMPLETE, under ids of 19 digits', async () => {
    const service = openMeridian();
    const answer = await service.post('/api/v2/clearwave/sale', { ...sale, orderNumber: 'A-1' });
    const [id, pnRefNum] = [digits(answer, 'msgIdentifier'), digits(answer, 'pnRefNum')];
    expect([answer.status, id.length, pnRefNum.length]).toEqual([201, 19, 19]);
    expect(answer.text).toBe(`{"data":{"msgIdentifier":${id},"pnRefNum":${pnRefNum}}}`);

    expect((await result(service, id)).body.data).toMatchObject({ status: 'RECEIVED', responseText: null });
    service.pass(paymentMs / 2);
    expect((await result(service, id)).body.data.status).toBe('IN_PROGRESS');
    expect(service.cents()).toEqual([]);
    service.pass(paymentMs / 2);
    expect((await result(service, id)).text).toBe(
      `{"data":{"msgIdentifier":${id},"status":"COMPLETE","responseText":"APPROVED","pnRefNum":${pnRefNum},"amount":1250}}`,
    );
    expect(service.state.charges()).toEqual([
      { reference: pnRefNum, terminal: '64f0c1a2', orderNumber: 'A-1', cents: 1250 },
    ]);
  });

  test.each([
    [1005, 'DECLINED', undefined, []],
    [1010, 'COMPLETE', 646, [646]],
    [1015, 'TIMED_OUT', undefined, []],
  ])('a sale of %i ends as %s', async (amount, status, approved, charged) => {
    const service = openMeridian();
    const id = digits(await service.post('/api/v2/clearwave/sale', { ...sale, amount }), 'msgIdentifier');
    service.pass(paymentMs);
    const { data } = (await result(service, id)).body;
    expect([data.status, data.amount, service.cents()]).toEqual([status, approved, charged]);
  });

  test('tidepay tells the reference of a sale with its result only', async () => {
    const service = openMeridian();
    const answer = await service.post('/api/v2/tidepay/sale', { ...sale, terminalId: '64f0c1b7' });
    expect(digits(answer, 'pnRefNum')).toBe('');
    service.pass(paymentMs);
    const id = digits(answer, 'msgIdentifier');
    expect(digits(await result(service, id, 'tidepay'), 'pnRefNum')).toHaveLength(19);
    expect((await result(service, id, 'clearwave')).status).toBe(404);
  });

  test('a pre-authorization is captured, and no more than it holds', async () => {
    const service = openMeridian();
    const pnRefNum = await carryOut(service, 'preauth', sale);
    expect(service.cents()).toEqual([0]);
    const reference = { terminalId: sale.terminalId, pnRefNum };
    await carryOut(service, 'capture', { ...reference, amount: 1000 });
    expect(service.cents()).toEqual([1000]);
    const more = await service.post('/api/v2/clearwave/capture', { ...reference, amount: 251 });
    expect([more.status, more.body.message]).toEqual([422, ['amount must not be greater than what is left']]);
    const sold = await carryOut(service, 'sale', sale);
    const wrong = await service.post('/api/v2/clearwave/capture', {
      ...reference,
      pnRefNum: sold,
      amount: 1,
    });
    expect(wrong.body.message).toEqual(['pnRefNum is not a preauth']);
  });

  test('what is not settled is voided, what is settled is refunded', async () => {
    const service = openMeridian();
    const first = { terminalId: sale.terminalId, pnRefNum: await carryOut(service, 'sale', sale) };
    const early = await service.post('/api/v2/clearwave/refund', { ...first, amount: 1 });
    expect(early.body.message).toEqual(['pnRefNum is not settled, void it instead']);
    await carryOut(service, 'void', first);
    expect(service.cents()).toEqual([0]);
    expect((await service.post('/api/v2/clearwave/void', first)).body.message).toEqual([
      'pnRefNum is voided',
    ]);

    const second = { ...first, pnRefNum: await carryOut(service, 'sale', sale) };
    await carryOut(service, 'batch-close', { terminalId: sale.terminalId, clientId: 'shop' });
    const late = await service.post('/api/v2/clearwave/void', second);
    expect(late.body.message).toEqual(['pnRefNum is settled, refund it instead']);
    await carryOut(service, 'refund', { ...second, amount: 1000 });
    expect(service.cents()).toEqual([0, 250]);
    expect((await service.post('/api/v2/clearwave/refund', { ...second, amount: 251 })).status).toBe(422);
  });

  test('a link counts in the main unit, comes bare when made and inside data when listed', async () => {
    const service = openMeridian();
    const form = formOf(new File(['%PDF-'], 'bill.pdf', { type: 'application/pdf' }));
    const uploaded = await service.post('/v1/public/payment-link/upload-attachments', form);
    expect([uploaded.status, uploaded.body[0].originalName]).toEqual([201, 'bill.pdf']);
    const path = '/v1/public/202104/payment-link';
    const made = await service.post(path, {
      clientId: 'shop',
      amount: 12.5,
      taxes: ['vat-20'],
      customValues: [{ key: 'table', value: '7' }],
      attachments: uploaded.body,
      applyDiscount: false,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      paymentLink: 'pay.meridian.test/l/2',
      amount: 12.5,
      totalAmount: 15,
      status: 'OPEN',
      attachments: uploaded.body,
    });
    const { data } = (await service.get(`${path}?page=1&limit=1`)).body;
    expect(data).toEqual({ items: [made.body], total: 2, page: 1, limit: 1 });
    const strange = { ...made.body.attachments[0], fileKey: 'uploads/0' };
    const asked = { clientId: 'shop', amount: 1, customValues: [], applyDiscount: false };
    const refused = await service.post(path, { ...asked, attachments: [strange] });
    expect(refused.body.message).toEqual(['attachments.0 is not an uploaded file']);
  });

  test.each<[path: string, body: object, status: number, message: string]>([
    ['/api/v2/clearwave/sale', { ...sale, amount: 12.5 }, 422, 'amount must be an integer number of cents'],
    ['/api/v2/clearwave/sale', { ...sale, ammount: 1 }, 422, 'property ammount should not exist'],
    ['/api/v2/clearwave/sale', { ...sale, email: 'a@b.test' }, 422, 'property email should not exist'],
    ['/api/v2/clearwave/void', { terminalId: '64f0c1a2' }, 422, 'pnRefNum should not be empty'],
    ['/api/v2/tidepay/sale', sale, 404, 'terminal 64f0c1a2 is not at tidepay'],
    ['/api/v2/alpha/sale', sale, 404, 'Cannot POST /api/v2/alpha/sale'],
    [
      '/v1/public/202104/payment-link',
      { amount: 1, customValues: [], applyDiscount: false },
      422,
      'clientId should not be empty',
    ],
  ])('%s refuses %o with %i', async (path, body, status, message) => {
    const service = openMeridian();
    const answer = await service.post(path, body);
    expect([answer.status, answer.body.statusCode, answer.body.message]).toEqual([status, status, [message]]);
    service.pass(paymentMs);
    expect(service.cents()).toEqual([]);
  });

  test('a terminal takes one card at a time', async () => {
    const service = openMeridian();
    await service.post('/api/v2/clearwave/sale', sale);
    const second = await service.post('/api/v2/clearwave/sale', sale);
    expect([second.status, second.body.message]).toEqual([422, ['terminal 64f0c1a2 is busy']]);
    const beside = await service.post('/api/v2/clearwave/sale', { ...sale, terminalId: '64f0c1a3' });
    expect(beside.status).toBe(201);
    service.pass(paymentMs);
    await carryOut(service, 'sale', sale);
    expect(service.cents()).toEqual([1250, 1250, 1250]);
  });

  test('both headers are wanted, and a page holds at most 50', async () => {
    const { get } = openMeridian();
    for (const name of Object.keys(meridianHeaders)) {
      const refused = await get('/api/v2/terminals', { ...meridianHeaders, [name]: 'wrong' });
      expect([refused.status, refused.body.message]).toEqual([401, [`${name} is missing or wrong`]]);
    }
    expect((await get('/api/v2/terminals?limit=51')).body.message).toEqual([
      'limit must not be greater than 50',
    ]);
    const { data } = (await get('/api/v2/terminals?page=1&limit=50&clientId=shop&timezone=Europe/Paris'))
      .body;
    expect([data.total, data.items[2].type]).toEqual([3, 'tidepay']);
  });

  test('51 polls in a minute are one too many', async () => {
    const service = openMeridian();
    const id = digits(await service.post('/api/v2/clearwave/sale', sale), 'msgIdentifier');
    for (let poll = 0; poll < 50; poll++) expect((await result(service, id)).status).toBe(200);
    service.pass(17_500);
    const refused = await result(service, id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '43']);
    service.pass(43_000);
    expect((await result(service, id)).status).toBe(200);
  });
});

describe('kestrel', () => {
  const sale = { deviceId: 'dev-01', total: 1250, sendReceipt: false };
  const openKestrel = () => open(createKestrelService, kestrelHeaders);
  type Kestrel = ReturnType<typeof openKestrel>;
  const result = ({ get }: Kestrel, id: string) => get(`/messages/${id}/result`);

  async function carryOut(service: Kestrel, method: string, path: string, body: object) {
    const answer = await service.ask(method, path, body);
    expect(answer.body.ok).toBe(true);
    service.pass(paymentMs);
    return answer.body.result.reference as string;
  }
  const sell = (service: Kestrel) => carryOut(service, 'POST', '/terminal-transactions/sale', sale);

  test('a sale goes from Waiting to Approved, with a tip where the device asks for one', async () => {
    const service = openKestrel();
    const answer = await service.post('/terminal-transactions/sale', {
      ...sale,
      deviceId: 'dev-02',
      sendReceipt: true,
      reference: 'A-1',
      contact: { email: 'guest@example.test' },
      metadata: [{ name: 'table', text: '7' }],
    });
    expect([answer.status, answer.text]).toEqual([
      202,
      '{"ok":true,"result":{"messageId":"ksm-1","reference":"KR-1"}}',
    ]);
    expect((await result(service, 'ksm-1')).body.result).toEqual({ messageId: 'ksm-1', state: 'Waiting' });
    service.pass(paymentMs / 2);
    expect((await result(service, 'ksm-1')).body.result.state).toBe('Running');
    service.pass(paymentMs / 2);
    expect((await result(service, 'ksm-1')).body).toEqual({
      ok: true,
      result: {
        messageId: 'ksm-1',
        state: 'Approved',
        reference: 'KR-1',
        approvedTotal: 1375,
        gratuity: 125,
        text: 'Thank you.',
      },
    });
    expect(service.state.charges()).toEqual([
      { reference: 'KR-1', terminal: 'dev-02', orderNumber: 'A-1', cents: 1375 },
    ]);
  });

  test.each([
    [1005, 'Refused', undefined, []],
    [1010, 'Approved', 646, [646]],
    [1015, 'Expired', undefined, []],
  ])('a sale of %i ends as %s', async (total, state, approvedTotal, charged) => {
    const service = openKestrel();
    await service.post('/terminal-transactions/sale', { ...sale, total });
    service.pass(paymentMs);
    const answer = (await result(service, 'ksm-1')).body.result;
    expect([answer.state, answer.approvedTotal, service.cents()]).toEqual([state, approvedTotal, charged]);
  });

  test('an authorisation is captured: 402 for more than it holds, 409 for what is none', async () => {
    const service = openKestrel();
    const held = await carryOut(service, 'POST', '/terminal-transactions/authorisation', sale);
    const original = { deviceId: 'dev-01', originalReference: held };
    await carryOut(service, 'POST', '/terminal-transactions/capture', { ...original, total: 1000 });
    expect(service.cents()).toEqual([1000]);
    const capture = (originalReference: string, total: number) =>
      service.post('/terminal-transactions/capture', { ...original, originalReference, total });
    const more = await capture(held, 251);
    expect([more.status, more.body.problem.fields]).toEqual([402, [{ name: 'total', text: 'too much' }]]);
    expect((await capture(await sell(service), 1)).status).toBe(409);
    expect((await capture('KR-99', 1)).status).toBe(422);
  });

  test('what is not settled is voided, what is settled is refunded', async () => {
    const service = openKestrel();
    const first = { deviceId: 'dev-01', originalReference: await sell(service) };
    const refund = '/terminal-transactions/refund';
    expect((await service.post(refund, { ...first, total: 1 })).status).toBe(409);
    await carryOut(service, 'PUT', '/terminal-transactions/void', first);
    expect(service.cents()).toEqual([0]);

    const second = { ...first, originalReference: await sell(service) };
    const closed = await service.post('/devices/settlement', { deviceId: 'dev-01' });
    expect(closed.body.result).not.toHaveProperty('messageId');
    expect((await service.ask('PUT', '/terminal-transactions/void', second)).status).toBe(409);
    await carryOut(service, 'POST', refund, { ...second, total: 1000 });
    expect((await service.post(refund, { ...second, total: 251 })).status).toBe(402);
    expect(service.cents()).toEqual([0, 250]);
  });

  test('an x-request-id that was accepted is answered again, and nothing is charged again', async () => {
    const service = openKestrel();
    const send = (body: object) =>
      service.post('/terminal-transactions/sale', body, { ...kestrelHeaders, 'x-request-id': 'r-1' });
    const lost = { ...sale, total: 1244 };
    expect((await send({ ...lost, deviceId: 'dev-99' })).status).toBe(422);
    expect((await send(lost)).status).toBe(404);
    const again = await send(lost);
    expect([again.status, again.body.result.messageId]).toEqual([202, 'ksm-1']);
    expect((await send(sale)).status).toBe(409);
    service.pass(paymentMs);
    expect(service.cents()).toEqual([1244]);
  });

  test('a link counts in cents under names of its own', async () => {
    const service = openKestrel();
    const uploaded = await service.post('/payment-links/files', formOf(new File(['x'], 'bill.txt')));
    expect(uploaded.body.result).toEqual([{ file: 'f-1', name: 'bill.txt', bytes: 1 }]);
    const made = await service.post('/payment-links', {
      total: 1250,
      tax: 250,
      metadata: [{ name: 'note', text: 'Thanks' }],
      files: uploaded.body.result,
      cardDiscount: false,
    });
    expect(made.body.result).toEqual({
      link_id: 'lnk_2',
      url: 'https://kestrel.test/pay/2',
      state: 'Unpaid',
      total: 1250,
      grandTotal: 1500,
      paidTotal: 0,
      created: '2026-03-02T09:00:00.000Z',
      metadata: [{ name: 'note', text: 'Thanks' }],
    });
    const listed = (await service.get('/payment-links?pageNumber=1&pageSize=1')).body.result;
    expect(listed).toEqual({ rows: [made.body.result], paging: { count: 2, number: 1, size: 1 } });
    const asked = { total: 1, metadata: [], cardDiscount: false };
    const refused = await service.post('/payment-links', { ...asked, files: [{ file: 'f-9' }] });
    expect(refused.body.problem.fields).toEqual([{ name: 'files.0', text: 'not a stored file' }]);
  });

  test.each<[path: string, body: object, name: string, text: string]>([
    ['/terminal-transactions/sale', { ...sale, total: 12.5 }, 'total', 'not a whole amount'],
    ['/terminal-transactions/sale', { ...sale, amount: 1250 }, 'amount', 'no such field'],
    [
      '/terminal-transactions/sale',
      { ...sale, sendReceipt: true, contact: { fax: '1' } },
      'contact.fax',
      'no such field',
    ],
    ['/terminal-transactions/refund', { deviceId: 'dev-01', total: 1 }, 'originalReference', 'required'],
    [
      '/payment-links',
      { total: 1, metadata: [], cardDiscount: false, clientId: 'x' },
      'clientId',
      'no such field',
    ],
  ])('%s refuses %o and names %s', async (path, body, name, text) => {
    const answer = await openKestrel().post(path, body);
    expect([answer.status, answer.body]).toEqual([
      422,
      { ok: false, problem: { text: 'Please check the request.', fields: [{ name, text }] } },
    ]);
  });

  test('a device takes one card at a time', async () => {
    const service = openKestrel();
    await service.post('/terminal-transactions/sale', sale);
    expect((await service.post('/terminal-transactions/sale', sale)).status).toBe(409);
    expect((await service.post('/devices/settlement', { deviceId: 'dev-01' })).status).toBe(409);
    service.pass(paymentMs);
    await sell(service);
    expect(service.cents()).toEqual([1250, 1250]);
  });

  test('the key is wanted, and a page holds at most 10', async () => {
    const { get } = openKestrel();
    expect((await get('/devices', {})).status).toBe(401);
    expect((await get('/devices?pageSize=25')).status).toBe(422);
    const { rows, paging } = (await get('/devices?pageNumber=2&pageSize=10')).body.result;
    expect([rows.length, rows[0].acquirer, paging.count]).toEqual([2, 'ostara', 12]);
  });

  test('51 polls in a minute are one too many', async () => {
    const service = openKestrel();
    await service.post('/terminal-transactions/sale', sale);
    for (let poll = 0; poll < 50; poll++) expect((await result(service, 'ksm-1')).status).toBe(200);
    const refused = await result(service, 'ksm-1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      'Mon, 02 Mar 2026 09:01:00 GMT',
    ]);
    service.pass(60_000);
    expect((await result(service, 'ksm-1')).status).toBe(200);
  });
});

test.each([
  ['meridian', createMeridianService, meridianHeaders, '/api/v2/terminals', 'key-hash'],
  ['kestrel', createKestrelService, kestrelHeaders, '/devices', 'x-request-id'],
])(
  '%s answers a page of another origin over http',
  async (_, create, headers: Record<string, string>, path, named) => {
    const { url, close } = await create().listen();
    onTestFinished(close);
    const origin = 'http://till.test';
    const preflight = await fetch(url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': named },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain(named);
    const refused = await fetch(url + path, { headers: { origin } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    const listed = await fetch(url + path, { headers: { ...headers, origin } });
    expect([listed.status, listed.headers.get('access-control-expose-headers')]).toEqual([
      200,
      'retry-after, date',
    ]);
  },
);
