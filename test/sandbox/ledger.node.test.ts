import { describe, expect, test } from 'vitest';
import { carryOut, openService, sale, startMs } from './service.ts';
import type { SandboxOptions } from 'tillkit/sandbox';

test('keeps every request with what it asked for and how it went', async () => {
  const { post, poll, get, clock, lastMessage, sandbox } = openService();
  await get('/terminals?page=1');
  await clock.advance(1000);
  await post('/pay', { ...sale, orderNumber: 'A-7' }, { 'x-operation-id': 'op-1' });
  await poll();
  expect(sandbox.ledger.requests).toEqual([
    expect.objectContaining({
      index: 0,
      at: startMs,
      operation: 'listTerminals',
      method: 'GET',
      path: '/terminals',
      query: { page: '1' },
      status: 200,
    }),
    expect.objectContaining({
      index: 1,
      at: startMs + 1000,
      operation: 'pay',
      path: '/pay',
      body: { ...sale, orderNumber: 'A-7' },
      terminalId: 'terminal-1',
      amount: 1250,
      orderNumber: 'A-7',
      operationId: 'op-1',
      msgIdentifier: lastMessage(),
      outcome: 'answered',
      status: 200,
    }),
    expect.objectContaining({ index: 2, operation: 'getProcessedMessage', msgIdentifier: lastMessage() }),
  ]);
  expect(sandbox.ledger.polls).toEqual([sandbox.ledger.requests[2]]);
});

test('keeps requests that were refused, dropped or led nowhere', async () => {
  const { post, get, sandbox } = openService();
  await post('/pay', { ...sale, amount: 0 });
  await expect(post('/pay', { ...sale, amount: 109 })).rejects.toThrow('Failed to fetch');
  await get('/nowhere');
  expect(
    sandbox.ledger.requests.map(({ operation, outcome, status }) => [operation, outcome, status]),
  ).toEqual([
    ['pay', 'answered', 422],
    ['pay', 'dropped', undefined],
    ['unknown', 'answered', 404],
  ]);
});

test('a charge names its message, its transaction and its operation', async () => {
  const { post, finish, lastMessage, sandbox } = openService();
  await post('/pay', { ...sale, orderNumber: 'A-7' }, { 'x-operation-id': 'op-1' });
  await finish();
  expect(sandbox.ledger.charges).toEqual([
    {
      at: expect.any(Number),
      kind: 'pay',
      amount: 1250,
      terminalId: 'terminal-1',
      pnRefNum: expect.any(String),
      msgIdentifier: lastMessage(),
      orderNumber: 'A-7',
      operationId: 'op-1',
    },
  ]);
});

test('what was read does not change with what happens later', async () => {
  const service = openService();
  const { requests, charges } = service.sandbox.ledger;
  await carryOut(service, '/pay', sale);
  expect([requests, charges]).toEqual([[], []]);
});

test('reset forgets everything, set scenarios too, and begins like a new sandbox', async () => {
  const service = openService();
  const first = await carryOut(service, '/pay', sale);
  const message = service.lastMessage();
  service.sandbox.setScenario('declined');
  service.sandbox.reset();
  expect(service.sandbox.ledger).toEqual(openService().sandbox.ledger);
  expect((await service.poll(message)).status).toBe(404);
  expect((await carryOut(service, '/pay', sale)).text).toBe(first.text);
  expect(service.sandbox.ledger.charges).toHaveLength(1);
});

