import { describe, expect, it } from 'vitest';
import { outcomeOfError } from '../../../src/core/operations/outcomeOfError.ts';
import {
  createGatewayClient,
  defineService,
  type GatewayClient,
  type PaymentsError,
  type ServiceDescription,
} from '../../../src/exports/core.ts';
import {
  createGateway,
  createMemoryStore,
  type GatewayOptions,
  type GatewayProblem,
} from '../../../src/exports/gateway.ts';

/** A page, its gateway, and a described service that answers what the test says. */
function page(
  description: ServiceDescription,
  answer: (request: Request) => unknown = () => ({}),
  own: Partial<GatewayOptions> = {},
) {
  const sent: { path: string; query: string; body: unknown; headers: Headers }[] = [];
  const problems: GatewayProblem[] = [];
  const gateway = createGateway({
    baseUrl: 'https://service.test',
    headers: { authorization: 'secret' },
    service: defineService(description),
    authorize: () => true,
    store: createMemoryStore(),
    allowedOrigins: ['https://till.test'],
    onProblem: (problem) => problems.push(problem),
    async fetcher(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.clone().text();
      sent.push({ path: pathname, query: search, body: text && JSON.parse(text), headers: request.headers });
      const told = await answer(request);
      return told instanceof Response ? told : Response.json(told);
    },
    ...own,
  });
  const client = createGatewayClient({
    baseUrl: 'https://gateway.test',
    clientId: 'till-1',
    fetcher(request) {
      request.headers.set('origin', 'https://till.test');
      return gateway.fetch(request);
    },
  });
  return { client, gateway, sent, problems };
}

const sale = { terminalId: 'T1', amount: 100, receipt: false };
const operationId = 'operation-id-1234567';
const accepted = () => ({ data: { msgIdentifier: 'm-1' } });

it.each([
  ['an amount that is too large', { amount: Number.MAX_SAFE_INTEGER }, 'amount'],
  ['taxes that the service does not have', { amount: 1000, taxes: 200 }, 'taxes'],
])('a link with %s is refused at its field, and nothing is sent', async (_, input, field) => {
  const paymentLinks = { amountUnit: 'major' } as const;
  const description = { paymentLinks, currency: 'USD', fields: { linkRequest: { taxes: null } } };
  const { client, sent, problems } = page(description);
  await expect(client.createPaymentLink(input)).rejects.toMatchObject({ status: 400, field });
  expect(sent).toHaveLength(0);
  expect(problems).toHaveLength(0);
});

describe('a service that counts yen in hundredths', () => {
  const yen: ServiceDescription = { amountScale: 'hundredths', currency: 'JPY' };

  it('is told hundredths by the gateway, whose pages count in yen', async () => {
    const { client, sent } = page(yen, accepted);
    await client.pay(sale, { operationId, currency: 'JPY' });
    expect(sent[0]?.body).toMatchObject({ amount: 10_000 });
  });

  it('is read in yen, in messages and links; what is no whole yen is not shown', async () => {
    const message = { data: { msgIdentifier: 'm-1', status: 'complete', amount: 8000, tip: 50 } };
    const { amount, tip } = await page(yen, () => message).client.getProcessedMessage({
      msgIdentifier: 'm-1',
    });
    expect([amount, tip]).toEqual([80, undefined]);
    const links = { items: [{ id: 'l', amount: 10_000, totalAmount: 11_000 }], total: 1 };
    const { items } = await page(yen, () => links).client.listPaymentLinks({}, { currency: 'JPY' });
    expect(items[0]).toMatchObject({ amountCents: 100, totalAmountCents: 110 });
  });

  it('takes no amount without its currency: a page that counts otherwise would not say so', async () => {
    const { client, sent } = page(yen, accepted);
    const refused = client.pay(sale, { operationId });
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'currency' });
    await expect(client.createPaymentLink({ amount: 100 })).rejects.toMatchObject({ field: 'currency' });
    expect(sent).toEqual([]);
  });

  it.each(['USD', 'KWD'])('takes no amount in %s, which it would count otherwise', async (currency) => {
    const { client, sent } = page(yen, accepted);
    const refused = client.pay(sale, { operationId, currency });
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'currency' });
    expect(sent).toEqual([]);
  });

  it.each([
    [{ amountScale: 'hundredths' }, 'service.currency'],
    [{ currency: 'JPY' }, 'service.amountScale'],
  ] satisfies [ServiceDescription, string][])('has to be described whole: %j', (description, field) => {
    expect(() => page(description)).toThrow(expect.objectContaining({ code: 'configuration', field }));
  });
});

