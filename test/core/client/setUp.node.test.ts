import { afterEach, describe, expect, it } from 'vitest';
import {
  createGatewayClient,
  createPaymentsClient,
  createPollBudget,
  createVirtualClock,
  defineService,
  type Fetcher,
  listAllTerminals,
  paymentsKeys,
  type PaymentsClientOptions,
  type ServiceDescription,
} from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient } from './recordingClient.ts';

const sale = { terminalId: 'T1', amount: 1250, receipt: false };
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, 'location');
  Reflect.deleteProperty(globalThis, 'origin');
});

const onPage = (href: string) => Object.assign(globalThis, { location: { href } });
const configuration = (field: string) =>
  expect.objectContaining({ code: 'configuration', field, isRetryable: false });
const describedBy = (description: ServiceDescription) => ({ service: defineService(description) });
const make =
  (options: Partial<PaymentsClientOptions>): (() => unknown) =>
  () =>
    createPaymentsClient({ baseUrl: 'https://pay.test', ...options });

describe('a client is not made', () => {
  it.each([0, -1, Number.NaN])('with a time limit of %s', (requestTimeoutMs) => {
    expect(make({ requestTimeoutMs })).toThrow(configuration('requestTimeoutMs'));
  });

  it.each(['..', '/a/../b', 'a b', '/a?b', '//elsewhere.test'])(
    'F99: with %j before its terminal paths',
    (terminalPathPrefix) => {
      expect(() => defineService({ terminalPathPrefix })).toThrow(configuration('routes'));
    },
  );

  it.each(['https://pay.test#x', 'https://:pass@pay.test', ' ', 'pay.test', '//pay.test', '/\\pay.test'])(
    'F99: for the address %j',
    (baseUrl) => {
      expect(make({ baseUrl })).toThrow(configuration('baseUrl'));
    },
  );

  it.each(['http://127.0.0.1.evil.test', 'http://localhost.evil.test', 'http://[::2]', 'http://128.0.0.1'])(
    'F99: for %s, which only looks like this machine',
    (baseUrl) => {
      expect(make({ baseUrl })).toThrow(configuration('baseUrl'));
    },
  );

  it.each([{}, { terminalPathPrefix: '/api' }, 'north'])('with %j in the place of a service', (service) => {
    expect(make({ service: service as never })).toThrow(configuration('service'));
  });

  it.each([{ limit: 20 }, 47])('with %j in the place of a poll budget', (pollBudget) => {
    expect(make({ pollBudget: pollBudget as never })).toThrow(configuration('pollBudget'));
  });

  it.each(['fetch', {}])('with %j in the place of a fetcher', (fetcher) => {
    expect(make({ fetcher: fetcher as never })).toThrow(configuration('fetcher'));
    const options = { baseUrl: 'https://shop.test', fetcher: fetcher as never };
    expect(() => createGatewayClient(options)).toThrow(configuration('fetcher'));
  });

  it('without an address at all', () => {
    expect(make({ baseUrl: undefined as never })).toThrow(configuration('baseUrl'));
  });

  it.each([
    ['a promise', Promise.resolve({ authorization: 'key' })],
    ['a text', 'Bearer key'],
  ])('with %s in the place of headers', (_, headers) => {
    const options = { baseUrl: 'https://shop.test', headers: headers as never };
    expect(make(options)).toThrow(configuration('headers'));
    expect(make(options)).toThrow(
      /^headers must be an object or a function\. Make a promise an async function/,
    );
    expect(() => createGatewayClient(options)).toThrow(configuration('headers'));
  });
});

