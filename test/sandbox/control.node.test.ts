import { expect, test } from 'vitest';
import { scenarioNames } from 'tillkit/sandbox';
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
