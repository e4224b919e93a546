import { describe, expect, test, afterAll, beforeAll } from 'vitest';
import { createGatewayClient } from '../../../src/exports/core.ts';
import type { GatewayOperation } from '../../../src/gateway/gatewayOptions.ts';
import {
  ask,
  close,
  createGatewayTill,
  operationId,
  post,
  sale,
  saleBody,
  slowService,
  tillOrigin,
} from '../gatewayTill.ts';
import * as fc from 'fast-check';
import { contractRoutes as routesInFull } from '../../../src/core/wire/routes.ts';
import { fuzz } from '../fuzz.ts';
import type { ToldRefusal } from '../shop.ts';
import { expectContract, freshId, freshSale, mountGateway, type MountedGateway } from './securityTill.ts';

const id = operationId(1);
const withId = { 'x-operation-id': id };
const linkPath = '/public/202104/payment-link';
const link = { amount: 4900, customValues: [], applyDiscount: false };
const refund = { clientId: 'till', terminalId: 'terminal-1', pnRefNum: 'P-1', amount: 100 };
const batch = { clientId: 'till', terminalId: 'terminal-1' };

function upload(signal?: AbortSignal): Request {
  const form = new FormData();
  form.append('files', new File(['%PDF-1.7'], 'menu.pdf', { type: 'application/pdf' }));
  const path = '/v1/public/payment-link/upload-attachments';
  const init: RequestInit = { method: 'POST', body: form, headers: { origin: tillOrigin } };
  return new Request(`https://till.example${path}`, { ...init, ...(signal && { signal }) });
}

const resolution = { charged: true, basis: 'receipt' };

/** Every request that a gateway takes, what `authorize` hears of it, and where it goes. */
const routes: [name: string, GatewayOperation, () => Request, call: object, sent: string | undefined][] = [
  ['a sale', 'pay', () => sale(id), { operationId: id, body: saleBody }, 'POST /pay'],
  [
    'a pre-authorization',
    'preAuth',
    () => post('/pre-auth', saleBody, withId),
    { operationId: id, body: saleBody },
    'POST /pre-auth',
  ],
  [
    'a refund',
    'refund',
    () => post('/refund', refund, withId),
    { operationId: id, body: refund, transaction: expect.any(Function) },
    'POST /refund',
  ],
  [
    'the end of a day',
    'closeBatch',
    () => post('/close-batch', batch, withId),
    { operationId: id, body: batch },
    'POST /close-batch',
  ],
  [
    'a link with an id',
    'createPaymentLink',
    () => post(linkPath, link, withId),
    { operationId: id, body: link },
    `POST ${linkPath}`,
  ],
  ['a link without one', 'createPaymentLink', () => post(linkPath, link), { body: link }, `POST ${linkPath}`],
  ['an upload', 'uploadAttachments', upload, {}, 'POST /v1/public/payment-link/upload-attachments'],
  [
    'the terminals',
    'listTerminals',
    () => ask('/terminals?page=2&limit=5&sort=x'),
    { query: { page: '2', limit: '5' } },
    'GET /terminals?page=2&limit=5',
  ],
  [
    'the links',
    'listPaymentLinks',
    () => ask(`${linkPath}?clientId=till&timezone=UTC`),
    { query: { clientId: 'till', timezone: 'UTC' } },
    `GET ${linkPath}?clientId=till&timezone=UTC`,
  ],
  [
    'a poll',
    'getProcessedMessage',
    () => ask('/processed-messages/M-1'),
    { msgIdentifier: 'M-1' },
    'GET /processed-messages/M-1',
  ],
  ['a question', 'askOperation', () => ask(`/operations/${id}`), { operationId: id }, undefined],
  ['a closing', 'closeOperation', () => close(id), { operationId: id }, undefined],
  [
    'a list of operations',
    'listOperations',
    () => ask('/operations?kind=pay&kind=refund&open=true'),
    { query: { kind: ['pay', 'refund'], open: 'true' } },
    undefined,
  ],
  [
    'a list of transactions',
    'listTransactions',
    () => ask('/transactions?limit=5'),
    { query: { limit: '5' } },
    undefined,
  ],
  [
    'a file of operations',
    'exportOperations',
    () => ask('/operations.csv?timeZone=UTC&search=A-17'),
    { query: { timeZone: 'UTC', search: 'A-17' } },
    undefined,
  ],
  ['a report', 'getReport', () => ask('/report?from=1&to=2'), { query: { from: '1', to: '2' } }, undefined],
];

