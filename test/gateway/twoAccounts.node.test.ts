import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
} from '../../src/core/operations/recorded.ts';
import { ask, close, createGatewayTill, operationId, post, saleAt } from './gatewayTill.ts';
import { as, type Told } from './shop.ts';

const id = operationId(1);
const merchants = ['north', 'south'] as const;
type Merchant = (typeof merchants)[number];
/** Everything is the same but the merchant, and what was paid. */
const cents = { north: 1000, south: 2500 };
const order = { orderNumber: 'ORDER-1' };

/** One gateway for two merchants, whose services number messages and references from 1, each by itself. */
function twoMerchants() {
  const events: string[] = [];
  const counts = new Map<string, number>();
  const posted: string[] = [];
  const till = createGatewayTill({
    authorize: ({ headers }) => ({
      subject: 'till-1',
      account: headers.get('x-account') ?? undefined,
      actor: `Ann of ${headers.get('x-account')}`,
      sees: 'all',
    }),
    headers: ({ account }) => ({ 'x-api-key': account ?? 'no-account' }),
    onEvent: ({ type, data }) => void events.push(`${data.account}: ${data.operation.id} ${type}`),
    fetcher: async ({ method, url, headers }) => {
      const key = headers.get('x-api-key') ?? '';
      const { pathname } = new URL(url);
      if (method === 'GET') {
        const status = key === 'north' ? 'complete' : 'failed';
        return Response.json({ data: { msgIdentifier: pathname.split('/').at(-1), status } });
      }
      posted.push(`${key} ${pathname}`);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return Response.json({ data: { msgIdentifier: `M-${count}`, pnRefNum: `P-${count}` } });
    },
  });
  const gateway = till.gateway();
  const fetch = (account: Merchant, request: Request) => {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(as({ account }))) headers.set(name, value);
    return gateway.fetch(new Request(request, { headers }));
  };
  const told = async <Answer = Told>(account: Merchant, path: string) =>
    (await (await fetch(account, ask(path))).json()) as Answer;
  const pay = (account: Merchant, body: object = {}, as_ = id) =>
    fetch(
      account,
      post('/pay', { ...saleAt('T1'), amount: cents[account], ...order, ...body }, { 'x-operation-id': as_ }),
    );
  const another = till.gateway;
  return { ...till, gateway, another, posted, events, fetch, told, pay };
}

const endings = (events: readonly string[]) => events.filter((event) => /complete|failed/.test(event));

