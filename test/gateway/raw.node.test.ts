import { afterEach, describe, expect, test } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { createVirtualClock } from '../../src/core/time.ts';
import {
  listenRaw,
  type PhysicalRequest,
  type RawServer,
  type SocketFault,
} from '../../src/node/listenRaw.ts';
import { createSandbox } from '../../src/sandbox/createSandbox.ts';
import { createRawBrowser } from './rawBrowser.ts';
import { saleBody } from './gatewayTill.ts';
import { freshId } from './securityTill.ts';

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
  const gateway = createGateway({
    baseUrl: service.url,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    store: { ...createMemoryStore(), knownForMs: async () => 3_600_000 }, // nothing restarts here
    operationIdHeader: 'x-operation-id',
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
    expect(await till.poll(message ?? '')).toContain('complete');
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
  test.each<[SocketFault, charges: number]>([
    ['reset-before', 0],
    ['reset-after', 1],
    ['close-after', 1],
    ['half-status-line', 1],
    ['body-cut', 1],
    ['timeout-408', 1],
    ['redirect', 0],
  ])('M1 %s: nobody sends it again, and nobody says that it failed', async (serviceLine, charges) => {
    const till = await openTill({ serviceLine });
    const { headers } = await till.pay();
    expect(headers.get('x-operation-state')).toBe('unanswered');
    expect(await till.told()).toMatchObject({ state: 'unanswered' });
    expect((await till.pay()).headers.get('x-operation-state')).toBe('unanswered');
    expect(till.isReused()).toBe(true);
    expect(till.reached()).toHaveLength(1);
    await till.clock.advance(60_000);
    expect(till.sandbox.ledger.charges).toHaveLength(charges);
  });

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

  test.each(['127.0.0.1', 'localhost'])('F1 nobody listens at %s: nothing was sent', async (host) => {
    const service = await listenRaw({ handler: async () => new Response(), fault: () => undefined });
    await service.close();
    const till = await openTill({ own: { baseUrl: service.url.replace('127.0.0.1', host) }, isCold: true });
    const { status, headers } = await till.pay();
    expect([status, headers.get('x-operation-state')]).toEqual([502, 'not-seen']);
    expect(await till.told()).toMatchObject({ state: 'not-seen', isClosed: true });
  });
});
