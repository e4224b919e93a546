import { describe, expect, test } from 'vitest';
import { checkFetcher, type PollLimit } from 'tillkit/sandbox';
import { createSeededRandom } from '../../src/sandbox/terminals.ts';
import { openService, sale } from './service.ts';

const links = '/public/202104/payment-link';
const origin = 'https://shop.example';
const headersOf = ({ headers }: { headers: Headers }) => Object.fromEntries(headers);

describe('CORS', () => {
  const preflight = (method: string, headers: Record<string, string>) => {
    const service = openService();
    const request = new Request(`${service.sandbox.baseUrl}/pay`, { method, headers });
    return { ...service, answer: service.sandbox.fetch(request) };
  };

  test('a preflight is allowed what a client sends, for ten minutes, and is noted with its time', async () => {
    const { answer, sandbox, clock } = preflight('OPTIONS', {
      origin,
      'access-control-request-method': 'POST',
    });
    expect(headersOf(await answer)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': 'authorization, content-type, key-hash, x-operation-id',
      'access-control-max-age': '600',
      'access-control-expose-headers': 'Retry-After, Date, X-Sandbox',
      'cache-control': 'no-store',
      date: 'Mon, 02 Mar 2026 09:00:00 GMT',
      vary: 'Origin',
      'x-sandbox': 'tillkit',
    });
    expect(sandbox.ledger.preflights).toEqual([{ at: clock.now(), path: '/pay' }]);
    sandbox.reset();
    expect(sandbox.ledger.preflights).toEqual([]);
  });

  test.each([
    ['OPTIONS', {}, 405],
    ['POST', { 'access-control-request-method': 'POST' }, 401],
  ])('%s with %j is a request like any other', async (method, headers, status) => {
    const { answer, sandbox } = preflight(method, { origin, ...headers });
    expect((await answer).status).toBe(status);
    expect(sandbox.ledger.requests).toHaveLength(1);
    expect(sandbox.ledger.preflights).toEqual([]);
  });

  test('a caller that is no page gets no such header, and no cache may keep an answer', async () => {
    const answer = await openService().get('/terminals');
    expect(headersOf(answer)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      date: 'Mon, 02 Mar 2026 09:00:00 GMT',
      'x-sandbox': 'tillkit',
    });
  });
});

describe('what `fetch` is given beside the request counts', () => {
  test('headers alone', async () => {
    const { sandbox, request } = openService();
    const bare = request('GET', '/terminals', undefined, { authorization: 'other' });
    const answer = await sandbox.fetch(bare, { headers: { authorization: 'sandbox' } });
    expect(answer.status).toBe(200);
  });

  test('a method alone', async () => {
    const { sandbox, request } = openService();
    expect((await sandbox.fetch(request('GET', '/pay'), { method: 'DELETE' })).status).toBe(405);
    expect(sandbox.ledger.requests).toMatchObject([{ method: 'DELETE' }]);
  });

  test('a body alone', async () => {
    const { sandbox, request } = openService();
    const body = JSON.stringify({ ...sale, amount: 700 });
    expect((await sandbox.fetch(request('POST', '/pay', sale), { body })).status).toBe(200);
    expect(sandbox.ledger.requests).toMatchObject([{ amount: 700 }]);
  });

  test('no signal at all', async () => {
    const { sandbox, request } = openService();
    expect((await sandbox.fetch(request('GET', '/terminals'), { signal: null })).status).toBe(200);
  });
});

