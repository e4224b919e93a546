import { describe, expect, test } from 'vitest';
import { carryOut, openService, sale, startMs } from './service.ts';

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