describe('an operation id that comes again', () => {
  const headers = { 'x-operation-id': 'op-1' };

  test('is a second payment, as the interface is written (F3)', async () => {
    const { post, finish, sandbox } = openService();
    await post('/pay', sale, headers);
    await finish();
    await post('/pay', sale, headers);
    await finish();
    expect(sandbox.ledger.charges).toHaveLength(2);
  });

  test('meets a terminal that the first copy keeps busy (F4)', async () => {
    const { post } = openService();
    await post('/pay', sale, headers);
    expect((await post('/pay', sale, headers)).status).toBe(409);
  });

  test('with dedupe gets the same answer and has no second effect (F3)', async () => {
    const { post, finish, sandbox } = openService({ dedupe: true });
    const first = await post('/pay', sale, headers);
    const second = await post('/pay', sale, headers);
    expect(second.text).toBe(first.text);
    expect(sandbox.ledger.requests[1]?.msgIdentifier).toBe(sandbox.ledger.requests[0]?.msgIdentifier);
    await finish();
    expect(sandbox.ledger.charges).toHaveLength(1);
    expect((await post('/pay', sale, { 'x-operation-id': 'op-2' })).text).not.toBe(first.text);
  });

  test('with dedupe gets the answer that was lost the first time', async () => {
    const { post, finish, sandbox } = openService({ dedupe: true });
    sandbox.setScenario('lost-answer', { next: true });
    await expect(post('/pay', sale, headers)).rejects.toThrow('Failed to fetch');
    expect((await post('/pay', sale, headers)).status).toBe(200);
    await finish();
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('with dedupe still counts where the first was refused', async () => {
    const { post } = openService({ dedupe: true });
    expect((await post('/pay', { ...sale, amount: 0 }, headers)).status).toBe(422);
    expect((await post('/pay', sale, headers)).status).toBe(200);
  });
});

async function openWithMessage(options: SandboxOptions) {
  const service = openService(options);
  await service.post('/pay', sale);
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let asked = 0; asked < count; asked += 1) seen.push((await service.poll()).status);
    return seen;
  };
  return { ...service, statuses };
}

test('takes fifty polls a minute unless told otherwise', async () => {
  const { statuses, clock } = await openWithMessage({});
  expect(new Set(await statuses(50))).toEqual(new Set([200]));
  expect(await statuses(1)).toEqual([429]);
  await clock.advance(60_000);
  expect(await statuses(1)).toEqual([200]);
});

test('counts polls only', async () => {
  const { post, get } = openService({ pollLimit: { limit: 1, windowMs: 60_000, kind: 'sliding' } });
  for (let asked = 0; asked < 5; asked += 1) expect((await get('/terminals')).status).toBe(200);
  expect((await post('/pay', sale)).status).toBe(200);
});

describe('sliding', () => {
  test('frees each slot a window after it was taken', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'sliding' },
    });
    expect(await statuses(1)).toEqual([200]);
    await clock.advance(4000);
    expect(await statuses(2)).toEqual([200, 429]);
    await clock.advance(5999);
    expect(await statuses(1)).toEqual([429]);
    await clock.advance(1);
    expect(await statuses(2)).toEqual([200, 429]);
  });
});

describe('fixed', () => {
  test('frees all slots when the window on the clock ends', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'fixed' },
    });
    await clock.advance(9999);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await clock.advance(1);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });
});

describe('bucket', () => {
  test('lets a full bucket through at once, then one for each token that grows back', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'bucket' },
    });
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await clock.advance(4999);
    expect(await statuses(1)).toEqual([429]);
    await clock.advance(1);
    expect(await statuses(2)).toEqual([200, 429]);
    await clock.advance(60_000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });
});

describe('a 429 tells when to come back (F71)', () => {
  const pollLimit = { limit: 1, windowMs: 10_000, kind: 'sliding' } as const;

  test('in seconds, rounded up', async () => {
    const { poll, clock } = await openWithMessage({ pollLimit });
    await poll();
    await clock.advance(2500);
    const { headers, body } = await poll();
    expect(headers.get('retry-after')).toBe('8');
    expect(body.message).toBe('Too many questions in a minute.');
  });

  test("as an HTTP date, by the service's clock", async () => {
    const { poll, clock } = await openWithMessage({ pollLimit, retryAfter: 'http-date' });
    clock.jump(-3_600_000);
    await poll();
    await clock.advance(2500);
    const { headers } = await poll();
    expect(headers.get('retry-after')).toBe('Mon, 02 Mar 2026 09:00:10 GMT');
    expect(headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:02 GMT');
  });

  test('or not at all', async () => {
    const { poll } = await openWithMessage({ pollLimit, retryAfter: 'none' });
    await poll();
    const { status, headers } = await poll();
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
  });
});