describe('when to come back', () => {
  /** What two polls in vain are told, so long after the one that used the limit up. */
  async function waits(pollLimit: PollLimit, afterMs: number, retryAfter?: 'http-date') {
    const { post, poll, clock } = openService({ pollLimit, retryAfter });
    await clock.advance(4000); // not on the hour: fixed windows lie on the clock
    await post('/pay', sale);
    for (let asked = 0; asked < pollLimit.limit; asked += 1) {
      await clock.advance(1);
      expect((await poll()).status).toBe(200);
    }
    await clock.advance(afterMs);
    const told: (string | null)[] = [];
    for (let asked = 0; asked < 2; asked += 1) {
      const { status, headers } = await poll();
      expect(status).toBe(429);
      told.push(headers.get('retry-after'));
    }
    return told;
  }
  const minute = 60_000;

  test.each<[PollLimit['kind'], number, number, string]>([
    ['sliding', 1, 0, '60'],
    ['sliding', 1, 58_999, '2'],
    ['sliding', 1, 59_001, '1'],
    ['sliding', 3, 9000, '51'],
    ['fixed', 1, 0, '56'],
    ['fixed', 3, 9000, '47'],
    ['bucket', 1, 0, '60'],
    ['bucket', 2, 9000, '21'],
    ['bucket', 60, 0, '1'],
  ])(
    '%s, %i a minute: %i ms later it is told %s s, and asking in vain costs nothing',
    async (kind, limit, afterMs, told) => {
      expect(await waits({ limit, windowMs: minute, kind }, afterMs)).toEqual([told, told]);
    },
  );

  test('who comes back then is answered', async () => {
    for (const kind of ['sliding', 'fixed', 'bucket'] as const) {
      const { post, poll, clock } = openService({ pollLimit: { limit: 2, windowMs: 10_000, kind } });
      await clock.advance(3300);
      await post('/pay', sale);
      await poll();
      await clock.advance(700);
      await poll();
      const refused = await poll();
      await clock.advance(Number(refused.headers.get('retry-after')) * 1000);
      expect([refused.status, (await poll()).status]).toEqual([429, 200]);
    }
  });

  test('a date is rounded up to a whole second, so that no page asks too early', async () => {
    const limit: PollLimit = { limit: 1, windowMs: minute, kind: 'sliding' };
    expect((await waits(limit, 0, 'http-date'))[0]).toBe('Mon, 02 Mar 2026 09:01:05 GMT');
  });

  test('a limit of none answers none, and says to wait a window', async () => {
    const { post, poll } = openService({ pollLimit: { limit: 0, windowMs: 30_000, kind: 'sliding' } });
    await post('/pay', sale);
    const { status, headers } = await poll();
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  });
});

describe('the ledger', () => {
  test('notes what was asked, and of what is wrong only the body', async () => {
    const { post, sandbox } = openService();
    const body = { terminalId: 7, amount: '12', orderNumber: null, receipt: false };
    await post('/pay', body);
    const [entry] = sandbox.ledger.requests;
    expect(entry).toMatchObject({ body, status: 422 });
    expect([entry?.terminalId, entry?.amount, entry?.orderNumber]).toEqual([undefined, undefined, undefined]);
  });

  test('is told over the wire whole, with lists, nothing, markup and long ids', async () => {
    const { post, get, poll, finish, lastMessage } = openService();
    const body = { ...sale, orderNumber: null, customValues: [{ key: '"<\u2028', value: [] }] };
    await post('/pay', body);
    await post('/pay', { ...sale, receipt: true });
    await finish();
    await poll();
    const told = await get('/__sandbox/ledger', { authorization: '' });
    expect(told.body.requests[0]).toMatchObject({ body, outcome: 'answered', status: 422 });
    expect(told.body.requests[0]).not.toHaveProperty('operationId');
    expect(told.body.charges[0].msgIdentifier).toBe(lastMessage());
    expect(told.body.polls).toEqual([told.body.requests[2]]);
  });

  test('knows uploads by name and size, and texts among them by their length', async () => {
    const { sandbox } = openService();
    const form = new FormData();
    form.append('files', new File(['menu'], 'menu.pdf', { type: 'application/pdf' }));
    form.append('note', 'hello');
    const url = `${sandbox.baseUrl}/v1/public/payment-link/upload-attachments`;
    const headers = { authorization: 'sandbox' };
    await sandbox.fetch(new Request(url, { method: 'POST', headers, body: form }));
    expect(sandbox.ledger.requests[0]?.body).toEqual([
      { name: 'menu.pdf', size: 4 },
      { name: '', size: 5 },
    ]);
  });

  test('gives each reader lists of its own', async () => {
    const { post, finish, sandbox } = openService();
    await post('/pay', sale);
    await finish();
    const { requests, charges, polls } = sandbox.ledger;
    for (const list of [requests, charges, polls]) (list as unknown[]).length = 0;
    expect([sandbox.ledger.requests.length, sandbox.ledger.charges.length]).toEqual([1, 1]);
  });
});