describe('the address', () => {
  const read = async (options: Partial<PaymentsClientOptions>) => {
    const { client, sent } = recordingClient(() => json({ items: [] }), options);
    await client.listTerminals({ page: 2, limit: 5 });
    return { origin: client.origin(), url: sent[0]!.request.url.split('?')[0] };
  };

  it.each<[Partial<PaymentsClientOptions>, string]>([
    [{ baseUrl: 'https://pay.test/' }, 'https://pay.test/terminals'],
    [{ baseUrl: 'https://pay.test/v2//' }, 'https://pay.test/v2/terminals'],
    [describedBy({ terminalPathPrefix: 'terminal' }), 'https://pay.test/base/terminal/terminals'],
    [describedBy({ terminalPathPrefix: '/terminal/' }), 'https://pay.test/base/terminal/terminals'],
    [describedBy({ routes: { listTerminals: { path: '/t' } } }), 'https://pay.test/base/t'],
  ])('of %j', async (options, url) => {
    expect((await read(options)).url).toBe(url);
  });

  it('of a page is the one that it has when it is called', async () => {
    onPage('https://shop.test/till/1');
    const { client, sent } = recordingClient(() => json({ items: [] }), { baseUrl: '/api' });
    await client.listTerminals();
    onPage('https://shop.test/till/2');
    await client.listTerminals();
    onPage('https://other.test/');
    expect(client.origin()).toBe('https://other.test');
    expect(sent.map(({ request }) => new URL(request.url).href.split('?')[0])).toEqual([
      'https://shop.test/api/terminals',
      'https://shop.test/api/terminals',
    ]);
  });

  it.each([createPaymentsClient, createGatewayClient])('is named if %o gets no options', (create) => {
    const sentence = /^baseUrl is missing\. Set it to the address of the service or of your server/;
    expect(() => (create as () => unknown)()).toThrow(sentence);
    expect(() => create({} as PaymentsClientOptions)).toThrow(sentence);
  });

  it('is called no text if it is a URL, and not missing', () => {
    const sentence = /^baseUrl must be a text\. Of a URL, give its href/;
    expect(make({ baseUrl: new URL('https://pay.test') as never })).toThrow(sentence);
  });

  it("F99: may be plain http where it is the page's own, and nowhere else", async () => {
    onPage('http://till.shop.test/');
    expect((await read({ baseUrl: '/api' })).url).toBe('http://till.shop.test/api/terminals');
    expect((await read({ baseUrl: 'http://till.shop.test' })).origin).toBe('http://till.shop.test');
    expect(make({ baseUrl: 'http://shop.test' })).toThrow(configuration('baseUrl'));
  });

  it('is of the origin in a frame made of srcdoc; without one, as in a sandbox, nothing is sent', async () => {
    onPage('about:srcdoc');
    Object.assign(globalThis, { origin: 'https://shop.test' });
    expect((await read({ baseUrl: '/api' })).url).toBe('https://shop.test/api/terminals');
    Object.assign(globalThis, { origin: 'null' });
    const { client, sent } = recordingClient(() => json({}), { baseUrl: '/api' });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'configuration', field: 'baseUrl' });
    expect(sent).toEqual([]);
  });

  it('needs a page that has one', async () => {
    onPage('about:blank');
    const { client, sent } = recordingClient(() => json({}), { baseUrl: '/api' });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'configuration', field: 'baseUrl' });
    expect(sent).toEqual([]);
  });

  it('F99: of a route that a host makes up as it goes cannot leave', async () => {
    for (const path of ['//evil.test/pay', '/../pay', '/a/%2E./pay']) {
      const { client, sent } = recordingClient(
        () => json({}),
        describedBy({ routes: { pay: { path: () => path } } }),
      );
      expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'configuration', field: 'routes' });
      expect(sent).toEqual([]);
    }
  });
});

describe('a request', () => {
  it('leaves through the fetch of the moment, with what it is', async () => {
    const asked: unknown[] = [];
    const { client } = recordingClient(() => json({}), { fetcher: undefined });
    const fetcher: Fetcher = async (request, init) => {
      asked.push([request.url, init?.operation, init?.signal instanceof AbortSignal]);
      return json({ msgIdentifier: 'm' });
    };
    globalThis.fetch = fetcher as typeof fetch;
    await client.pay(sale);
    expect(asked).toEqual([['https://pay.test/base/pay', 'pay', true]]);
  });

  it('is not sent where a last look says no, which comes after everything that takes long', async () => {
    const order: string[] = [];
    const { client, sent } = recordingClient(() => json({}), {
      headers: async () => {
        order.push('headers');
        return {};
      },
    });
    const mayStillSend = async () => {
      order.push('looked');
      return false;
    };
    expect(await errorOf(client.pay(sale, { mayStillSend }))).toMatchObject({
      code: 'aborted',
      operationName: 'pay',
      operationState: 'not-seen',
      isRetryable: false,
    });
    expect([order, sent]).toEqual([['headers', 'looked'], []]);
  });

  it('is given up for its caller, who is told why, and the fetcher with it', async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const fetcher: Fetcher = (_, init) => {
      signal = init?.signal ?? undefined;
      return new Promise(() => undefined);
    };
    const { client } = recordingClient(() => json({}), { fetcher });
    const outcome = errorOf(client.pay(sale, { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(signal?.aborted).toBe(false);
    controller.abort('left');
    expect(await outcome).toMatchObject({ code: 'aborted', operationName: 'pay', cause: 'left' });
    expect(signal).toMatchObject({ aborted: true, reason: { code: 'aborted' } });
  });

  it('F6: is taken from the fetcher at the time limit, and leaves no timer behind', async () => {
    const clock = createVirtualClock(0);
    const timers = new Set<unknown>();
    const counting = {
      ...clock,
      setTimeout: (run: () => void, ms: number) => {
        const handle = clock.setTimeout(run, ms);
        timers.add(handle);
        return handle;
      },
      clearTimeout: (handle: unknown) => {
        timers.delete(handle);
        clock.clearTimeout(handle);
      },
    };
    let signal: AbortSignal | undefined;
    const { client } = recordingClient(() => json({}), {
      clock: counting,
      requestTimeoutMs: 5000,
      fetcher: (_, init) => {
        signal = init?.signal ?? undefined;
        return new Promise(() => undefined);
      },
    });
    const outcome = errorOf(client.pay(sale));
    await clock.advance(4999);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ code: 'unanswered', operationName: 'pay' });
    expect([signal?.aborted, timers.size]).toEqual([true, 0]);
  });

  it('that a browser redirects is a redirect, not a lost answer', async () => {
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const { client } = recordingClient(() => opaque);
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'http', status: undefined });
    const cause = new RangeError('x');
    const { client: other } = recordingClient(() => Promise.reject(cause));
    expect(await errorOf(other.pay(sale))).toMatchObject({ code: 'unanswered', cause, operationName: 'pay' });
  });
});