/** Those about something that has to be there. */
const aboutASale: typeof routes = [
  [
    'a transaction',
    'getTransaction',
    () => ask('/transactions/-/P-1'),
    { query: { provider: '-', pnRefNum: 'P-1' } },
    undefined,
  ],
  [
    'what a person saw',
    'resolveOperation',
    () => post(`/operations/${id}/resolution`, resolution),
    { operationId: id, body: resolution, operation: expect.any(Function) },
    undefined,
  ],
  [
    'that an ending was seen',
    'acknowledgeOperation',
    () => post(`/operations/${id}/acknowledgement`, {}),
    { operationId: id, body: {}, operation: expect.any(Function) },
    undefined,
  ],
];

const targetOf = ({ method, url }: Request) => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
};

describe.each([...routes, ...aboutASale])('%s', (_, operation, request, call, sent) => {
  test('goes where it belongs once authorize has heard all of it', async () => {
    const heard: unknown[] = [];
    const till = createGatewayTill({
      authorize: (asked, ...rest) => {
        if (!rest[1].isPreview)
          heard.push([new URL(asked.url).pathname, asked.body, till.sent.length, ...rest]);
        return true;
      },
      fetcher: async (asked) => {
        till.sent.push(asked.clone());
        return Response.json({ data: { msgIdentifier: 'M-1', pnRefNum: 'P-1', status: 'complete' } });
      },
      unknownReferences: 'pass',
    });
    if (aboutASale.some(([, about]) => about === operation)) {
      await till.gateway().fetch(sale(id));
      await till.clock.advance(2000);
      await till.gateway().fetch(ask('/processed-messages/M-1'));
      for (const list of [heard, till.sent]) list.length = 0;
    }
    const asked = request();
    expect((await till.gateway().fetch(asked)).status).toBe(200);
    expect(heard).toEqual([[new URL(asked.url).pathname, null, 0, operation, call]]);
    expect(till.sent.map(targetOf)).toStrictEqual(sent === undefined ? [] : [sent]);
    // The id goes on where there is one, and no word in its place where there is none.
    const isMade = 'operationId' in call && sent !== undefined;
    expect(till.sent.map(({ headers }) => headers.get('x-operation-id'))).toStrictEqual(
      sent === undefined ? [] : [isMade ? id : null],
    );
  });

  test('goes nowhere without a sign-in', async () => {
    const till = createGatewayTill({ authorize: () => false });
    const answer = await till.gateway().fetch(request());
    expect(answer.status).toBe(403);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 'not-authorized' } });
    expect(till.sent).toStrictEqual([]);
  });

  test('is told from one that has to sign in again', async () => {
    const till = createGatewayTill({ authorize: () => 401 });
    const answer = await till.gateway().fetch(request());
    expect(answer.status).toBe(401);
    await expect(answer.json()).resolves.toMatchObject({ error: { code: 'not-authorized' } });
    expect(till.sent).toStrictEqual([]);
  });

  test('is answered so that nothing keeps it, and no browser guesses what it is', async () => {
    const till = createGatewayTill({ fetcher: async () => new Response('<script>alert(1)</script>') });
    for (const own of [{}, { authorize: () => false }]) {
      const { headers } = await till.gateway(own).fetch(request());
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toStrictEqual([
        'no-store',
        'nosniff',
      ]);
      expect(headers.get('content-type')).not.toMatch(/html/);
      expect(headers.get('vary')).toBe('origin');
      expect(headers.get('access-control-allow-origin')).toBe(tillOrigin);
    }
  });
});

test.each([
  ['/pay', 'GET', 'POST'],
  ['/terminals', 'POST', 'GET'],
  [linkPath, 'DELETE', 'GET, POST'],
  [`/operations/${id}`, 'POST', 'DELETE, GET'],
  [`/operations/${id}/resolution`, 'GET', 'POST'],
  ['/operations/stream', 'POST', 'GET'],
  ['/health', 'DELETE', 'GET'],
])('%s is not there for %s, and says what it is there for', async (path, method, allowed) => {
  const till = createGatewayTill();
  const request = new Request(`https://till.example${path}`, { method, headers: { origin: tillOrigin } });
  const { status, headers } = await till.gateway().fetch(request);
  expect([status, headers.get('allow')?.split(', ').toSorted().join(', ')]).toStrictEqual([405, allowed]);
});

test('what is no route is told apart from what the record does not have', async () => {
  const gateway = createGatewayTill().gateway();
  const codes = async (request: Request) => {
    const answer = await gateway.fetch(request);
    const { error, refusal } = (await answer.json()) as ToldRefusal;
    return [answer.status, error.code, refusal?.code];
  };
  expect(await codes(ask('/operations/7/history'))).toEqual([404, 'no-route', 'no-route']);
  expect(await codes(post(`/operations/${id}/resolution`, resolution))).toEqual([
    404,
    'not-found',
    'not-found',
  ]);
  expect(await codes(ask('/transactions/-/77'))).toEqual([404, 'not-found', 'not-found']);

  const baseUrl = `${tillOrigin}/v9`;
  const headers = { origin: tillOrigin };
  const client = createGatewayClient({ baseUrl, headers, fetcher: gateway.fetch });
  await expect(client.listOperations()).rejects.toMatchObject({
    status: 404,
    refusal: { code: 'no-route', message: expect.stringContaining('basePath') as string },
  });
});

