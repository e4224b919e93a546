import express from 'express';
import { afterAll, beforeAll, describe, expect, test, vi, afterEach } from 'vitest';
import { defineService } from 'tillkit/core';
import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createScaledClock } from '../../pages/till/scaledClock.ts';
import { clientOn, type Mount, pageHeaders, routeMount, serverMount, startService } from './mounts.ts';
import { gate, longKnown, operationId, saleBody } from '../gatewayTill.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import { listenRaw, type PhysicalRequest, type RawServer, type SocketFault } from '../../node/listenRaw.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { createRawBrowser } from './rawBrowser.ts';
import { freshId } from '../requests/securityTill.ts';

const mounts: [name: string, start: () => Promise<Mount>][] = [
  ["Node's http", () => serverMount(() => import('../../../examples/gateway/node/server.ts'))],
  ['Hono', () => serverMount(() => import('../../../examples/gateway/hono/server.ts'))],
  ['Express', () => serverMount(() => import('../../../examples/gateway/express/server.ts'))],
  [
    'a Next route',
    () => routeMount(() => import('../../../examples/gateway/next/app/api/payments/[...path]/route.ts')),
  ],
];

type Ask = Omit<RequestInit, 'headers'> & { duplex?: 'half'; headers?: Record<string, string> };

describe.each(mounts)('the gateway on %s', (_, start) => {
  let service: Awaited<ReturnType<typeof startService>>;
  let mount: Mount;
  const ask = (path: string, { headers, ...init }: Ask = {}) =>
    mount.fetcher(
      new Request(`${mount.url}${path}`, {
        ...init,
        headers: { ...pageHeaders, 'content-type': 'application/json', ...headers },
      }),
    );
  const post = (id: string, signal?: AbortSignal) =>
    ask('/pay', {
      method: 'POST',
      body: JSON.stringify(saleBody),
      headers: { 'x-operation-id': id },
      ...(signal && { signal }),
    });
  const stateOf = async (id: string) =>
    ((await (await ask(`/operations/${id}`)).json()) as { state: string }).state;

  /** What reached the service, without what its gateway asks by itself. */
  const sales = () => service.arrived.filter(({ url }) => url.endsWith('/pay')).length;

  beforeAll(async () => {
    vi.resetModules();
    service = await startService();
    mount = await start();
  });
  afterAll(async () => {
    await mount.stop?.();
    await service.close();
  });

  test('takes a whole sale, and keeps cookie and secret apart', async () => {
    const client = clientOn(mount);
    const operations = await client.loadOperations({});
    const { items } = await client.listTerminals({});
    const ended = new Promise<void>((resolve) => {
      operations.subscribe(() => operations.list()[0]?.endedAt !== undefined && resolve());
    });
    await operations.start('pay', { terminalId: items[0]!.id, amount: 1250, receipt: false });
    await ended;
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    expect(service.sandbox.ledger.charges).toMatchObject([{ kind: 'pay', amount: 1250 }]);
    operations.dispose();
    for (const { headers } of service.arrived) {
      expect(headers.get('authorization')).toBe('sandbox');
      expect(headers.get('cookie')).toBeNull();
    }
  });

  test('M3: a page that goes away in the middle of a payment does not stop it', async () => {
    const [reached, free] = [gate(), gate()];
    service.holdBy(async ({ url }) => {
      if (!url.endsWith('/pay')) return;
      reached.open();
      await free.promise;
    });
    const page = new AbortController();
    const lost = post(operationId(1), page.signal).catch(() => undefined);
    await Promise.race([reached.promise, lost]);
    expect(sales()).toBe(2);
    page.abort();
    expect(await stateOf(operationId(1))).toBe('sent');
    free.open();
    await vi.waitFor(async () => expect(await stateOf(operationId(1))).toBe('accepted'), 20_000);
    await lost;
    expect(sales()).toBe(2);
  });

  test('sends nothing for a page that goes away before all of its request was there', async () => {
    const before = sales();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"amount":')),
      pull: (controller) => controller.error(new Error('gone')),
    });
    await ask('/pay', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'x-operation-id': operationId(2) },
    }).catch(() => undefined);
    expect(await stateOf(operationId(2))).toBe('not-seen');
    expect(sales()).toBe(before);
  });

  test('hands an upload on while it is still on its way', async () => {
    const form = new FormData();
    form.append('files', new File([new Uint8Array(200_000)], 'menu.pdf', { type: 'application/pdf' }));
    const whole = new Response(form);
    const type = whole.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const reached = gate();
    service.holdBy(async ({ url }) => {
      if (url.includes('upload')) reached.open();
    });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, 100_000)),
      async pull(controller) {
        await reached.promise;
        controller.enqueue(bytes.subarray(100_000));
        controller.close();
      },
    });
    const path = '/v1/public/payment-link/upload-attachments';
    const answer = await ask(path, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': type },
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { data: [{ name: 'menu.pdf', size: 200_000 }] },
    ]);
  });

  test("takes the kit's own upload and makes a link with it", async () => {
    const client = clientOn(mount);
    const file = new File([new Uint8Array(3000)], 'menu.pdf', { type: 'application/pdf' });
    const attachments = await client.uploadAttachments({ files: [file] });
    expect(await client.createPaymentLink({ amount: 4800, attachments })).toMatchObject({
      amountCents: 4800,
    });
  });

  test('answers the preflight of its own pages', async () => {
    const answer = await ask('/pay', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      204,
      pageHeaders.origin,
    ]);
    expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE');
  });

  test('is nothing to a page of another origin, to a caller who is not signed in, and on other paths', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const before = sales();
    const body = JSON.stringify(saleBody);
    const headers = { 'x-operation-id': operationId(3) };
    const refused = [
      await ask('/pay', { method: 'POST', body, headers: { ...headers, origin: 'https://else.example' } }),
      await ask('/pay', { method: 'POST', body, headers: { ...headers, cookie: 'till=forged' } }),
      await ask('//else.example/pay', { method: 'POST', body, headers }),
      await ask('/elsewhere', { headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 401, 404, 404]);
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ type: 'origin-refused' })]]);
    logged.mockRestore();
    expect(sales()).toBe(before);
  });

  test('ends with its process, and lets go of the file', async () => {
    expect(service.isStoreInUse()).toBe(true);
    if (!mount.close) return; // the platform ends it
    await mount.close();
    await vi.waitFor(() => expect(service.isStoreInUse()).toBe(false), 20_000);
  });
});