describe("a host's headers", () => {
  it('that the service refused are new once they differ', async () => {
    let token = 'one';
    const clock = createVirtualClock(0);
    const { client } = recordingClient(() => json({}, { status: 401 }), {
      headers: () => ({ authorization: token }),
      clock,
      pollBudget: createPollBudget({ clock }),
    });
    expect(await client.hasNewHeaders()).toBe(true);
    expect((await errorOf(client.getProcessedMessage({ msgIdentifier: 'm' }))).code).toBe('unauthorized');
    expect(await client.hasNewHeaders()).toBe(false);
    token = 'two';
    expect(await client.hasNewHeaders()).toBe(true);
  });

  it.each([
    [undefined, 'is not set'],
    [null, 'is not set'],
    [Promise.resolve('key'), 'is not a text'],
    [() => 'key', 'is not a text'],
  ])('of which one is %s keep the request here, and name that one', async (token, why) => {
    const some = { 'x-till': 'bar', authorization: token } as never;
    for (const headers of [some, () => some]) {
      const { client, sent } = recordingClient(() => json({}), { headers });
      expect(await errorOf(client.pay(sale))).toMatchObject({
        code: 'configuration',
        field: 'headers',
        shortMessage: `The header authorization ${why}. Nothing was sent.`,
      });
      expect(sent).toEqual([]);
    }
  });

  it('that throw at once, or are none, keep the request here', async () => {
    for (const headers of [
      () => {
        throw new Error('signed out');
      },
      () => ({ 'not a name': 'x' }),
    ]) {
      const { client, sent } = recordingClient(() => json({}), { headers });
      expect(await errorOf(client.pay(sale))).toMatchObject({
        code: 'configuration',
        field: 'headers',
        cause: expect.any(Error),
      });
      expect(sent).toEqual([]);
    }
  });
});