describe('amounts in hundredths of yen, of a service that needs no other words', () => {
  const yen: ServiceDescription = { amountScale: 'hundredths', currency: 'JPY' };

  it('are read in a list that stands there bare, with how many there are', async () => {
    const links = { data: [{ id: 'l', amount: 10_000 }], total: 77 };
    const page1 = await page(yen, () => links).client.listPaymentLinks({}, { currency: 'JPY' });
    expect(page1).toMatchObject({ total: 77, items: [{ amountCents: 100 }] });
  });

  it('are read from a text of digits, too: less than was asked for is not all of it', async () => {
    const message = { status: 'complete', amount: '8000' };
    for (const [description, amount] of [
      [yen, 80],
      [{}, 8000],
    ] as const) {
      const { client } = page(description, () => message);
      expect(await client.getProcessedMessage({ msgIdentifier: 'm-1' })).toMatchObject({ amount });
    }
  });

  it('are never rounded where they are none: what is told is not understood', async () => {
    const { client } = page(yen, () => ({ status: 'complete', amount: 99.5 }));
    const poll = client.getProcessedMessage({ msgIdentifier: 'm-1' });
    await expect(poll).rejects.toMatchObject({ code: 'contract' });
  });
});

describe('a currency without two digits, of which nothing is described', () => {
  it('is refused by the gateway, before anything is sent', async () => {
    const { client, sent } = page({}, accepted);
    const refused = client.pay(sale, { operationId, currency: 'JPY' });
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'currency' });
    expect(sent).toEqual([]);
    await client.pay(sale, { operationId: `${operationId}-2`, currency: 'USD' });
    expect(sent).toHaveLength(1);
  });
});

describe('paths that depend on the provider', () => {
  const providers: ServiceDescription = {
    providers: ['north', 'south'],
    routes: { pay: { path: '/{provider}/sale' } },
  };

  it('are asked under that of the terminal', async () => {
    const { client, sent } = page(providers, accepted);
    await client.pay({ ...sale, provider: 'south' }, { operationId });
    expect(sent[0]).toMatchObject({ path: '/south/sale', query: '', body: { terminalId: 'T1' } });
  });

  it.each([undefined, 'east'])('are not asked for the provider %s', async (provider) => {
    const { client, sent } = page(providers, accepted);
    const refused = client.pay({ ...sale, provider }, { operationId });
    await expect(refused).rejects.toMatchObject({ status: 400, field: 'provider' });
    expect(sent).toEqual([]);
  });
});