test('behind a body parser of Express, a payment is refused at once and nothing is sent', async () => {
  const sent: Request[] = [];
  const gateway = createGateway({
    baseUrl: 'https://service.example',
    headers: {},
    authorize: () => true,
    store: createMemoryStore(),
    fetcher: async (request) => {
      sent.push(request);
      return new Response(null, { status: 500 });
    },
  });
  const app = express().use(express.json()).use(toNodeListener(gateway.fetch));
  const server = app.listen(0);
  const { origin } = new URL((await serverMount(async () => ({ server }))).url);
  const answer = await fetch(`${origin}/pay`, {
    method: 'POST',
    body: JSON.stringify(saleBody),
    headers: { origin, 'content-type': 'application/json', 'x-operation-id': operationId(4) },
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { code: 'aborted-body', message: expect.stringContaining('a body parser') } },
  ]);
  expect(sent).toEqual([]);
  server.close();
});

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});
function opens<Server extends { close: () => unknown }>(server: Server): Server {
  opened.push(server);
  return server;
}

const isPay = ({ method, path }: PhysicalRequest) => method === 'POST' && path === '/pay';

interface Faults {
  /** What the line between browser and gateway does to the first copy of the payment. */
  browserLine?: SocketFault | 'cut-while-it-runs';
  /** What the line between gateway and service does to it. */
  serviceLine?: SocketFault;
  own?: Partial<GatewayOptions>;
  /** No connection is used before the payment. */
  isCold?: boolean;
  /** What the service answers to a payment, in the sandbox's place. */
  answer?: () => Response;
}

/** Browser, gateway and service on bare sockets, each connection used before the payment goes over it. */
async function openTill({ browserLine, serviceLine, own, isCold, answer }: Faults) {
  const clock = createVirtualClock(Date.UTC(2026, 2, 2));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const service: RawServer = opens(
    await listenRaw({
      handler: async (request) => (answer && request.method === 'POST' ? answer() : sandbox.fetch(request)),
      fault: (request) =>
        isPay(request) && service.sent.filter(isPay).length === 1 ? serviceLine : undefined,
    }),
  );
  const fast = createScaledClock(Date.now(), 20);
  const gateway = createGateway({
    baseUrl: service.url,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    store: longKnown(createMemoryStore({ clock: fast })), // nothing restarts here
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    clock: fast,
    ...own,
  });
  const line: RawServer = opens(
    await listenRaw({
      async handler(request) {
        const isFirst = request.method === 'POST' && line.sent.filter(isPay).length === 1;
        if (browserLine !== 'cut-while-it-runs' || !isFirst) return gateway.fetch(request);
        void gateway.fetch(request);
        throw new Error('the line is cut');
      },
      fault: (request) =>
        isPay(request) && line.sent.filter(isPay).length === 1 && browserLine !== 'cut-while-it-runs'
          ? browserLine
          : undefined,
    }),
  );
  const browser = opens(createRawBrowser(line.url));
  const id = freshId();
  if (!isCold) await warmUp(browser, service);
  return {
    clock,
    sandbox,
    copies: () => line.sent.filter(isPay),
    reached: () => service.sent.filter(isPay),
    isReused: () => {
      const [pay] = service.sent.filter(isPay);
      return service.sent.some((earlier) => !isPay(earlier) && earlier.socket === pay?.socket);
    },
    pay: () =>
      browser.request(
        'POST',
        '/pay',
        { 'content-type': 'application/json', 'x-operation-id': id },
        JSON.stringify(saleBody),
      ),
    told: async () =>
      JSON.parse((await browser.request('GET', `/operations/${id}`)).text) as Record<string, unknown>,
    poll: async (message: string) => (await browser.request('GET', `/processed-messages/${message}`)).text,
  };
}

