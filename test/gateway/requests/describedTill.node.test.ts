import { describe, expect, test, vi } from 'vitest';
import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import type { GatewayClient } from '../../../src/core/mirror/gatewayClient.ts';
import type { VirtualClock } from '../../../src/core/time.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';
import type { ServiceDescription } from '../../../src/core/wire/service.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, operationId, post, sale, saleBody, tillOrigin } from '../gatewayTill.ts';

/** A gateway before a service that is described, and answers as a test says. */
function before(
  description: ServiceDescription,
  answer: (request: Request) => unknown = () => ({ result: { messageId: 'm-1' } }),
  own: Partial<GatewayOptions> = {},
) {
  const asked: { method: string; url: URL; body: unknown }[] = [];
  const till = createGatewayTill({
    service: defineService(description),
    fetcher: async (request) => {
      const text = await request.text();
      asked.push({ method: request.method, url: new URL(request.url), body: text && JSON.parse(text) });
      const told = answer(request);
      return told instanceof Response ? told : Response.json(told);
    },
    ...own,
  });
  const gateway = till.gateway();
  const client = createGatewayClient({
    baseUrl: tillOrigin,
    clientId: 'till-1',
    clock: till.clock,
    fetcher: (request) => {
      const headers = new Headers(request.headers);
      headers.set('origin', tillOrigin);
      return gateway.fetch(new Request(request, { headers }));
    },
  });
  return { ...till, gateway, client, asked };
}

/** What a page shows of a sale in the end. Hashing takes real time, so virtual time goes on slowly: no time limit may pass. */
async function sellBy(client: GatewayClient, clock: VirtualClock, amount: number, currency = 'USD') {
  const operations = await client.loadOperations({});
  operations.subscribe(() => undefined);
  await operations.start('pay', { terminalId: 'terminal-1', amount, receipt: false }, { currency });
  await vi.waitFor(
    async () => {
      await clock.advance(20);
      expect(['sending', 'waiting']).not.toContain(operations.list()[0]?.phase);
    },
    { timeout: 60_000, interval: 1 },
  );
  operations.dispose();
  return operations.list()[0];
}

const kestrel = {
  payload: 'result',
  statuses: { Approved: 'complete', Refused: 'failed' },
  fields: {
    accepted: { msgIdentifier: 'messageId', pnRefNum: 'reference' },
    message: { msgIdentifier: 'messageId', status: 'state', amount: 'total' },
    request: { terminalId: 'deviceId', amount: 'total' },
    error: { message: 'problem.text', errors: 'problem.fields' },
    refusedField: { field: 'name', message: 'text' },
  },
} as const satisfies ServiceDescription;

describe('a page speaks the contract alone', () => {
  test('its request goes on in the words of the service, and the answer comes in its own', async () => {
    const { gateway, asked } = before(kestrel, () => ({ result: { messageId: 'm-1', reference: 'r-1' } }));
    const answer = await gateway.fetch(sale(operationId(1)));
    expect(asked[0]?.body).toStrictEqual({
      clientId: 'till',
      deviceId: 'terminal-1',
      total: 1250,
      receipt: false,
    });
    await expect(answer.json()).resolves.toMatchObject({ data: { msgIdentifier: 'm-1', pnRefNum: 'r-1' } });
  });

  test('the reference of a void goes into the path that is described', async () => {
    const { client, asked } = before(
      {
        routes: { void: { path: '/sales/{pnRefNum}/void' } },
        fields: { request: { pnRefNum: null } },
      },
      () => ({ msgIdentifier: 'm-1' }),
      { unknownReferences: 'pass' },
    );
    await client.void({ terminalId: 'terminal-1', pnRefNum: 'r/1' }, { operationId: operationId(1) });
    expect(asked.map(({ url, body }) => [url.pathname, body])).toStrictEqual([
      ['/sales/r%2F1/void', { terminalId: 'terminal-1', clientId: 'till-1' }],
    ]);
  });

  test('the rights are asked about what it asked for, not about what the service is sent', async () => {
    const seen: unknown[] = [];
    const { gateway } = before(kestrel, undefined, {
      authorize: (_, operation, call) => {
        seen.push([operation, call.body ?? call.query]);
        return true;
      },
    });
    await gateway.fetch(sale(operationId(1)));
    await gateway.fetch(ask('/terminals?page=2&provider=north'));
    expect(seen).toStrictEqual([
      ['pay', saleBody],
      ['listTerminals', { page: '2' }],
    ]);
  });

  test('a kept answer is told in the same words as one that came in time', async () => {
    const { client, gateway } = before(kestrel, () => ({ result: { messageId: 'm-1', reference: 'r-1' } }));
    await gateway.fetch(sale(operationId(1)));
    await expect(client.getOperation(operationId(1))).resolves.toMatchObject({
      state: 'accepted',
      operation: { msgIdentifier: 'm-1', pnRefNum: 'r-1' },
    });
  });

  test('a refusal names the fields of the contract', async () => {
    const problem = { text: 'Look again.', fields: [{ name: 'deviceId', text: 'Unknown.' }] };
    const { client } = before(kestrel, () => Response.json({ problem }, { status: 422 }));
    await expect(client.pay(saleBody, { operationId: operationId(1) })).rejects.toMatchObject({
      status: 422,
      operationState: 'refused',
      serviceMessage: 'Look again.',
      fields: [{ field: 'terminalId', message: 'Unknown.' }],
    });
  });
});

