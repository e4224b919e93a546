import { describe, expect, test } from 'vitest';
import { openService, sale } from './service.ts';

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
