import { Readable } from 'node:stream';
import { describe, expect, test, it } from 'vitest';
import { openService, sale } from './service.ts';
import { scenarioNames, checkFetcher } from 'tillkit/sandbox';

const operations: [string, string][] = [
  ['POST', '/pay'],
  ['POST', '/pre-auth'],
  ['POST', '/capture'],
  ['POST', '/void'],
  ['POST', '/refund'],
  ['POST', '/close-batch'],
  ['GET', '/terminals'],
  ['GET', '/processed-messages/x'],
  ['GET', '/public/202104/payment-link'],
  ['POST', '/public/202104/payment-link'],
  ['GET', '/v1/public/202104/payment-link'],
  ['POST', '/v1/public/202104/payment-link'],
  ['GET', '/v1/public/payment-link'],
  ['POST', '/v1/public/payment-link'],
  ['POST', '/v1/public/payment-link/upload-attachments'],
];

describe('addresses', () => {
  test.each(operations)('%s %s needs the authorization', async (method, path) => {
    const { ask, sandbox } = openService({ authorization: 'Basic abc' });
    const body = method === 'POST' ? {} : undefined;
    const { status, body: answer } = await ask(method, path, body);
    expect(status).toBe(401);
    expect(answer.message).toMatch(/authorization/);
    expect((await ask(method, path, body, { authorization: 'Basic abc' })).status).not.toBe(401);
    const bare = await sandbox.fetch(new Request(sandbox.baseUrl + path, { method }));
    expect(bare.status).toBe(401);
  });

  test.each(operations)('%s %s does not answer to another method', async (method, path) => {
    const { ask } = openService();
    const { status, body, headers } = await ask('DELETE', path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toContain(method);
    expect(body.message).toContain(path);
  });

  test.each(['/', '/pay/', '/Pay', '/processed-messages', '/processed-messages/a/b', '/payments'])(
    'there is nothing at %s',
    async (path) => {
      const { status, body } = await openService().get(path);
      expect(status).toBe(404);
      expect(body.message).toBe(`There is nothing at ${path}.`);
    },
  );
});

test("every answer is marked as the sandbox's and dated", async () => {
  const { get, clock } = openService();
  await clock.advance(5000);
  for (const path of ['/terminals', '/nowhere', '/__sandbox/ledger']) {
    const { headers } = await get(path);
    expect(headers.get('x-sandbox')).toBe('tillkit');
    expect(headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:05 GMT');
  }
});

describe('an address that is not local (F108)', () => {
  test.each([
    'https://api.example.com',
    'http://localhost.example.com',
    'http://10.0.0.5:4010',
    'http://128.0.0.1',
  ])('%s is refused without effect', async (origin) => {
    const { post, finish, sandbox } = openService();
    const { status, body } = await post(`${origin}/pay`, sale);
    expect(status).toBe(403);
    expect(body.message).toMatch(/simulates payments: no card is charged/);
    expect((await post(`${origin}/__sandbox/reset`, {})).status).toBe(403);
    await finish();
    expect(sandbox.ledger.charges).toEqual([]);
  });

  test.each(['http://127.0.0.1:4010', 'http://127.9.9.9', 'http://[::1]:4010', 'https://localhost'])(
    '%s is local',
    async (origin) => {
      expect((await openService().get(`${origin}/terminals`)).status).toBe(200);
    },
  );

  test('can be forced', async () => {
    expect((await openService({ allowRemote: true }).get('https://api.example.com/terminals')).status).toBe(
      200,
    );
  });
});

describe('CORS', () => {
  const origin = 'https://shop.example';

  test('a preflight is answered and counted by itself, without authorization', async () => {
    const { sandbox } = openService();
    const response = await sandbox.fetch(
      new Request(`${sandbox.baseUrl}/pay`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, key-hash, x-operation-id',
    );
    expect(sandbox.ledger.preflights).toMatchObject([{ path: '/pay' }]);
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('any answer may be read by the page that asked, refusals too', async () => {
    const { headers } = await openService().get('/nowhere', { origin });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After, Date, X-Sandbox');
    expect(headers.get('vary')).toBe('Origin');
  });

  test('Retry-After can be kept from pages', async () => {
    const { headers } = await openService({ exposeRetryAfter: false }).get('/terminals', { origin });
    expect(headers.get('access-control-expose-headers')).toBe('Date, X-Sandbox');
  });
});

describe('time and abort', () => {
  test('an answer takes its time on the clock, while the effect is there at once', async () => {
    const { sandbox, clock, request } = openService({ latencyMs: 200 });
    let isAnswered = false;
    const answer = sandbox.fetch(request('POST', '/pay', sale)).then(() => (isAnswered = true));
    await clock.advance(199);
    expect(isAnswered).toBe(false);
    expect(sandbox.ledger.requests).toMatchObject([{ outcome: 'open', msgIdentifier: expect.any(String) }]);
    await clock.advance(1);
    expect(await answer).toBe(true);
    expect(sandbox.ledger.requests).toMatchObject([{ outcome: 'answered', status: 200 }]);
  });

  test.each(['request', 'init'] as const)(
    'aborting the signal of the %s rejects with its reason and takes nothing back',
    async (place) => {
      const { sandbox, clock, request, finish } = openService({ latencyMs: 200 });
      const controller = new AbortController();
      const { signal } = controller;
      const asked = request('POST', '/pay', sale);
      const answer =
        place === 'init' ? sandbox.fetch(asked, { signal }) : sandbox.fetch(new Request(asked, { signal }));
      const caught = answer.catch((error: unknown) => error);
      await clock.advance(100);
      const reason = new Error('enough');
      controller.abort(reason);
      expect(await caught).toBe(reason);
      await finish();
      expect(sandbox.ledger.requests).toMatchObject([{ outcome: 'aborted' }]);
      expect(sandbox.ledger.charges).toHaveLength(1);
    },
  );

  test('a signal that is aborted already keeps the request from arriving', async () => {
    const { sandbox, request } = openService();
    await expect(
      sandbox.fetch(request('POST', '/pay', sale), { signal: AbortSignal.abort() }),
    ).rejects.toThrow(/aborted/);
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('a lost answer is lost after the usual time', async () => {
    const { sandbox, clock, request } = openService({ latencyMs: 200, scenario: 'lost-answer' });
    const caught = sandbox.fetch(request('POST', '/pay', sale)).catch((error: unknown) => error);
    await clock.advance(200);
    expect(await caught).toEqual(new TypeError('Failed to fetch'));
    expect(sandbox.ledger.requests).toMatchObject([
      { outcome: 'dropped', msgIdentifier: expect.any(String) },
    ]);
    expect(sandbox.ledger.requests[0]?.status).toBeUndefined();
  });

  test('init may override the request, as with fetch', async () => {
    const { sandbox, request } = openService();
    const response = await sandbox.fetch(request('GET', '/pay'), {
      method: 'POST',
      headers: { authorization: 'sandbox', 'content-type': 'application/json' },
      body: JSON.stringify(sale),
    });
    expect(response.status).toBe(200);
  });
});

const open = { authorization: '' };

test('tells the ledger, which does not list such questions', async () => {
  const { post, get, finish } = openService();
  await post('/pay', sale);
  await finish();
  const { status, body } = await get('/__sandbox/ledger', open);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    requests: [{ operation: 'pay' }],
    charges: [{ amount: 1250 }],
    polls: [],
    links: [],
    preflights: [],
  });
});

test('sets a scenario and takes it back', async () => {
  const { post, finish, poll } = openService();
  expect(
    (await post('/__sandbox/scenario', { name: 'declined', terminalId: 'terminal-1', next: true }, open))
      .status,
  ).toBe(204);
  await post('/pay', sale);
  await finish();
  expect((await poll()).body.data.status).toBe('failed');
  await post('/__sandbox/scenario', { name: 'offline', operation: 'listTerminals' }, open);
  await post('/__sandbox/scenario', { name: 'declined', next: 2 }, open);
  await post('/__sandbox/scenario', { name: null }, open);
  await post('/pay', sale);
  await finish();
  expect((await poll()).body.data.status).toBe('complete');
});

const names = `Choose one of: ${scenarioNames.join(', ')}.`;

test.each([
  [{ name: 'aproved' }, `name: there is no such scenario. ${names}`],
  [{}, 'name: is required.'],
  [undefined, 'body: must be an object.'],
  [
    { name: 'declined', terminalId: 'x' },
    'There is no terminal "x". Choose one of: terminal-1, terminal-2, terminal-3.',
  ],
  [{ name: 'declined', terminalId: 1 }, 'terminalId: must be the id of a terminal.'],
  [{ name: 'declined', terminal: 'terminal-1' }, 'terminal: is not a field of this request.'],
  [{ name: 'declined', next: -1 }, 'next must be true or a whole number, 1 or more.'],
  [{ name: 'declined', next: 1.5 }, 'next must be true or a whole number, 1 or more.'],
  [{ name: 'declined', next: '1' }, 'next: must be true or a whole number, 1 or more.'],
  [{ name: 'declined', operation: 'sell' }, 'operation: there is no such operation.'],
])('refuses the scenario %j and sets nothing', async (body, message) => {
  const { post, poll, finish } = openService();
  const answer = await post('/__sandbox/scenario', body, open);
  expect([answer.status, answer.body.message]).toEqual([422, message]);
  await post('/pay', sale);
  await finish();
  expect((await poll()).body.data.status).toBe('complete');
});

test.each([
  [{ name: 'declined' }, ['failed', 'failed']],
  [{ name: 'declined', terminalId: null, next: null, operation: null }, ['failed', 'failed']],
  [{ name: 'declined', next: false }, ['failed', 'failed']],
  [{ name: 'declined', next: true }, ['failed', 'complete']],
  [{ name: 'declined', next: 1 }, ['failed', 'complete']],
  [{ name: 'declined', operation: 'pay' }, ['failed', 'failed']],
  [{ name: 'declined', operation: 'preAuth' }, ['complete', 'complete']],
  [{ name: 'declined', terminalId: 'terminal-2' }, ['complete', 'complete']],
])('%j makes two sales end as %j', async (body, endings) => {
  const { post, poll, finish } = openService();
  expect((await post('/__sandbox/scenario', body, open)).status).toBe(204);
  const ended: string[] = [];
  for (let sales = 0; sales < 2; sales += 1) {
    await post('/pay', sale);
    await finish();
    ended.push((await poll()).body.data.status);
  }
  expect(ended).toEqual(endings);
});

test.each([
  'pay',
  'closeBatch',
  'listTerminals',
  'getProcessedMessage',
  'listPaymentLinks',
  'createPaymentLink',
  'uploadAttachments',
])('takes %s for an operation', async (operation) => {
  const answer = await openService().post('/__sandbox/scenario', { name: 'offline', operation }, open);
  expect(answer.status).toBe(204);
});

test('may be driven from another name where the service may be asked under it, and else not', async () => {
  const address = 'https://till.example/__sandbox/scenario';
  const body = { name: 'declined' };
  expect((await openService().post(address, body, open)).status).toBe(403);
  expect((await openService({ allowRemote: true }).post(address, body, open)).status).toBe(204);
});

test('resets', async () => {
  const { post, sandbox } = openService();
  await post('/pay', sale);
  expect((await post('/__sandbox/reset', undefined, open)).status).toBe(204);
  expect(sandbox.ledger.requests).toEqual([]);
});

test('has nothing else, and reads JSON only', async () => {
  const { get, sandbox } = openService();
  expect((await get('/__sandbox/advance')).status).toBe(404);
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${sandbox.baseUrl}/__sandbox/scenario`, {
    method: 'POST',
    headers,
    body: '{',
  });
  expect((await sandbox.fetch(request)).status).toBe(400);
});

describe('checkFetcher', () => {
  it('F22: lets a fetcher pass that sends once', async () => {
    await expect(checkFetcher((send) => (request) => send(request))).resolves.toBeUndefined();
  });

  it('F22: names what makes a fetcher send again', async () => {
    const onNoAnswer = checkFetcher((send) => (request) => send(request).catch(() => send(request)));
    await expect(onNoAnswer).rejects.toThrow('2 times after no answer');
    const onBusy = checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      return answer.status === 503 ? send(request) : answer;
    });
    await expect(onBusy).rejects.toThrow('2 times after status 503');
  });

  it.each<[string, (text: string) => unknown]>([
    ['none', () => undefined],
    ['a stream of Node', (text) => Readable.from([Buffer.from(text)])],
  ])('F21: refuses a fetcher whose answers have a body that cannot be read: %s', async (_, bodyOf) => {
    const check = checkFetcher((send) => async (request) => {
      const answer = await send(request);
      const text = await answer.text();
      const { status, headers } = answer;
      return { status, headers, body: bodyOf(text), text: async () => text } as unknown as Response;
    });
    await expect(check).rejects.toThrow('not a ReadableStream');
  });
});