describe('a list', () => {
  test.each([
    ['7', '7'],
    ['1.2', '2'],
    [undefined, null],
    ['never', null],
  ])('is told by the service to come back after %s', async (said, told) => {
    const headers: Record<string, string> = said === undefined ? {} : { 'retry-after': said };
    const till = createGatewayTill({ fetcher: async () => new Response('{}', { status: 429, headers }) });
    const answer = await till.gateway().fetch(ask('/terminals'));
    expect([answer.status, answer.headers.get('retry-after')]).toStrictEqual([429, told]);
  });

  test.each([
    ['20 s', {}, 20_000],
    ['what the host says', { requestTimeoutMs: 300 }, 300],
  ])('that the service does not answer ends after %s', async (_, own, ms) => {
    const service = slowService();
    const till = createGatewayTill({ fetcher: service.fetcher, ...own });
    const answer = till.gateway().fetch(ask('/terminals'));
    await service.reached;
    await till.clock.advance(ms - 1);
    expect(till.problems).toStrictEqual([]);
    await till.clock.advance(1);
    expect((await answer).status).toBe(502);
    expect(till.problems).toMatchObject([{ type: 'service-unreachable', operation: 'listTerminals' }]);
  });
});

test.each([
  [
    'the code of what failed',
    { cause: Object.assign(new Error('key-1'), { code: 'ECONNREFUSED' }) },
    'ECONNREFUSED',
  ],
  ['the name of the error', {}, 'TypeError'],
])('the problem of a service without an answer has %s, and none of its words', async (_, details, told) => {
  const fetcher = () => Promise.reject(new TypeError('key-1', details));
  const till = createGatewayTill({ fetcher });
  await till.gateway().fetch(ask('/terminals'));
  await till.gateway().fetch(sale(id));
  expect(till.problems.map(({ message }) => message)).toStrictEqual([
    `The service at ${new URL(till.sandbox.baseUrl).origin} gave no answer (${told}).`,
    `The service gave no answer to an operation (${told}).`,
  ]);
});

describe('what a page gave up', () => {
  test.each([
    ['a list', (signal: AbortSignal) => new Request(ask('/terminals'), { signal }), true],
    ['an upload', upload, true],
    ['a link without an id', (signal: AbortSignal) => new Request(post(linkPath, link), { signal }), false],
    ['a sale', (signal: AbortSignal) => new Request(sale(id), { signal }), false],
  ])('%s', async (_, request, isGivenUp) => {
    let signal: AbortSignal | undefined;
    const service = slowService();
    const till = createGatewayTill({
      fetcher: (asked) => {
        signal = asked.signal;
        return service.fetcher();
      },
    });
    const page = new AbortController();
    void till.gateway().fetch(request(page.signal));
    await service.reached;
    page.abort();
    await till.clock.advance(1);
    expect(signal?.aborted).toBe(isGivenUp);
    expect(till.problems).toStrictEqual([]);
  });
});