/** Until gateway and service use one connection for two requests in a row. */
async function warmUp(browser: ReturnType<typeof createRawBrowser>, service: RawServer): Promise<void> {
  for (let times = 0; times < 20; times += 1) {
    await browser.request('GET', '/terminals');
    if (service.sent.at(-1)?.socket === service.sent.at(-2)?.socket) return;
  }
  throw new Error('No connection to the service was used twice.');
}

describe('the browser sends a payment again by itself (M1)', { timeout: 30_000 }, () => {
  test.each<NonNullable<Faults['browserLine']>>([
    'reset-after',
    'close-after',
    'half-status-line',
    'timeout-408',
    'cut-while-it-runs',
  ])('F3 F4 M2 two copies after %s: one request, one charge, and the true answer', async (browserLine) => {
    const till = await openTill({ browserLine });
    const { status, headers, text } = await till.pay();
    const message = till.sandbox.ledger.requests.find(({ operation }) => operation === 'pay')?.msgIdentifier;
    expect(till.copies()).toHaveLength(2);
    expect(new Set(till.copies().map(({ socket }) => socket)).size).toBe(2);
    expect(till.reached()).toHaveLength(1);
    // The sandbox would call its terminal busy (409) should the second copy reach it.
    expect([status, headers.get('x-operation-state')]).toEqual([200, 'accepted']);
    expect(text).toContain(message);
    await till.clock.advance(60_000);
    expect(till.sandbox.ledger.charges).toHaveLength(1);
    expect(await till.told()).toMatchObject({ state: 'accepted', msgIdentifier: message });
    await vi.waitFor(async () => expect(await till.poll(message ?? '')).toContain('complete'), 20_000);
  });

  test('F4 the service is busy with another payment: both copies are told so, and it is a refusal of neither', async () => {
    const busy = () => Response.json({ message: 'busy' }, { status: 409 });
    const till = await openTill({ browserLine: 'reset-after', answer: busy });
    const { status, headers } = await till.pay();
    expect([status, headers.get('x-operation-state')]).toEqual([409, 'unanswered']);
    expect([till.copies().length, till.reached().length]).toEqual([2, 1]);
  });
});

describe('the line to the service breaks on a connection that was used before', { timeout: 30_000 }, () => {
  test.each<[SocketFault, charges: number, state?: string]>([
    ['reset-before', 0],
    ['reset-after', 1],
    ['close-after', 1],
    ['half-status-line', 1],
    ['body-cut', 1, 'accepted'], // the 2xx arrived
    ['timeout-408', 1],
    ['redirect', 0],
  ])(
    'M1 %s: no copy is sent, and no answer says that it failed',
    async (serviceLine, charges, state = 'unanswered') => {
      const till = await openTill({ serviceLine });
      const { headers } = await till.pay();
      expect(headers.get('x-operation-state')).toBe(state);
      expect(await till.told()).toMatchObject({ state });
      expect((await till.pay()).headers.get('x-operation-state')).toBe(state);
      expect(till.isReused()).toBe(true);
      expect(till.reached()).toHaveLength(1);
      await till.clock.advance(60_000);
      expect(till.sandbox.ledger.charges).toHaveLength(charges);
    },
  );

  test('F4 both lines break: two copies, one request, no answer', async () => {
    const till = await openTill({ browserLine: 'reset-after', serviceLine: 'reset-after' });
    expect((await till.pay()).status).toBe(504);
    expect([till.copies().length, till.reached().length]).toEqual([2, 1]);
    await till.clock.advance(60_000);
    expect(till.sandbox.ledger.charges).toHaveLength(1);
  });

  test.each([
    [421, 421],
    [401, 502], // the gateway's own credentials
    [425, 425],
    [503, 503],
  ])('M1 %i is no reason for fetch to send it again', async (status, told) => {
    const answer = () =>
      new Response(null, { status, headers: { 'www-authenticate': 'Basic', 'retry-after': '0' } });
    const till = await openTill({ answer });
    expect((await till.pay()).status).toBe(told);
    expect(till.isReused()).toBe(true);
    expect(till.reached()).toHaveLength(1);
  });

  test('F6 silence ends when the time is up, and nothing is sent again', async () => {
    const clock = createVirtualClock(0);
    const till = await openTill({ serviceLine: 'silence', own: { clock } });
    const answer = till.pay();
    while (till.reached().length === 0) await clock.advance(1);
    await clock.advance(90_000);
    expect((await answer).headers.get('x-operation-state')).toBe('unanswered');
    expect(till.reached()).toHaveLength(1);
  });

  test.each(['127.0.0.1', 'localhost'])('F1 no server listens at %s: nothing was sent', async (host) => {
    const service = await listenRaw({ handler: async () => new Response(), fault: () => undefined });
    await service.close();
    const till = await openTill({ own: { baseUrl: service.url.replace('127.0.0.1', host) }, isCold: true });
    const { status, headers } = await till.pay();
    expect([status, headers.get('x-operation-state')]).toEqual([502, 'not-seen']);
    expect(await till.told()).toMatchObject({ state: 'not-seen', isClosed: true });
  });
});