describe('payment links', () => {
  test('there are three from before, which the ledger does not tell', async () => {
    const { get, sandbox } = openService();
    const { items } = (await get(links)).body.data;
    const [newest] = items;
    expect(items).toMatchObject([
      {
        reference: 'PL-1003',
        amount: 1250,
        paid: false,
        paidAmount: 0,
        createdAt: '2026-03-01T09:00:00.000Z',
      },
      { reference: 'PL-1002', amount: 12_900, status: 'unpaid', createdAt: '2026-02-26T09:00:00.000Z' },
      { reference: 'PL-1001', amount: 4500, paidAmount: 4500, createdAt: '2026-02-21T09:00:00.000Z' },
    ]);
    expect(newest.customValues).toEqual([
      { key: 'customer-reference', label: 'Customer reference', value: 'C-2080' },
    ]);
    expect([newest.paymentRequestId, newest.totalAmount]).toEqual([`pr-${newest.id}`, 1250]);
    expect(sandbox.customValueKeys).toContain('customer-reference');
    expect(sandbox.ledger.links).toEqual([]);
  });

  test('carry values with a label each', async () => {
    const { post } = openService();
    const customValues = [{ key: 'table', label: 'Table', value: '7', valueLabel: 'By the window' }];
    const { body } = await post(links, { amount: 100, customValues, applyDiscount: false });
    expect(body.data.customValues).toEqual(customValues);
  });

  test('each tax is rounded by itself, half a cent up', async () => {
    const { post } = openService();
    const total = async (amount: number, ...taxes: string[]) => {
      const link = { amount, taxes, customValues: [], applyDiscount: false };
      return (await post(links, link)).body.data.totalAmount - amount;
    };
    expect(await total(1250, 'tax-reduced')).toBe(63);
    expect(await total(1249, 'tax-reduced')).toBe(62);
    expect(await total(1, 'tax-standard', 'tax-reduced')).toBe(0);
    expect(await total(3, 'tax-standard', 'tax-reduced')).toBe(1);
  });
});

test('the seed gives the numbers of mulberry32, in every engine', () => {
  const random = createSeededRandom(1);
  expect([random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
  ]);
  const far = createSeededRandom(2 ** 32 - 1);
  for (let count = 0; count < 1000; count += 1) {
    const next = far();
    expect(next >= 0 && next < 1).toBe(true);
  }
});

describe('checkFetcher', () => {
  test.each([401, 408, 425, 429, 500, 502, 503, 504])(
    'names a status of %i that is tried again',
    async (status) => {
      const check = checkFetcher((send) => async (request) => {
        const answer = await send(request.clone());
        return answer.status === status ? send(request) : answer;
      });
      await expect(check).rejects.toThrow(
        `This fetcher sent one payment 2 times after status ${status}. Switch its retries off, at least for POST`,
      );
    },
  );

  test('names one that tries again three times on no answer', async () => {
    const check = checkFetcher((send) => async (request) => {
      for (let tries = 0; tries < 3; tries += 1) await send(request.clone()).catch(() => undefined);
      return send(request);
    });
    await expect(check).rejects.toThrow('sent one payment 4 times after no answer');
  });

  test('shows the fetcher a payment as the client sends it', async () => {
    const seen: unknown[] = [];
    await checkFetcher((send) => async (request, init) => {
      const { method, redirect } = request;
      seen.push([method, redirect, await request.clone().text(), init]);
      return send(request);
    });
    expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(['POST', 'manual', '{"amount":1}', { operation: 'pay' }])]),
    );
    expect(seen).toHaveLength(9);
  });

  test('lets a fetcher pass that tries again whatever is not a POST, and one that throws', async () => {
    await checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      return request.method === 'GET' && !answer.ok ? send(request) : answer;
    });
    const thrown = checkFetcher(() => () => Promise.reject(new Error('no token')));
    await expect(thrown).resolves.toBeUndefined();
  });

  test('finds one that tries again only where it is invited to, at once', async () => {
    const check = checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      return answer.headers.get('retry-after') === '0' ? send(request) : answer;
    });
    await expect(check).rejects.toThrow('2 times after status 401');
  });

  test('and one that looks into the answer before it tries again', async () => {
    const check = checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      const body: unknown = await answer.json();
      return body ? send(request) : answer;
    });
    await expect(check).rejects.toThrow('2 times');
  });

  test('names one that throws on an answer with an error status, as axios does', async () => {
    const check = checkFetcher((send) => async (request) => {
      const answer = await send(request);
      if (!answer.ok) throw new Error(`Request failed with status code ${answer.status}`);
      return answer;
    });
    await expect(check).rejects.toThrow('did not return the answer with status 401 unchanged');
  });

  test.each<[string, (answer: Response) => Response | Promise<Response>]>([
    ['changes the status', (answer) => new Response(answer.body, { status: 500 })],
    ['loses the body', ({ status }) => new Response(null, { status })],
    ['reads the body', async (answer) => answer.json().then(() => answer)],
  ])('names one that %s of an answer', async (_, change) => {
    const check = checkFetcher((send) => async (request) => change(await send(request)));
    await expect(check).rejects.toThrow('did not return the answer with status 401 unchanged');
  });

  test('names a second request first, even if it comes after a later answer than a thrown one', async () => {
    const check = checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      if (answer.status === 503) return send(request);
      throw new Error('refused');
    });
    await expect(check).rejects.toThrow('2 times after status 503');
  });
});
