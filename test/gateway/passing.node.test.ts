import { describe, expect, test } from 'vitest';
import { createPaymentsClient } from '../../src/core/client/createPaymentsClient.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import { ask, createGatewayTill, operationId, post, sale, saleBody, tillOrigin } from './gatewayTill.ts';

const secret = 'Basic dGlsbDpzZXNhbWUtb3Blbg==';

describe('what a gateway passes on', () => {
  test('the secret headers and the contract, and nothing of the browser', async () => {
    const till = createGatewayTill({
      headers: () => ({ authorization: 'sandbox', 'key-hash': 'k-1' }),
      operationIdHeader: undefined,
    });
    const browser = {
      cookie: 'session=1',
      authorization: 'Bearer person',
      'x-forwarded-for': '1.2.3.4',
      'accept-language': 'de',
    };
    await till.gateway().fetch(sale(operationId(1), { ...saleBody, email: 'a@b.example' }, browser));
    const [request] = till.sent;
    expect(Object.fromEntries(request?.headers ?? [])).toStrictEqual({
      accept: 'application/json',
      authorization: 'sandbox',
      'content-length': '75',
      'content-type': 'application/json',
      'key-hash': 'k-1',
    });
    await expect(request?.json()).resolves.toStrictEqual(saleBody);
  });

  test('lists with the parameters of the contract only', async () => {
    const till = createGatewayTill();
    const answer = await till.gateway().fetch(ask('/terminals?page=1&limit=2&debug=1&clientId=till'));
    expect(answer.status).toBe(200);
    expect(new URL(till.sent[0]?.url ?? '').search).toBe('?page=1&limit=2&clientId=till');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('under a base path, to routes of the host, with a prefix', async () => {
    const till = createGatewayTill({
      basePath: '/api/payments/',
      terminalPathPrefix: '/v9',
      routes: { pay: { path: ({ provider }) => `/${provider ?? 'any'}/pay` } },
      providers: ['alpha'],
    });
    const gateway = till.gateway();
    await gateway.fetch(post('/api/payments/v9/alpha/pay', saleBody, { 'x-operation-id': operationId(1) }));
    expect(till.sent.map(({ url }) => new URL(url).pathname)).toStrictEqual(['/v9/alpha/pay']);
    expect((await gateway.fetch(sale(operationId(2)))).status).toBe(404);
  });

  test('an upload, as it streams', async () => {
    const till = createGatewayTill();
    const form = new FormData();
    form.append('files', new File(['%PDF-1.7'], 'menu.pdf', { type: 'application/pdf' }));
    const request = new Request('https://till.example/v1/public/payment-link/upload-attachments', {
      method: 'POST',
      body: form,
      headers: { origin: tillOrigin },
    });
    const answer = await till.gateway().fetch(request);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(till.sandbox.ledger.requests[0]?.body)).toContain('menu.pdf');
  });

  test('never a secret, whatever the service repeats', async () => {
    const echo = `<pre>${secret} dGlsbDpzZXNhbWUtb3Blbg== till:sesame-open ${JSON.stringify({ a: 'sesame-open' })}</pre>`;
    const till = createGatewayTill({
      headers: { authorization: secret },
      fetcher: () =>
        Promise.resolve(new Response(echo, { status: 500, headers: { 'set-cookie': 'a=b', server: 'x' } })),
    });
    const answer = await till.gateway().fetch(sale(operationId(1)));
    expect(await answer.text()).not.toMatch(/sesame|dGlsbD/);
    expect([...answer.headers.keys()].toSorted()).toStrictEqual([
      'access-control-allow-credentials',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'cache-control',
      'content-type',
      'vary',
      'x-content-type-options',
      'x-operation-state',
    ]);
  });

  test.each([204, 205])('a sale that is accepted with %i and no body', async (status) => {
    const till = createGatewayTill({ fetcher: async () => new Response(null, { status }) });
    const gateway = till.gateway();
    for (const copy of [1, 2]) {
      const answer = await gateway.fetch(sale(operationId(1)));
      expect([copy, answer.status, answer.headers.get('x-operation-state')]).toStrictEqual([
        copy,
        status,
        'accepted',
      ]);
    }
  });

  test('not the provider, which is the gateway’s own business', async () => {
    const till = createGatewayTill();
    await till.gateway().fetch(sale(operationId(1), { ...saleBody, provider: 'alpha' }));
    await expect(till.sent[0]?.json()).resolves.toStrictEqual(saleBody);
  });

  test('which field a refusal is about', async () => {
    const till = createGatewayTill();
    const answer = await till.gateway().fetch(sale(operationId(1), { ...saleBody, terminalId: '' }));
    const message = expect.stringMatching(/terminalId.* Nothing was sent\.$/) as string;
    await expect(answer.json()).resolves.toStrictEqual({
      error: { code: 'invalid-input', message },
      errors: [{ field: 'terminalId', message }],
    });
  });

  test('not the body of a redirect: its connection is let go', async () => {
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const till = createGatewayTill({
      fetcher: async () => new Response(new ReadableStream({ cancel }), { status: 302 }),
    });
    expect((await till.gateway().fetch(ask('/terminals'))).status).toBe(502);
    expect(isCancelled).toBe(true);
  });

  test('a redirect of the service is followed by nobody', async () => {
    const till = createGatewayTill({
      fetcher: () =>
        Promise.resolve(
          new Response(null, { status: 307, headers: { location: 'https://evil.example/pay' } }),
        ),
    });
    const answer = await till.gateway().fetch(sale(operationId(1)));
    expect([
      answer.status,
      answer.headers.get('x-operation-state'),
      answer.headers.get('location'),
    ]).toStrictEqual([502, 'unanswered', null]);
  });
});

describe('who may use it', () => {
  test('authorize hears who asks for what, and decides', async () => {
    const heard: unknown[] = [];
    const till = createGatewayTill({
      authorize: async (request, operation, call) => {
        heard.push([operation, call, request.headers.get('authorization'), request.body]);
        return operation !== 'refund';
      },
    });
    const gateway = till.gateway();
    await gateway.fetch(sale(operationId(1), saleBody, { authorization: 'Bearer ann' }));
    const refund = { clientId: 'till', terminalId: 'terminal-1', pnRefNum: 'P-1', amount: 100 };
    const refused = await gateway.fetch(post('/refund', refund, { 'x-operation-id': operationId(2) }));
    expect([refused.status, refused.headers.get('x-operation-state')]).toStrictEqual([403, 'not-seen']);
    expect(heard).toStrictEqual([
      ['pay', { operationId: operationId(1), body: saleBody }, 'Bearer ann', null],
      ['refund', { operationId: operationId(2), body: refund }, null, null],
    ]);
    expect(till.sent).toHaveLength(1);
  });

  test('an authorize that throws refuses', async () => {
    const till = createGatewayTill({
      authorize: () => Promise.reject(new Error('the session store: password hunter2')),
    });
    const answer = await till.gateway().fetch(sale(operationId(1)));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('hunter2');
    expect(JSON.stringify(till.problems)).not.toContain('hunter2');
    expect(till.sent).toHaveLength(0);
  });

  test.each([undefined, null, false, 'ann', {}, { subject: '' }, 1])(
    'authorize that gives %s refuses',
    async (value) => {
      const till = createGatewayTill({ authorize: () => value as never });
      expect((await till.gateway().fetch(ask('/terminals'))).status).toBe(403);
      expect(till.sent).toHaveLength(0);
    },
  );
});

test.each([
  ['authorize', { authorize: undefined }],
  ['store', { store: undefined }],
  ['headers', { headers: undefined }],
  ['baseUrl', { baseUrl: '/api' }],
  ['baseUrl', { baseUrl: 'http://pay.example' }],
  ['basePath', { basePath: '/a/../b' }],
  ['paymentTimeoutMs', { paymentTimeoutMs: 0 }],
])('a wrong %s is named at once', (field, wrong) => {
  const right = {
    baseUrl: 'https://pay.example',
    headers: {},
    authorize: () => true,
    store: createMemoryStore(),
  };
  expect(() => createGateway({ ...right, ...(wrong as object) })).toThrow(
    expect.objectContaining({ code: 'configuration', field }),
  );
});

test('the client of the kit sells through it', async () => {
  const till = createGatewayTill();
  const gateway = till.gateway();
  const client = createPaymentsClient({
    baseUrl: 'https://till.example',
    clientId: 'till',
    gateway: true,
    clock: till.clock,
    fetcher: (request) => {
      const headers = new Headers(request.headers);
      headers.set('origin', tillOrigin);
      return gateway.fetch(new Request(request, { headers }));
    },
  });
  const { msgIdentifier } = await client.pay(saleBody, { operationId: operationId(1) });
  await till.clock.advance(30_000);
  await expect(client.getProcessedMessage({ msgIdentifier })).resolves.toMatchObject({ status: 'complete' });
  expect(till.sandbox.ledger.charges).toHaveLength(1);
});
