import { expect, test } from 'vitest';
import { betaSale, openService, sale } from './service.ts';

test('reject: a second message is answered 409 without effect, until the terminal is free', async () => {
  const { post, finish, sandbox } = openService();
  await post('/pay', sale);
  const second = await post('/pay', sale);
  expect([second.status, second.body.message]).toEqual([409, 'The terminal is busy with another message.']);
  expect((await post('/close-batch', { terminalId: sale.terminalId })).status).toBe(409);
  expect((await post('/pay', betaSale)).status).toBe(200);
  await finish();
  expect(sandbox.ledger.charges).toHaveLength(2);
  expect((await post('/pay', sale)).status).toBe(200);
});

test('queue: a second message starts when the first has ended', async () => {
  const { clock, post, poll, finish, sandbox } = openService({ busyPolicy: 'queue' });
  await post('/pay', sale);
  await post('/pay', { ...sale, amount: 2000 });
  await clock.advance(2900);
  expect((await poll()).body.data.status).toBe('received');
  await finish();
  await finish();
  const [first, second] = sandbox.ledger.charges;
  expect([first?.amount, second?.amount]).toEqual([1250, 2000]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3000);
});

test('replace: a second message ends the first as failed', async () => {
  const { post, poll, finish, lastMessage, sandbox } = openService({ busyPolicy: 'replace' });
  await post('/pay', sale);
  const first = lastMessage();
  await post('/pay', { ...sale, amount: 2000 });
  expect((await poll(first)).body.data).toMatchObject({
    status: 'failed',
    message: 'Another message took the terminal.',
  });
  await finish();
  expect(sandbox.ledger.charges.map(({ amount }) => amount)).toEqual([2000]);
});

test('a message that never starts gives its terminal up after a minute', async () => {
  const { clock, post } = openService();
  await post('/pay', { ...sale, amount: 1206 });
  await clock.advance(59_999);
  expect((await post('/pay', sale)).status).toBe(409);
  await clock.advance(1);
  expect((await post('/pay', sale)).status).toBe(200);
});
