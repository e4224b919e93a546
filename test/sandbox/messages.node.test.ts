import { describe, expect, test } from 'vitest';
import { betaSale, openService, sale } from './service.ts';

describe('the life of a message', () => {
  test('is received, then processing, then complete, and charges at that moment', async () => {
    const { clock, post, poll, sandbox } = openService();
    await post('/pay', sale);
    expect((await poll()).body.data.status).toBe('received');
    await clock.advance(799);
    expect((await poll()).body.data.status).toBe('received');
    await clock.advance(1);
    expect((await poll()).body.data.status).toBe('processing');
    await clock.advance(2000);
    expect(sandbox.ledger.charges).toEqual([]);
    await clock.advance(2200);
    expect((await poll()).body.data).toMatchObject({ status: 'complete', amount: 1250 });
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'pay', amount: 1250, terminalId: 'terminal-1' }]);
  });

  test('ends three to five seconds after it began, which the seed decides', async () => {
    const durations = new Set<number>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const { post, finish, sandbox } = openService({ seed });
      await post('/pay', sale);
      await finish();
      const [charge] = sandbox.ledger.charges;
      const [request] = sandbox.ledger.requests;
      durations.add((charge?.at ?? 0) - (request?.at ?? 0));
    }
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...durations)).toBeLessThanOrEqual(5000);
    expect(durations.size).toBeGreaterThan(10);
  });

  test('charges whether or not anybody asks, once, and at its own time', async () => {
    const { clock, post, poll, sandbox } = openService();
    await post('/pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(3_600_000);
    const [charge] = sandbox.ledger.charges;
    expect(charge).toMatchObject({ orderNumber: 'A-7' });
    expect(charge?.at).toBeLessThanOrEqual((sandbox.ledger.requests[0]?.at ?? 0) + 5000);
    await poll();
    await poll();
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('follows real time alone: a client clock set forward moves nothing', async () => {
    const { clock, post, poll, sandbox } = openService();
    await post('/pay', sale);
    clock.jump(3 * 3_600_000);
    expect((await poll()).body.data.status).toBe('received');
    clock.jump(-9 * 3_600_000);
    await clock.advance(6000);
    expect((await poll()).body.data.status).toBe('complete');
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('is not known by another identifier', async () => {
    const { poll } = openService();
    expect((await poll('unknown-id')).status).toBe(404);
  });

  test('is found by an identifier that is escaped in the address, and survives a broken escape', async () => {
    const { post, poll, lastMessage } = openService();
    await post('/pay', betaSale);
    expect((await poll(lastMessage().replace('-', '%2D'))).status).toBe(200);
    expect((await poll('%E0%A4')).status).toBe(404);
  });
});

describe('provider alpha', () => {
  test('answers pay with both ids, as numbers with more digits than a double holds (F28)', async () => {
    const { post, poll, finish, lastMessage, sandbox } = openService();
    const { text } = await post('/pay', sale);
    expect(text).toBe(`{"data":{"msgIdentifier":${lastMessage()},"pnRefNum":${BigInt(lastMessage()) + 2n}}}`);
    expect(Number.isSafeInteger(Number(lastMessage()))).toBe(false);
    expect(String(JSON.parse(text).data.msgIdentifier)).not.toBe(lastMessage());
    await finish();
    expect((await poll()).text).toContain(`"pnRefNum":${sandbox.ledger.charges[0]?.pnRefNum},`);
  });
});

describe('provider beta', () => {
  test('answers pay with the message alone, and tells pnRefNum in the processed message', async () => {
    const { post, poll, finish, sandbox } = openService();
    const { body } = await post('/pay', betaSale);
    expect(body).toEqual({ data: { msgIdentifier: expect.stringMatching(/^msg-/) } });
    await finish();
    expect((await poll()).body.data.pnRefNum).toBe(sandbox.ledger.charges[0]?.pnRefNum);
  });
});

test('both providers answer a pre-authorization with both ids, and charge nothing but the authorization', async () => {
  for (const terminalId of ['terminal-1', 'terminal-2']) {
    const { post, finish, sandbox } = openService();
    const { body } = await post('/pre-auth', { ...sale, terminalId });
    expect(Object.keys(body.data)).toEqual(['msgIdentifier', 'pnRefNum']);
    await finish();
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'preAuth', amount: 1250 }]);
  }
});

async function play(seed: number) {
  const { post, poll, finish, get } = openService({ seed });
  const texts = [(await post('/pay', sale)).text, (await post('/pay', betaSale)).text];
  await finish();
  return [...texts, (await poll()).text, (await get('/public/202104/payment-link')).text];
}

test('the same seed gives the same answers, another seed others', async () => {
  expect(await play(7)).toEqual(await play(7));
  const [first, second] = [await play(7), await play(8)];
  expect(first.filter((text, index) => text === second[index])).toEqual([]);
});

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

test('lists three terminals with the names of a shop, each as its provider writes it', async () => {
  const { get } = openService();
  const { status, body } = await get('/terminals');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    items: [
      { terminalId: 'terminal-1', name: 'Front counter', provider: 'alpha', status: 'online', sandbox: true },
      { id: 'terminal-2', label: 'Bar', provider: 'beta', status: 'online', sandbox: true },
      { terminalId: 'terminal-3', name: 'Terrace', provider: 'alpha' },
    ],
    total: 3,
    page: 1,
    limit: 25,
  });
});

test('gives the page that was asked for', async () => {
  const { get } = openService({ terminals: 30 });
  const { body } = await get('/terminals?page=2&limit=20&clientId=till&timezone=Europe/Berlin');
  expect(body).toMatchObject({ total: 30, page: 2, limit: 20 });
  expect(body.items).toHaveLength(10);
  expect(body.items[9]).toMatchObject({ label: 'Till 30' });
  expect((await get('/terminals')).body.items).toHaveLength(25);
});

test('takes a list of terminals as it is given', async () => {
  const { get, sandbox } = openService({ terminals: [{ id: 'x', name: 'Kiosk', provider: 'beta' }] });
  expect((await get('/terminals')).body.items).toMatchObject([{ id: 'x', label: 'Kiosk' }]);
  expect(sandbox.terminals).toEqual([{ id: 'x', name: 'Kiosk', provider: 'beta' }]);
});

test.each([
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['timezone=Europe/Nowhere', 'timezone'],
  ['timezone=', 'timezone'],
  ['clientId=', 'clientId'],
  ['timeZone=UTC', 'timeZone'],
])('refuses the query %s and names %s', async (query, field) => {
  const { status, body } = await openService().get(`/terminals?${query}`);
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
});