describe('all terminals', () => {
  const pages = (total: number, limit = 100) => {
    const asked: unknown[] = [];
    let inFlight = 0;
    let most = 0;
    const listTerminals = async (query: { page?: number | undefined; limit?: number | undefined } = {}) => {
      asked.push(query);
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      const { page = 1 } = query;
      const from = (page - 1) * limit;
      const count = Math.max(0, Math.min(limit, total - from));
      const items = Array.from({ length: count }, (_, index) => ({
        id: `t${from + index}`,
        name: `page ${page}`,
        raw: {},
      }));
      return { items, total, page, limit };
    };
    return { asked, most: () => most, client: { listTerminals } };
  };

  it.each([
    [0, 1],
    [100, 1],
    [101, 2],
    [250, 3],
    [400, 4],
    [401, 5],
  ])('%i of them take %i requests, two at a time at most', async (total, requests) => {
    const { client, asked, most } = pages(total);
    const all = await listAllTerminals(client, { clientId: 'c' });
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, index) => `t${index}`));
    expect(asked).toEqual(
      Array.from({ length: requests }, (_, index) => ({ clientId: 'c', page: index + 1, limit: 100 })),
    );
    expect(most()).toBeLessThanOrEqual(2);
  });

  it.each([
    [50, 120, 3],
    [50, 50, 1],
    [99, 250, 3],
  ])(
    'are all found if a page has at most %i of %i, and the service does not say so',
    async (most, total, requests) => {
      const asked: (string | null)[] = [];
      const { client } = recordingClient(({ url }) => {
        const { searchParams } = new URL(url);
        asked.push(searchParams.get('page'));
        const from = (Number(searchParams.get('page')) - 1) * most;
        const count = Math.max(0, Math.min(most, total - from));
        return json({
          items: Array.from({ length: count }, (_, index) => ({ id: `t${from + index}` })),
          total,
        });
      });
      expect(await listAllTerminals(client)).toHaveLength(total);
      expect(asked).toHaveLength(requests);
    },
  );

  it('are all found if the service says no more than that there are further ones', async () => {
    const asked: number[] = [];
    const { client } = recordingClient(
      ({ url }) => {
        const page = Number(new URL(url).searchParams.get('page'));
        asked.push(page);
        const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(2 * page - 2, 2 * page);
        return json({ items: items.map((id) => ({ id })), has_more: page < 4 });
      },
      describedBy({
        pages: { limit: 2, most: 2 },
        read: {
          page(body, own) {
            const { page, limit, ...list } = own(body);
            const before = (Number(page) - 1) * Number(limit);
            const seen = before + (list['items'] as unknown[]).length;
            return { ...list, page, limit, total: body['has_more'] === true ? seen + 1 : seen };
          },
        },
      }),
    );
    const all = await listAllTerminals(client);
    expect(all.map(({ id }) => id).join('')).toBe('abcdefg');
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  it('F35: end, whatever the service says of its pages', async () => {
    const { client, asked } = pages(1_000_000);
    await listAllTerminals(client);
    expect(asked).toHaveLength(100);
    const small = pages(5, 2);
    expect(await listAllTerminals(small.client)).toHaveLength(5);
    expect(small.asked).toHaveLength(3);
    const short = pages(500, 100);
    const few = await listAllTerminals({
      listTerminals: async (query) => {
        const page = await short.client.listTerminals(query);
        return { ...page, items: page.page === 1 ? page.items.slice(0, 1) : [] };
      },
    });
    expect([few.length, short.asked.length]).toEqual([1, 3]);
    const broken = await listAllTerminals({
      listTerminals: async () => ({ items: [], total: 3, page: 1, limit: 0 }),
    });
    expect(broken).toEqual([]);
  });

  it('F39: list one that is on two pages once, as it was first', async () => {
    const items = (page: number) => [{ id: 't', name: `page ${page}`, raw: {} }];
    const all = await listAllTerminals({
      listTerminals: async ({ page = 1 } = {}) => ({ items: items(page), total: 2, page, limit: 1 }),
    });
    expect(all).toMatchObject([{ id: 't', name: 'page 1' }]);
  });

  const ofTwo = (wire: object[]) => (request: Request) =>
    json(request.method === 'POST' ? { msgIdentifier: 'm' } : { items: wire, total: wire.length });
  const wire = [
    { id: '7', provider: 'north' },
    { id: '7', provider: 'south' },
    { id: '8', provider: 'south' },
  ];

  it('are all listed where a description gives each an id of its own, though two providers have one id', async () => {
    type Fields = Record<string, unknown>;
    type Own = (record: Fields) => Fields;
    const toOwn = (request: Fields, own: Own) =>
      own({ ...request, terminalId: String(request['terminalId']).replace(/^\w+:/, '') });
    const { client, sent } = recordingClient(ofTwo(wire), {
      service: defineService({
        providers: ['north', 'south'],
        routes: { pay: { path: '/{provider}/pay' } },
        read: {
          terminal: (record, own) => ({ ...own(record), id: [record['provider'], record['id']].join(':') }),
        },
        write: { pay: toOwn },
      }),
    });
    const ids = (await listAllTerminals(client)).map(({ id }) => id);
    expect(ids).toEqual(['north:7', 'south:7', 'south:8']);
    await client.pay({ ...sale, terminalId: 'south:7', provider: 'south' });
    const { request, body } = sent.at(-1)!;
    expect(new URL(request.url).pathname).toMatch(/\/south\/pay$/);
    expect(body).toMatchObject({ terminalId: '7' });
  });
});

it('query keys tell lists, services and queries apart', () => {
  const [one, two] = ['https://one.test', 'https://two.test'];
  const keys = [
    paymentsKeys.terminals(one),
    paymentsKeys.terminals(two),
    paymentsKeys.terminals(one, { page: 2 }),
    paymentsKeys.allTerminals(one),
    paymentsKeys.allTerminals(one, 'client'),
    paymentsKeys.paymentLinks(one),
    paymentsKeys.paymentLinks(one, { page: 2 }),
  ];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  for (const key of keys) expect(key[0]).toBe(paymentsKeys.all[0]);
  expect(paymentsKeys.terminals(one, undefined)).toEqual(paymentsKeys.terminals(one));
});
