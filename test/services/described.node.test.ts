import { describe, expect, it } from 'vitest';
import { kestrel } from '../../examples/services/kestrel.ts';
import { meridian } from '../../examples/services/meridian.ts';
import {
  createGatewayClient,
  createPaymentsClient,
  createPollBudget,
  type PaymentsClient,
} from '../../src/exports/core.ts';
import { createGateway, createMemoryStore } from '../../src/exports/gateway.ts';
import { createVirtualClock } from '../../src/core/time.ts';
import { createSandbox } from '../../src/exports/sandbox.ts';
import { createKestrelService, kestrelHeaders } from './kestrel.ts';
import { createMeridianService, meridianHeaders } from './meridian.ts';

interface Way {
  client: PaymentsClient;
  /** Lets the service's terminals come to an end. */
  pass: () => Promise<void>;
}

const services = {
  meridian: { service: meridian, create: createMeridianService, headers: meridianHeaders },
  kestrel: { service: kestrel, create: createKestrelService, headers: kestrelHeaders },
};

function open(name: keyof typeof services, way: 'direct' | 'gateway'): Way {
  const { service, create, headers } = services[name];
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const theirs = create({ clock, paymentMs: 300 });
  const fetcher = (request: Request) => theirs.fetch(request);
  const baseUrl = 'https://service.test';
  const pollBudget = createPollBudget({ limit: 1000 });
  const gateway = createGateway({
    baseUrl,
    headers,
    service,
    fetcher,
    authorize: () => true,
    store: createMemoryStore({ clock }),
    clock,
    allowedOrigins: ['https://till.test'],
    basePath: '/payments',
  });
  const throughGateway = (request: Request) => {
    const asked = new Request(request);
    asked.headers.set('origin', 'https://till.test');
    return gateway.fetch(asked);
  };
  const client =
    way === 'direct'
      ? createPaymentsClient({ baseUrl, headers, service, fetcher, clientId: 'till-1', pollBudget })
      : createGatewayClient({
          baseUrl: 'https://gateway.test/payments',
          fetcher: throughGateway,
          uploader: ({ url, form, headers: sent }) =>
            throughGateway(new Request(url, { method: 'POST', body: form, headers: sent })),
          clientId: 'till-1',
        });
  // It follows what was sold by itself: a terminal is free again once its result is known.
  gateway.start();
  return { client, pass: () => clock.advance(5000) };
}

let ids = 0;
const operationId = () => `operation-id-${(ids += 1)}`.padEnd(20, '0');

async function settle({ client, pass }: Way, kind: 'pay' | 'preAuth', amount: number) {
  const { items } = await client.listTerminals();
  const { id: terminalId, provider } = items[0]!;
  const request = { terminalId, provider, amount, receipt: false, orderNumber: 'A-17' };
  const accepted = await client[kind](request, { operationId: operationId() });
  await pass();
  const { msgIdentifier } = accepted;
  const message = await client.getProcessedMessage({ msgIdentifier, provider });
  return { terminalId, provider, pnRefNum: message.pnRefNum ?? accepted.pnRefNum!, message, msgIdentifier };
}

const ways = ['direct', 'gateway'] as const;
const names = Object.keys(services) as (keyof typeof services)[];