describe('two merchants that share terminal, message, reference, order and operation ids', () => {
  let till: ReturnType<typeof twoMerchants>;
  /** Both have sold; north's sale is paid, south's failed. */
  beforeEach(async () => {
    till = twoMerchants();
    const { gateway, pay, clock } = till;
    gateway.start();
    await Promise.all(merchants.map((account) => pay(account)));
    await clock.advance(5_100);
    // What they are signed with takes real time: virtual time that ran ahead of it would have them told twice.
    const areTold = async () => {
      await clock.advance(10);
      return endings(till.events).length === 2;
    };
    await vi.waitUntil(areTold, 20_000);
    await gateway.stop();
  });

  test('each sends its own, at its own terminal, and has its own result', async () => {
    expect(till.posted.toSorted()).toStrictEqual(['north /pay', 'south /pay']);
    for (const account of merchants) {
      const { operation } = await till.told(account, `/operations/${id}`);
      expect(operation).toMatchObject({
        phase: account === 'north' ? 'complete' : 'failed',
        amountCents: cents[account],
        actor: `Ann of ${account}`,
        msgIdentifier: 'M-1',
        anomalies: [],
      });
    }
    expect(till.problems).toStrictEqual([]);
  });

  test('is asked nothing about the other’s orders and amounts', async () => {
    // North's own order was paid a moment ago; of south's the same number failed.
    expect((await till.pay('north', {}, operationId(2))).status).toBe(409);
    expect((await till.pay('south', { amount: cents.north }, operationId(2))).status).toBe(200);
  });

  test('is not held up by what is open at the other', async () => {
    await till.pay('south', {}, operationId(3));
    const next = await till.pay('north', { orderNumber: 'ORDER-2' }, operationId(3));
    expect(next.status).toBe(200);
    const busy = await till.pay('north', { orderNumber: 'ORDER-3' }, operationId(4));
    expect(await busy.text()).toContain('Ann of north');
  });

  test('gives nothing back of what the other was paid', async () => {
    const refund = { clientId: 'till', terminalId: 'T1', pnRefNum: 'P-1', amount: 1000 };
    const by = (account: Merchant) =>
      till.fetch(account, post('/refund', refund, { 'x-operation-id': operationId(5) }));
    expect((await by('south')).status).toBe(409);
    expect((await by('north')).status).toBe(200);
  });

  test('closes ids for all: a browser may have sent one while it was signed in to the other', async () => {
    await till.fetch('north', close(operationId(6)));
    expect((await till.pay('north', { orderNumber: '6' }, operationId(6))).status).toBe(410);
    expect((await till.pay('south', {}, operationId(6))).status).toBe(410);
  });

  test('a merchant without a name is one as well: its ids are not those of others', async () => {
    const nameless = (request: Request) => till.gateway.fetch(request);
    await nameless(close(operationId(6)));
    await nameless(post('/pay', saleAt('T1'), { 'x-operation-id': operationId(7) }));
    expect((await till.pay('south', {}, operationId(6))).status).toBe(200);
    const next = await till.pay('south', { terminalId: 'T2', orderNumber: '7' }, operationId(7));
    expect(next.status).toBe(200);
  });

  test('M1 a copy of the other’s that is refused before anybody knows whose it is proves nothing', async () => {
    const stranger = till.another({ authorize: () => false });
    await till.gateway.fetch(close(operationId(6)));
    const request = () => post('/pay', saleAt('T2'), { 'x-operation-id': operationId(6) });
    const refused = await stranger.fetch(request());
    const sent = await till.fetch('south', request());
    const states = [refused, sent].map(({ headers }) => headers.get('x-operation-state'));
    expect(states).toStrictEqual([null, 'accepted']);
  });

  test('says nothing of the other’s operations, and sees nothing of them', async () => {
    const unknown = operationId(7);
    await till.store.transact('south', 'durable', (tx) =>
      tx.operations.change({ account: 'south', id }, { id: unknown }),
    );
    const answer = await till.fetch(
      'north',
      post(`/operations/${unknown}/resolution`, { charged: true, basis: 'receipt' }),
    );
    expect(answer.status).toBe(404);
    expect(await till.told('north', `/operations/${unknown}`)).toMatchObject({ state: 'not-seen' });
    expect((await till.told('north', `/operations/${unknown}`)).operation).toBeUndefined();
  });

  test('lists, sums, counts and streams its own', async () => {
    for (const account of merchants) {
      const { items } = await till.told<{ items: RecordedOperation[] }>(account, '/operations');
      expect(items.map(({ amountCents }) => amountCents)).toStrictEqual([cents[account]]);
      const { rows } = await till.told<RecordedReport>(account, '/report?from=0&to=9999999999999');
      expect(rows).toMatchObject([{ count: 1, amountCents: cents[account] }]);
      const transactions = await till.told<{ items: RecordedTransaction[] }>(account, '/transactions');
      expect(transactions.items).toHaveLength(account === 'north' ? 1 : 0);
      const health = await till.told<{ open: number }>(account, '/health');
      expect(health.open).toBe(0);
    }
    expect((await till.fetch('south', ask('/transactions/-/P-1'))).status).toBe(404);
  });

  test('cannot go on with the other’s list', async () => {
    await till.pay('north', { orderNumber: '8' }, operationId(8));
    const { cursor } = await till.told<{ cursor: string }>('north', '/operations?limit=1');
    expect(cursor).toBeDefined();
    const path = `/operations?limit=1&cursor=${encodeURIComponent(cursor)}`;
    expect((await till.fetch('north', ask(path))).status).toBe(200);
    expect((await till.fetch('south', ask(path))).status).toBe(400);
  });

  test('hears a stream of its own', async () => {
    till.gateway.start();
    const listen = async (account: Merchant) => {
      const answer = await till.fetch(account, ask('/operations/stream'));
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      return async (until: string) => {
        let text = '';
        for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
          text += chunk.value;
          if (text.includes(until)) break;
        }
        return text;
      };
    };
    const [north, south] = [await listen('north'), await listen('south')];
    await till.pay('south', { orderNumber: '9' }, operationId(9));
    expect(await south(operationId(9))).toContain(operationId(9));
    await till.pay('north', { orderNumber: '10' }, operationId(10));
    expect(await north(operationId(10))).not.toContain(operationId(9));
    await till.gateway.stop();
  });

  test('its events name it', () => {
    expect(endings(till.events).toSorted()).toStrictEqual([
      `north: ${id} operation.complete`,
      `south: ${id} operation.failed`,
    ]);
  });

  test('its till is another one in each row, and each row is one merchant’s', async () => {
    const rows = await till.store.transact('', 'read', (tx) => tx.operations.list({}));
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(2);
    expect(rows.map(({ account }) => account).toSorted()).toStrictEqual(['north', 'south']);
  });
});
