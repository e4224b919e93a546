import { describe, expect, test, afterAll, beforeAll } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { ask, createGatewayTill, operationId, post, sale, saleBody, tillOrigin } from '../gatewayTill.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { mountGateway, type MountedGateway, type RawRequest } from './securityTill.ts';

const secret = 'Basic dGlsbDpzZXNhbWUtb3Blbg==';

describe('what a gateway passes on', () => {
  test('the secret headers and the contract, and nothing of the browser', async () => {
    const till = createGatewayTill({
      headers: () => ({ authorization: 'sandbox', 'key-hash': 'k-1' }),
      service: undefined,
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
      service: defineService({
        terminalPathPrefix: '/v9',
        routes: { pay: { path: ({ provider }) => `/${provider ?? 'any'}/pay` } },
        providers: ['alpha'],
      }),
    });
    const gateway = till.gateway();
    const paying = (path: string, id: number) =>
      gateway.fetch(post(path, saleBody, { 'x-operation-id': operationId(id) }));
    await paying('/api/payments/pay?provider=alpha', 1);
    expect(till.sent.map(({ url }) => new URL(url).pathname)).toStrictEqual(['/v9/alpha/pay']);
    expect((await gateway.fetch(sale(operationId(2)))).status).toBe(404);
    // Where the service has it is no affair of a page.
    expect((await paying('/api/payments/v9/alpha/pay', 3)).status).toBe(404);
    for (const path of ['/api/payments/pay', '/api/payments/pay?provider=beta']) {
      const refused = await paying(path, 4);
      expect(refused.status).toBe(400);
      await expect(refused.json()).resolves.toMatchObject({ errors: [{ field: 'provider' }] });
    }
    expect(till.sent).toHaveLength(1);
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
      'content-length',
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
    // An answer came: it cannot be read.
    const asked = await gateway.fetch(ask(`/operations/${operationId(1)}`));
    await expect(asked.json()).resolves.toMatchObject({
      operation: { phase: 'unknown', reason: 'bad-response' },
    });
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

  test('a redirect of the service is not followed', async () => {
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
      [
        'refund',
        { operationId: operationId(2), body: refund, transaction: expect.any(Function) },
        null,
        null,
      ],
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

  test.each([
    ['subject', { subject: 7 }],
    ['account', { subject: 'till-1', account: '' }],
    ['actor', { subject: 'till-1', actor: null }],
    ['sees', { subject: 'till-1', sees: { terminals: new Set(['T1']) } }],
    ['needsApproval', { subject: 'till-1', needsApproval: true }],
  ])('staff learn which field refuses everybody: %s', async (field, value) => {
    const till = createGatewayTill({ authorize: () => value as never });
    expect((await till.gateway().fetch(ask('/terminals'))).status).toBe(403);
    expect(till.problems).toEqual([
      { type: 'authorize-failed', operation: 'listTerminals', message: expect.stringContaining(field) },
    ]);
  });

  test('a caller who may not do something is no problem of authorize', async () => {
    for (const value of [false, 401, { subject: 'screen', sees: { mirror: 'T1' } }]) {
      const till = createGatewayTill({ authorize: () => value as never });
      expect((await till.gateway().fetch(ask('/terminals'))).ok).toBe(false);
      expect(till.problems).toEqual([]);
    }
  });
});

test.each([
  ['authorize', { authorize: undefined }],
  ['store', { store: undefined }],
  ['headers', { headers: undefined }],
  ['baseUrl', { baseUrl: '/api' }],
  ['baseUrl', { baseUrl: 'http://pay.example' }],
  ['basePath', { basePath: '/a/../b' }],
  // No address has it: a browser writes /k%C3%A4se.
  ['basePath', { basePath: '/käse' }],
  ['paymentTimeoutMs', { paymentTimeoutMs: 0 }],
  ['keepEventsMs', { keepEventsMs: 95 * 3_600_000, onEvent: () => undefined }],
  ['keepEventsMs', { keepEventsMs: 95 * 3_600_000, webhooks: () => [], sendWebhook: async () => 200 }],
  // The guard would ask nothing.
  ['duplicateGuard.doubtMs', { duplicateGuard: { doubtMs: Number.NaN } }],
  ['duplicateGuard.sameOrderMs', { duplicateGuard: { sameOrderMs: -1 } }],
  // A timer would end at once.
  ['paymentTimeoutMs', { paymentTimeoutMs: Infinity }],
  // A text of the environment, with the grace of five seconds written behind it, would be ten days.
  ['paymentTimeoutMs', { paymentTimeoutMs: '90000' }],
  // A misspelt word would refuse, and a text of the environment would keep what the host meant to leave out.
  ['unknownReferences', { unknownReferences: 'Pass' }],
  ['storeOrderNumber', { storeOrderNumber: 'false' }],
  ['allowInsecure', { allowInsecure: 'false', baseUrl: 'http://pay.example' }],
  // Every payment would be refused, or unknown although nothing was sent.
  ['secretHeaders', { secretHeaders: 'key-hash' }],
  ['fetcher', { fetcher: 'fetch' }],
  ['headers', { headers: null }],
  ['headers', { headers: 'secret' }],
  ['headers', { headers: Promise.resolve({ authorization: 'sandbox' }) }],
  ['headers.authorization', { headers: { authorization: undefined } }],
  ['headers.authorization', { headers: { authorization: Promise.resolve('sandbox') } }],
  ['allowedOrigins', { allowedOrigins: 'https://till.example' }],
  ['allowedHeaders', { allowedHeaders: 'x-tenant' }],
  ['service', { service: { providers: ['north'] } }],
  ['duplicateGuard', { duplicateGuard: 'false' }],
  ['duplicateGuard', { duplicateGuard: null }],
  ['polls.limit', { polls: { limit: '47' } }],
  ['onProblem', { onProblem: console }],
  ['onMetric', { onMetric: {} }],
  ['baseUrl', { baseUrl: 5 }],
  ['basePath', { basePath: 5 }],
  // A router's pattern: no address would match it.
  ['basePath', { basePath: '/api/payments/*' }],
  ['webhooks[0]', { webhooks: [null], sendWebhook: 200 }],
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

test('a header may be a number, as from a script', async () => {
  const till = createGatewayTill({ headers: { authorization: 'sandbox', 'x-shop': 7 as never } });
  expect((await till.gateway().fetch(ask('/terminals'))).status).toBe(200);
});

test('the client of the kit sells through it', async () => {
  const till = createGatewayTill();
  const gateway = till.gateway();
  const client = createGatewayClient({
    baseUrl: 'https://till.example',
    clientId: 'till',
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

let till: MountedGateway;
beforeAll(async () => {
  till = await mountGateway();
});
afterAll(() => till.close());

test('what the sweep turns into a trick goes through as it is', async () => {
  const { text, sent } = await till.outcome({});
  expect(text).toMatch(/x-operation-state: accepted/);
  expect(sent).toEqual(['POST /pay']);
  expect(await till.outcome({ method: 'GET', target: '/terminals?page=2&x=1' })).toMatchObject({
    status: 200,
    sent: ['GET /terminals?page=2'],
  });
});

describe('a path that is spelled another way', () => {
  const host = 'evil.example';
  test.each([
    '/x/../pay',
    '/../pay',
    '/%2e%2e/pay',
    '/x/%2E%2e/pay',
    '/x/.%2e/pay',
    '/./pay',
    '/%2e/pay',
    '/pay/.',
    '//pay',
    '///pay',
    '/pay/',
    '/pay//',
    '/pay/..',
    '/pay;v=1',
    '/pay;',
    '/;/pay',
    '/Pay',
    '/PAY',
    '/%70ay',
    '/pay%00',
    '/pay%2f',
    '/%2fpay',
    '/pay%0d%0a',
    '/pay%20',
    '/pay.json',
    '/x\\..\\pay',
    '\\pay',
    '/\\pay',
    '/pay\\',
    '/pay#x',
    '/pay\t',
    '/ｐａｙ',
    '/pa\u0443',
    '/pay\u0301',
    'pay',
    '*',
    '',
    `http://${host}/pay`,
    `https://${host}/pay`,
    `//${host}/pay`,
    `/\\${host}/pay`,
    'http:/pay',
    `@${host}/pay`,
    '/api/pay',
    '/v1/pay',
    '/operations/../pay',
    '/processed-messages/../pay',
    '/pay%3Fx',
    '/__proto__',
  ])('POST %j', async (target) => {
    expect(await till.outcome({ target })).toMatchObject({ sent: [] });
  });

  test('its query goes no further', async () => {
    const target = '/pay?amount=1&terminalId=other&__proto__=x';
    expect(await till.outcome({ target })).toMatchObject({ sent: ['POST /pay'] });
  });

  test('a path that names a host does not make that host the own origin', async () => {
    const headers = { origin: `http://${host}` };
    const asked = { method: 'OPTIONS', target: `//${host}/pay`, headers };
    const preflight = await till.ask({ ...asked, lines: ['access-control-request-method: POST'] });
    expect([preflight.status, preflight.text.includes('access-control-allow-origin')]).toEqual([403, false]);
    expect(await till.outcome({ target: `//${host}/pay`, headers })).toMatchObject({ status: 403, sent: [] });
    expect(await till.outcome({ target: `http://${host}/pay`, headers })).toMatchObject({
      status: 400,
      sent: [],
    });
  });

  test.each([
    'evil.example/pay?',
    'evil.example#',
    'a@evil.example',
    'evil.example\\x',
    '',
    ' ',
    '[',
    'a b',
    'a:99999',
  ])('Host %j with another path in it', async (forged) => {
    expect(await till.outcome({ target: '/x', headers: { host: forged } })).toMatchObject({ sent: [] });
    expect(await till.outcome({ headers: { host: forged } })).toMatchObject({ sent: [] });
  });
});

describe('another method', () => {
  const methods = [
    'GET',
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'OPTIONS',
    'CONNECT',
    'PROPFIND',
    'post',
    'PAY',
  ];
  test.each(methods)('%s, also where it says that it is a POST', async (method) => {
    expect(await till.outcome({ method })).toMatchObject({ sent: [] });
    const override = {
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
      'x-http-method': 'POST',
    };
    expect(
      await till.outcome({
        method,
        target: '/pay?_method=POST',
        headers: override,
        body: '{"_method":"POST"}',
      }),
    ).toMatchObject({ sent: [] });
  });

  test.each(['/terminals', '/processed-messages/M-1', '/public/202104/payment-link'])(
    'a read stays a read: %s',
    async (target) => {
      // Where nothing waits for its result, it is this message that a poll asks about.
      const mounted = await mountGateway();
      const headers = { 'x-http-method-override': 'DELETE' };
      expect(await mounted.outcome({ method: 'GET', target, headers })).toMatchObject({
        status: 200,
        sent: [`GET ${target}`],
      });
      for (const method of ['HEAD', 'PUT', 'DELETE']) {
        expect(await mounted.outcome({ method, target })).toMatchObject({ status: 405, sent: [] });
      }
      await mounted.close();
    },
  );
});

describe('with the sandbox as the service', () => {
  test('none of it is in its ledger', async () => {
    const sandbox = createSandbox({ latencyMs: 0 });
    const mounted = await mountGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      fetcher: sandbox.fetch,
    });
    const tricks: RawRequest[] = [
      { target: '/x/../pay' },
      { target: '/%2e%2e/__sandbox/reset' },
      { target: '/__sandbox/scenario', body: '{"name":"declined"}' },
      { method: 'PUT' },
      { headers: { origin: 'https://evil.example' } },
      { headers: { 'content-type': 'text/plain' } },
      { headers: { 'x-operation-id': undefined } },
      { body: JSON.stringify({ ...saleBody, amount: -1 }) },
      { lines: ['transfer-encoding: chunked'] },
    ];
    for (const trick of tricks) await mounted.ask(trick);
    expect(sandbox.ledger.requests).toEqual([]);
    expect((await mounted.ask({ body: JSON.stringify(saleBody) })).status).toBe(200);
    expect(sandbox.ledger.requests.map(({ operation, body }) => [operation, body])).toEqual([
      ['pay', saleBody],
    ]);
    await mounted.close();
  });
});