describe.each(names)('%s, described', (name) => {
  describe.each(ways)('%s', (way) => {
    it('lists its terminals, all of them', async () => {
      const { client } = open(name, way);
      const { items, total, limit } = await client.listTerminals({ page: 1, limit: 100 });
      expect(items[0]).toMatchObject({ id: expect.any(String), provider: expect.any(String) });
      expect(items[0]!.name).toBe(name === 'meridian' ? 'Front desk' : 'Reception');
      expect([total, limit]).toEqual(name === 'meridian' ? [3, 50] : [12, 10]);
    });

    it('sells, and tells how it ended', async () => {
      const till = open(name, way);
      const { message, pnRefNum } = await settle(till, 'pay', 1250);
      expect(message).toMatchObject({ status: 'complete', amount: 1250 });
      expect(pnRefNum).toMatch(/^(\d{19}|KR-\d+)$/);
      expect((await settle(open(name, way), 'pay', 1205)).message.status).toBe('failed');
      expect((await settle(open(name, way), 'pay', 1210)).message).toMatchObject({
        status: 'complete',
        amount: 774,
      });
    });

    it('captures, voids, refunds and closes a batch', async () => {
      const till = open(name, way);
      const { client, pass } = till;
      const held = await settle(till, 'preAuth', 5000);
      const { terminalId, provider, pnRefNum } = held;
      const own = { terminalId, provider };
      await client.capture({ ...own, pnRefNum, amount: 4200 }, { operationId: operationId() });
      await pass();
      const sale = await settle(till, 'pay', 700);
      await client.void({ ...own, pnRefNum: sale.pnRefNum }, { operationId: operationId() });
      await pass();
      await client.closeBatch(own, { operationId: operationId() });
      await pass();
      const refund = { ...own, pnRefNum, amount: 200 };
      const { msgIdentifier } = await client.refund(refund, { operationId: operationId() });
      await pass();
      const { status } = await client.getProcessedMessage({ msgIdentifier, provider });
      expect(status).toBe('complete');
    });

    it('makes a link with a file, and lists it', async () => {
      const { client } = open(name, way);
      const attachments = await client.uploadAttachments({ files: [new File(['hello'], 'offer.txt')] });
      const customValues = [{ key: 'table', value: '7' }];
      const link = await client.createPaymentLink({ amount: 1250, taxes: 125, attachments, customValues });
      const made = {
        amountCents: 1250,
        totalAmountCents: 1375,
        paymentLink: expect.stringMatching(/^https:/),
        customValues: [{ key: 'table', value: '7' }],
      };
      expect(link).toMatchObject(made);
      const { items, total } = await client.listPaymentLinks({ page: 1 });
      expect(items.find(({ id }) => id === link!.id)).toMatchObject(made);
      expect(total).toBe(2);
    });

    it('says which field was refused, in the words of the contract', async () => {
      const { client } = open(name, way);
      const request = { amount: 1250, customValues: [{ key: 'unknown', value: 'x' }] };
      const error = await client.createPaymentLink(request).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ status: 422, serviceMessage: expect.stringMatching(/set up|check/i) });
    });
  });

  it('is answered by a sandbox in its own words', async () => {
    const { service, headers } = services[name];
    const sandbox = createSandbox({
      service,
      latencyMs: 0,
      authorization: new Headers(headers).get('authorization') ?? '',
    });
    const client = createPaymentsClient({
      baseUrl: sandbox.baseUrl,
      service,
      headers,
      fetcher: sandbox.fetch,
      clientId: 'till-1',
    });
    const { most } = service.pages;
    expect((await client.listTerminals({ limit: 100 })).limit).toBe(most);
    const tooMany = { ...service, pages: { limit: 100, most: 100 } };
    const greedy = createPaymentsClient({ ...client.options, service: tooMany });
    await expect(greedy.listTerminals({ limit: most + 1 })).rejects.toMatchObject({ status: 422 });
    const { items } = await client.listTerminals();
    expect(service.description.providers ?? ['alpha', 'beta']).toContain(items[0]!.provider);
    const { id: terminalId, provider } = items[0]!;
    const { msgIdentifier } = await client.pay({
      terminalId,
      provider,
      amount: 1250,
      receipt: true,
      email: 'a@b.test',
    });
    expect(await client.getProcessedMessage({ msgIdentifier, provider })).toMatchObject({
      status: 'received',
    });
    const attachments = await client.uploadAttachments({ files: [new File(['hello'], 'offer.txt')] });
    const link = await client.createPaymentLink({
      amount: 1250,
      taxes: 125,
      attachments,
      customValues: [{ key: 'table', value: '7' }],
    });
    expect(link).toMatchObject({
      amountCents: 1250,
      totalAmountCents: 1375,
      customValues: [{ key: 'table', value: '7' }],
    });
    expect((await client.listPaymentLinks()).items[0]).toMatchObject({ id: link!.id, amountCents: 1250 });
    const refused = await client
      .pay({ terminalId: 'unknown-terminal', provider, amount: 1250, receipt: false })
      .catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ status: 422, field: 'terminalId' });
  });
});
