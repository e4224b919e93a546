import express from 'express';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMemoryJournal, createTerminalOperations } from 'tillkit/core';
import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createScaledClock } from '../pages/till/scaledClock.ts';
import { clientOn, type Mount, pageHeaders, routeMount, serverMount, startService } from './mounts.ts';
import { operationId, saleBody } from './gatewayTill.ts';

const mounts: [name: string, start: () => Promise<Mount>][] = [
  ["Node's http", () => serverMount(() => import('../../examples/gateway/node/server.ts'))],
  ['Hono', () => serverMount(() => import('../../examples/gateway/hono/server.ts'))],
  ['Express', () => serverMount(() => import('../../examples/gateway/express/server.ts'))],
  [
    'a Next route',
    () => routeMount(() => import('../../examples/gateway/next/app/api/payments/[...path]/route.ts')),
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

  beforeAll(async () => {
    vi.resetModules();
    service = await startService();
    mount = await start();
  });
  afterAll(() => service.close());

  test('takes a whole sale, and keeps cookie and secret apart', async () => {
    const client = clientOn(mount);
    const operations = createTerminalOperations({
      client,
      journal: createMemoryJournal(),
      clock: createScaledClock(Date.now(), 20),
    });
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
    await reached.promise;
    page.abort();
    expect(await stateOf(operationId(1))).toBe('sent');
    free.open();
    await vi.waitFor(async () => expect(await stateOf(operationId(1))).toBe('accepted'));
    await lost;
    expect(service.arrived.filter(({ url }) => url.endsWith('/pay'))).toHaveLength(2);
  });

  test('sends nothing for a page that goes away before all of its request was there', async () => {
    const before = service.arrived.length;
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
    expect(service.arrived).toHaveLength(before);
  });

  test('hands an upload on while it is still on its way', async () => {
    const form = new FormData();
    form.append('files', new File([new Uint8Array(200_000)], 'menu.pdf', { type: 'application/pdf' }));
    const whole = new Response(form);
    const type = whole.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const reached = gate();
    service.holdBy(async () => reached.open());
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

  test('is nothing to a page of another origin, to somebody who is not signed in, and on other paths', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const before = service.arrived.length;
    const body = JSON.stringify(saleBody);
    const headers = { 'x-operation-id': operationId(3) };
    const refused = [
      await ask('/pay', { method: 'POST', body, headers: { ...headers, origin: 'https://else.example' } }),
      await ask('/pay', { method: 'POST', body, headers: { ...headers, cookie: 'till=forged' } }),
      await ask('//else.example/pay', { method: 'POST', body, headers }),
      await ask('/operations', { headers }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 404]);
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ type: 'origin-refused' })]]);
    logged.mockRestore();
    expect(service.arrived).toHaveLength(before);
  });

  test('ends with its process, and lets go of the file', async () => {
    expect(service.isStoreInUse()).toBe(true);
    if (!mount.close) return; // the platform ends it
    await mount.close();
    await vi.waitFor(() => expect(service.isStoreInUse()).toBe(false));
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
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'aborted-body' } }]);
  expect(sent).toEqual([]);
  server.close();
});

function gate() {
  let open!: () => void;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