describe('a preflight', () => {
  const preflight = (origin: string) =>
    new Request('https://till.example/pay', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('names what the client of the kit sends and reads, and what the host adds', async () => {
    const till = createGatewayTill({ allowedHeaders: ['x-csrf'] });
    const { status, headers, body } = await till.gateway().fetch(preflight(tillOrigin));
    expect([status, body]).toStrictEqual([204, null]);
    const list = (name: string) => (headers.get(name) ?? '').split(', ').toSorted();
    expect(list('access-control-allow-methods')).toStrictEqual(['DELETE', 'GET', 'POST']);
    expect(list('access-control-allow-headers')).toStrictEqual([
      'authorization',
      'content-type',
      'last-event-id',
      'x-csrf',
      'x-operation-approval',
      'x-operation-confirmed',
      'x-operation-id',
    ]);
    expect(list('access-control-expose-headers')).toStrictEqual([
      'age',
      'date',
      'retry-after',
      'x-operation-state',
    ]);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('asks no caller for a sign-in, and reaches no service', async () => {
    const till = createGatewayTill({ authorize: () => Promise.reject(new Error('asked')) });
    expect((await till.gateway().fetch(preflight(tillOrigin))).status).toBe(204);
    expect((await till.gateway().fetch(preflight('https://evil.example'))).status).toBe(403);
    expect([till.sent, till.problems]).toStrictEqual([[], []]);
  });

  test('a read that names no origin is answered for no origin in particular', async () => {
    const till = createGatewayTill();
    const { status, headers } = await till.gateway().fetch(new Request('https://till.example/terminals'));
    expect([status, headers.get('access-control-allow-origin')]).toStrictEqual([200, null]);
    expect(headers.get('vary')).toBe('origin');
  });
});

const till = 'https://till.example';
let mounted: MountedGateway;
beforeAll(async () => {
  mounted = await mountGateway({ allowedOrigins: [till] });
});
afterAll(() => mounted.close());

const rows = Object.values(routesInFull).map(({ method, path }) => ({
  method: method as string,
  target: String(path).replace('{messageId}', 'M-1'),
}));
const tricks = [
  '/..',
  '/.',
  '%2e%2e/',
  '//',
  '/',
  ';',
  '%00',
  '%2f',
  '\\',
  '?',
  '#',
  '@',
  ' ',
  '\t',
  'é',
  'x',
  '..',
];
const row = fc.constantFrom(...rows);
const call = fc.oneof(
  { weight: 4, arbitrary: row },
  fc.tuple(row, fc.constantFrom(...tricks), fc.nat(12)).map(([{ method, target }, trick, at]) => ({
    method,
    target: target.slice(0, at) + trick + target.slice(at),
  })),
  fc
    .tuple(row, fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'post'))
    .map(([{ target }, method]) => ({ method, target })),
  fc.string({ maxLength: 20 }).map((text) => ({ method: 'POST', target: `/${text}` })),
);
/** Mostly as a till sends it. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const headers = fc.record({
  origin: mostly(till, 'null', '', `${till}.evil`),
  'content-type': mostly(
    'application/json',
    'text/plain',
    'application/JSON; a=b',
    'multipart/form-data; boundary=b',
  ),
  'x-operation-id': mostly('fresh', '', 'short'),
  authorization: fc.constantFrom('Bearer ann', 'Basic x'),
  cookie: fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text)),
  'x-http-method-override': mostly<string | undefined>(undefined, 'POST'),
  'transfer-encoding': mostly<string | undefined>(undefined, 'chunked', 'identity', 'gzip, chunked'),
  host: mostly('till.example', 'evil.example', 'a/pay?', ''),
  'x-a': mostly<string | undefined>(undefined, '1\r\nkey-hash: forged', '1\n', '1\r', '\0', '1\r\n'),
});
type ValueOf<Cases> = Cases extends fc.Arbitrary<infer Value> ? Value : never;
interface Case {
  asked: { method: string; target: string };
  given: ValueOf<typeof headers>;
  payload: string;
}

const field = fc.constantFrom(
  '__proto__',
  'constructor',
  'isAdmin',
  'email',
  'provider',
  'amount',
  'receipt',
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant(JSON.stringify(saleBody)) },
  fc
    .tuple(field, fc.jsonValue({ maxDepth: 3 }))
    .map(([name, value]) => JSON.stringify(saleBody).replace('{', `{"${name}":${JSON.stringify(value)},`)),
  fc.json({ maxDepth: 3 }),
  fc.string({ maxLength: 30 }),
);

test(
  'whatever is sent: the service gets requests of the contract alone, and the gateway lives on',
  { timeout: 60_000 },
  async () => {
    let reached = 0;
    const runOne = async ({ asked: { method, target }, given, ...asked }: Case) => {
      mounted.sent.length = 0;
      const payload = asked.payload.replace(saleBody.terminalId, freshSale().terminalId);
      const sentId = given['x-operation-id'] === 'fresh' ? freshId() : given['x-operation-id'];
      const { text } = await mounted.ask({
        method,
        target,
        body: payload,
        headers: { ...given, 'x-operation-id': sentId },
      });
      expect(text).not.toMatch(/sesame|dGlsbDp|9f\+/);
      mounted.sent.forEach(expectContract);
      const [sent] = mounted.sent;
      if (!sent) return;
      reached += 1;
      // Once, and nothing that was not asked for just so.
      expect(mounted.sent).toHaveLength(1);
      const isPoll = method === 'GET' && target.startsWith('/processed-messages/');
      // A poll asks about the message that waits longest.
      const path = isPoll
        ? expect.stringMatching(/^\/processed-messages\/M-\d+$/)
        : target.trim().split('?')[0];
      expect([sent.method, sent.url.pathname]).toEqual([method, path]);
      expect(given.origin).toBe(till);
      if (method === 'GET' || sent.url.pathname === routesInFull.uploadAttachments.path) return;
      expect(given['content-type']).toMatch(/^application\/json/i);
      expect(JSON.parse(payload)).toMatchObject(JSON.parse(sent.body) as object);
    };
    await fuzz(fc.record({ asked: call, given: headers, payload: body }), runOne, {
      runs: 150,
      limitMs: 45_000,
    });
    expect(reached).toBeGreaterThan(0);
    expect((await mounted.ask({ headers: { origin: till } })).status).toBe(200);
  },
);