describe('what a page makes up', () => {
  const post = async ({ gateway, sent }: ReturnType<typeof page>, path: string, body: object = sale) => {
    const headers = {
      origin: 'https://till.test',
      'content-type': 'application/json',
      'x-operation-id': operationId,
    };
    const request = new Request(`https://gateway.test${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: (await gateway.fetch(request)).status, sent };
  };

  it('is put into no path that a function makes: a provider that is not described', async () => {
    const till = page({ routes: { pay: { path: ({ provider }) => `/${provider}/sale` } } }, accepted);
    expect(await post(till, '/pay?provider=north/admin/delete')).toEqual({ status: 400, sent: [] });
  });

  it.each(['provider=north&provider=south', 'currency=USD&currency=EUR'])(
    'is not said twice, when authorize may have looked at the other: %s',
    async (query) => {
      const till = page({ providers: ['north', 'south'] }, accepted);
      expect(await post(till, `/pay?${query}`)).toEqual({ status: 400, sent: [] });
    },
  );

  it.each(['EURO', 'US', '%F0%9F%92%B6'])('is no currency: %s', async (code) => {
    for (const path of ['/pay', '/public/202104/payment-link']) {
      const till = page({}, accepted);
      const body = path === '/pay' ? sale : { amount: 100 };
      expect(await post(till, `${path}?currency=${code}`, body)).toEqual({ status: 400, sent: [] });
    }
  });

  it('is no sum of a link but in cents', async () => {
    for (const amount of [12.5, 0, -1, 2 ** 53]) {
      const till = page({}, accepted);
      expect(await post(till, '/public/202104/payment-link', { amount })).toEqual({ status: 400, sent: [] });
    }
  });
});

describe('a function of the description that breaks when a payment was accepted', () => {
  it('does not lose the answer', async () => {
    const { client } = page(
      {
        providers: ['north', 'south'],
        routes: {
          getProcessedMessage: {
            path({ provider }) {
              if (provider !== 'north') throw new Error('Unknown.');
              return '/north/messages/{messageId}';
            },
          },
        },
      },
      accepted,
    );
    expect(await client.pay(sale, { operationId })).toMatchObject({ msgIdentifier: 'm-1' });
  });
});

describe('what a page says', () => {
  it('is written in the service’s names, and its answer in the contract’s', async () => {
    const { client, sent } = page(
      {
        payload: 'result',
        operationIdHeader: 'x-request-id',
        fields: {
          request: { terminalId: 'device', amount: 'money.cents' },
          accepted: { msgIdentifier: 'no' },
        },
      },
      () => ({ result: { no: 7 } }),
    );
    expect(await client.pay(sale, { operationId })).toMatchObject({ msgIdentifier: '7' });
    expect(sent[0]?.body).toEqual({
      device: 'T1',
      money: { cents: 100 },
      receipt: false,
      clientId: 'till-1',
    });
    expect(sent[0]?.headers.get('x-request-id')).toBe(operationId);
  });

  it('has the client in a new link only where the service wants it', async () => {
    for (const sendsClientId of [true, false]) {
      const { client, sent } = page({ paymentLinks: { sendsClientId } });
      await client.createPaymentLink({ amount: 100 });
      expect(sent[0]?.body).toEqual({
        amount: 100,
        customValues: [],
        applyDiscount: false,
        ...(sendsClientId && { clientId: 'till-1' }),
      });
    }
  });

  it('asks for no more a page than the service gives, and counts by that', async () => {
    const { client, sent } = page({ pages: { most: 10 } }, () => ({ items: [], total: 30 }));
    expect(await client.listTerminals({ limit: 100 })).toMatchObject({ limit: 10 });
    expect(sent[0]?.query).toContain('limit=10');
  });
});

describe('an answer that is not as it was described', () => {
  const read: ServiceDescription = {
    read: {
      accepted() {
        throw new Error('Something of the customer.');
      },
    },
  };

  it('tells the page nothing, and the host of the gateway what to look at', async () => {
    const { client, problems } = page(read, () => ({ status: 'complete', msgIdentifier: 'm-1' }));
    await expect(client.pay(sale, { operationId })).rejects.toMatchObject({ code: 'contract' });
    expect(problems).toMatchObject([{ type: 'answer-unreadable', operation: 'pay' }]);
    expect(JSON.stringify(problems)).not.toContain('customer');
  });

  it('is known from then on, and sent no second time', async () => {
    const { client, sent } = page(read, accepted);
    for (let copy = 0; copy < 2; copy += 1) await client.pay(sale, { operationId }).catch(() => undefined);
    expect(sent).toHaveLength(1);
    expect(await client.getOperation(operationId)).toMatchObject({ operation: { phase: 'unknown' } });
  });
});

describe('a word of the service for the end of a payment', () => {
  it('is kept as a result, and not asked about again', async () => {
    const { client, sent } = page({ statuses: { Settled: 'complete' } }, () => ({
      data: { msgIdentifier: 'm-1', status: 'SETTLED', amount: 100 },
    }));
    for (let poll = 0; poll < 3; poll += 1) {
      expect(await client.getProcessedMessage({ msgIdentifier: 'm-1' })).toMatchObject({
        status: 'complete',
      });
    }
    expect(sent).toHaveLength(1);
  });
});

describe('the statuses that prove a refusal', () => {
  const everyStatus: ServiceDescription = { refusals: () => true };

  it.each([
    ['no answer', () => Promise.reject(new Error('The line broke.'))],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/elsewhere' } })],
  ])('are the service’s own: for %s the gateway’s stands in its place', async (_, answer) => {
    const { client } = page(everyStatus, answer);
    const lost = client.pay(sale, { operationId });
    await expect(lost).rejects.toMatchObject({ operationState: 'unanswered' });
    expect(await client.getOperation(operationId)).toMatchObject({ state: 'unanswered' });
  });

  it('are not those that a refused access is told with', async () => {
    const { client } = page({ refusals: [502] }, () => Response.json({}, { status: 401 }));
    const lost = client.pay(sale, { operationId });
    await expect(lost).rejects.toMatchObject({ operationState: 'unanswered' });
  });

  it('are believed by a page that knows nothing of the service', async () => {
    const proves = (by: GatewayClient) => (refused: PaymentsError) => by.isRefusal(refused, 'pay');
    const { client } = page({ refusals: [402] }, () => Response.json({}, { status: 402 }));
    const error: unknown = await client.pay(sale, { operationId }).catch((cause: unknown) => cause);
    expect(outcomeOfError(error, 0, proves(client))).toMatchObject({ type: 'refused' });
    const unproven = page({ refusals: [402] }, () => Response.json({}, { status: 400 })).client;
    const lost: unknown = await unproven.pay(sale, { operationId }).catch((cause: unknown) => cause);
    expect(outcomeOfError(lost, 0, proves(unproven))).toMatchObject({ type: 'lost' });
  });
});

describe('ids under the names of the service', () => {
  const names: ServiceDescription = {
    credentials: ['x-shop'],
    fields: {
      accepted: { msgIdentifier: 'ticket', pnRefNum: 'rrn' },
      message: { pnRefNum: 'rrn', message: 'text' },
      terminal: { id: 'device' },
    },
  };
  const headers = { authorization: 'Basic 4242', 'x-shop': 'corner-shop-7' };

  it('stay what they are, though a secret is in them; a refund would be sent with what is left of one', async () => {
    const answer = { status: 'complete', ticket: '42-4242', rrn: 'A-4242-9', text: 'Seen 4242.' };
    const { client } = page(names, () => answer, { headers });
    expect(await client.pay(sale, { operationId })).toMatchObject({
      msgIdentifier: '42-4242',
      pnRefNum: 'A-4242-9',
    });
    const asked = page(names, () => answer, { headers }).client;
    const message = await asked.getProcessedMessage({ msgIdentifier: 'm-1' });
    expect(message).toMatchObject({ pnRefNum: 'A-4242-9', serviceMessage: 'Seen [redacted].' });
    const list = { items: [{ device: 'T-4242', name: 'Till' }], total: 1 };
    const { items } = await page(names, () => list, { headers }).client.listTerminals();
    expect(items[0]?.id).toBe('T-4242');
  });

  it('are read from there alone: a terminal without one is not asked by another', async () => {
    const list = { items: [{ _id: 'row-1', id: 'row-1', name: 'Till' }], total: 1 };
    const read = page(names, () => list).client.listTerminals();
    await expect(read).rejects.toMatchObject({ code: 'contract' });
  });

  it('and the values of headers that are described as credentials are blacked out, whatever their name', async () => {
    const answer = { status: 'failed', text: 'corner-shop-7 is closed' };
    const { client } = page(names, () => answer, { headers });
    const message = await client.getProcessedMessage({ msgIdentifier: 'm-1' });
    expect(JSON.stringify(message)).not.toContain('corner-shop-7');
  });
});

describe('an answer without the payload that was described', () => {
  const result: ServiceDescription = { payload: 'result', fields: { accepted: { msgIdentifier: 'id' } } };

  it.each([{ result: null }, {}, { result: [] }])(
    'ends no payment by what stands around it: %j',
    async (inside) => {
      const envelope = { status: 'failed', id: 'trace-1', message: 'Try later.', ...inside };
      const { client } = page(result, () => envelope);
      const poll = client.getProcessedMessage({ msgIdentifier: 'm-1' });
      await expect(poll).rejects.toMatchObject({ code: 'contract' });
      await expect(client.pay(sale, { operationId })).rejects.toMatchObject({ code: 'contract' });
    },
  );
});
