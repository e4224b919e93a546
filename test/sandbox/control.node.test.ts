import { expect, test } from 'vitest';
import { openService, sale } from './service.ts';

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

test.each([
  [{ name: 'aproved' }, 'name'],
  [{}, 'name'],
  [{ name: 'declined', terminalId: 'x' }, 'There is no terminal "x"'],
  [{ name: 'declined', next: -1 }, 'next'],
  [{ name: 'declined', operation: 'sell' }, 'operation'],
])('refuses the scenario %j', async (body, word) => {
  const answer = await openService().post('/__sandbox/scenario', body, open);
  expect(answer.status).toBe(422);
  expect(answer.body.message).toContain(word);
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