test.each([NaN, Infinity, '$5.00', { value: 5 }])(
  'F31 an approved amount that is no number, as %j, is told to the page',
  async (amount) => {
    const { client, clock } = before({ read: { message: () => ({ status: 'complete', amount }) } }, () => ({
      data: { msgIdentifier: 'm-1' },
    }));
    expect(await sellBy(client, clock, 1250)).toMatchObject({
      phase: 'complete',
      anomalies: ['amount-mismatch'],
    });
  },
);

test('F31 an approved amount below zero, in hundredths, is not rounded to nothing', async () => {
  const yen = { currency: 'JPY', amountScale: 'hundredths' } as const;
  const { client, clock } = before(yen, ({ method }) =>
    method === 'POST' ? { msgIdentifier: 'm-1' } : { status: 'complete', amount: -50 },
  );
  expect(await sellBy(client, clock, 1250, 'JPY')).toMatchObject({
    phase: 'complete',
    anomalies: ['amount-mismatch'],
  });
});

test.each([
  [80_050, { phase: 'complete', confirmedCents: 800 }],
  [79_950, { phase: 'partial', confirmedCents: 799 }],
])(
  'F31 an approved amount that is no whole yen, %j, is rounded down, and is told to the page',
  async (amount, told) => {
    const yen = { currency: 'JPY', amountScale: 'hundredths' } as const;
    const { client, clock } = before(yen, ({ method }) =>
      method === 'POST' ? { msgIdentifier: 'm-1' } : { status: 'complete', amount },
    );
    const operation = await sellBy(client, clock, 800, 'JPY');
    expect(operation).toMatchObject({ ...told, anomalies: ['amount-mismatch'] });
  },
);

describe('an answer that the description cannot read', () => {
  const broken = {
    read: {
      accepted: () => {
        throw new TypeError('x is undefined');
      },
    },
  } as const;

  test('to a sale leaves it unknown, once sent, and is told to the host', async () => {
    const { client, clock, asked, problems } = before(broken, () => ({ data: { msgIdentifier: 'm-1' } }));
    expect(await sellBy(client, clock, 1250)).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(problems).toMatchObject([
      { type: 'answer-unreadable', operation: 'pay', message: expect.stringContaining('read.accepted') },
    ]);
  });

  test('F11: to a batch closes it all the same: its status was enough', async () => {
    const { client } = before(broken, () => ({ data: {} }));
    await expect(
      client.closeBatch({ terminalId: 'terminal-1' }, { operationId: operationId(1) }),
    ).resolves.toHaveProperty('raw');
  });

  test.each([{}, kestrel])(
    'F11: to a batch that is no JSON, as a login page, closes none (%#)',
    async (service) => {
      const { gateway, client } = before(service, () => new Response('<html>Sign in</html>'));
      const batch = { terminalId: 'terminal-1' };
      const call = { operationId: operationId(1) };
      await expect(client.closeBatch(batch, call)).rejects.toMatchObject({ code: 'contract' });
      const known = await gateway.fetch(ask(`/operations/${operationId(1)}`));
      await expect(known.json()).resolves.toMatchObject({
        operation: { phase: 'unknown', reason: 'bad-response' },
      });
    },
  );

  test.each(['"stored"', 'false', '{"data":"stored"}'])(
    'to an upload that names no file, as %s, is no attachment',
    async (body) => {
      const { client } = before({ statuses: { DONE: 'complete' } }, undefined, {
        fetcher: async () => new Response(body),
      });
      const upload = client.uploadAttachments({ files: [new File(['%PDF'], 'a.pdf')] });
      await expect(upload).rejects.toMatchObject({ code: 'contract' });
    },
  );

  test('to a question is none, and is not kept as a final one', async () => {
    let state: unknown = 'Lost';
    const { client, clock } = before(
      {
        ...kestrel,
        read: {
          message: (message, own) => (message['state'] === 'Lost' ? (undefined as never) : own(message)),
        },
      },
      () => ({ result: { state } }),
    );
    await expect(client.getProcessedMessage({ msgIdentifier: 'm-1' })).rejects.toMatchObject({
      code: 'contract',
    });
    state = 'Refused';
    await clock.advance(5000);
    await expect(client.getProcessedMessage({ msgIdentifier: 'm-1' })).resolves.toMatchObject({
      status: 'failed',
    });
  });
});

describe('a request that the description cannot write', () => {
  test('is not sent, which is told, and the next one is', async () => {
    let isBroken = true;
    const { gateway, asked } = before({
      write: {
        pay: (request) => {
          if (isBroken) throw new TypeError('x is undefined');
          return request;
        },
      },
    });
    const answer = await gateway.fetch(sale(operationId(1)));
    expect([answer.status, answer.headers.get('x-operation-state'), asked]).toStrictEqual([
      503,
      'not-seen',
      [],
    ]);
    isBroken = false;
    expect((await gateway.fetch(sale(operationId(2)))).status).toBe(200);
    expect(asked).toHaveLength(1);
  });
});

describe('the provider of a terminal', () => {
  const perProvider = { terminalPathPrefix: '/api/{provider}', providers: ['north', 'south'] };

  test('is told by the page, and chooses the path', async () => {
    const { client, asked } = before(perProvider, () => ({
      data: { msgIdentifier: 'm-1', status: 'received' },
    }));
    await client.pay({ ...saleBody, provider: 'south' }, { operationId: operationId(1) });
    await client.getProcessedMessage({ msgIdentifier: 'm-1', provider: 'north' });
    expect(asked.map(({ url }) => url.pathname)).toStrictEqual([
      '/api/south/pay',
      '/api/north/processed-messages/m-1',
    ]);
    expect(asked[0]?.body).not.toHaveProperty('provider');
  });

  test.each(['', '?provider=', '?provider=west', '?provider=..', '?provider=north/../south'])(
    'is needed, and one of the service’s: %j',
    async (query) => {
      const { gateway, asked } = before(perProvider);
      const answer = await gateway.fetch(
        post(`/pay${query}`, saleBody, { 'x-operation-id': operationId(1) }),
      );
      expect(answer.status).toBe(400);
      await expect(answer.json()).resolves.toMatchObject({ errors: [{ field: 'provider' }] });
      expect(asked).toStrictEqual([]);
    },
  );

  test('is left alone where the service has one path for all', async () => {
    const { client, asked } = before({});
    await client
      .pay({ ...saleBody, provider: 'anybody' }, { operationId: operationId(1) })
      .catch(() => undefined);
    expect(asked.map(({ url }) => url.pathname + url.search)).toStrictEqual(['/pay']);
  });
});

describe('what an amount counts', () => {
  const yen = { currency: 'JPY', amountScale: 'hundredths' } as const;

  test('a page’s cents are the service’s hundredths, and back', async () => {
    const { client, asked, clock } = before(yen, ({ method }) =>
      method === 'POST'
        ? { data: { msgIdentifier: 'm-1' } }
        : { data: { status: 'complete', amount: 140_000, tip: 20_000 } },
    );
    const sold = await sellBy(client, clock, 1200, 'JPY');
    expect(asked[0]?.body).toMatchObject({ amount: 120_000 });
    expect(sold).toMatchObject({
      phase: 'complete',
      amountCents: 1200,
      confirmedCents: 1400,
      tipCents: 200,
    });
  });

  test('F31: a fraction of a yen less than was asked for is never taken for all of it', async () => {
    const { client, clock } = before(yen, ({ method }) =>
      method === 'POST'
        ? { data: { msgIdentifier: 'm-1' } }
        : { data: { status: 'complete', amount: 74_050 } },
    );
    expect(await sellBy(client, clock, 1200, 'JPY')).toMatchObject({ phase: 'partial', confirmedCents: 740 });
  });

  test('links and lists of them too, in the main unit as well', async () => {
    const link = { id: 1, amount: 1200, totalAmount: '1320', paidAmount: 0 };
    const { client, asked } = before({ ...yen, paymentLinks: { amountUnit: 'major' } }, ({ method }) =>
      method === 'POST' ? { data: link } : { items: [link] },
    );
    const made = await client.createPaymentLink({ amount: 1200, taxes: 120 }, { currency: 'JPY' });
    const { items } = await client.listPaymentLinks({}, { currency: 'JPY' });
    expect(asked[0]?.body).toMatchObject({ amount: 1200, taxes: 120 });
    for (const one of [made, items[0]])
      expect(one).toMatchObject({ amountCents: 1200, totalAmountCents: 1320, paidAmountCents: 0 });
  });

  test.each<[string, ServiceDescription, string]>([
    ['it is not said what it counts', {}, 'JPY'],
    ['another currency has other decimals', yen, 'USD'],
  ])('is refused where %s: %j, %s', async (_, description, currency) => {
    const { client, asked } = before(description);
    await expect(client.pay(saleBody, { operationId: operationId(1), currency })).rejects.toMatchObject({
      status: 400,
      field: 'currency',
      operationState: 'not-seen',
    });
    expect(asked).toStrictEqual([]);
  });
});
