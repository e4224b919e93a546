import { afterAll, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import type { GatewayEvent, OrderPaidEvent, SendWebhook } from '../../../src/gateway/webhooks.ts';
import { ask, longKnown } from '../gatewayTill.ts';
import { as, messageIn } from '../shop.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from '../sql/sqliteFiles.ts';
import { readerOf } from '../stream/streamReader.ts';
import { takeQuickCrypto } from '../../world/quickCrypto.ts';
import { createOrderShop, type OrderShop, questionOf } from './orderShop.ts';

// Signing takes real time, in which virtual time would go on and end a delivery's lease.
afterAll(takeQuickCrypto());

removeSqliteFiles();

/** The orders whose payment is in the record, as often as it is there. */
const paidIn = (store: GatewayStore, order?: string) =>
  store.transact('', 'read', function* (tx) {
    const operationId = order === undefined ? undefined : `order ${order}`;
    const rows = yield* tx.events.list({ operationId }, { by: ['id'] });
    return rows.flatMap(({ detail }) => (detail?.type === 'order-paid' ? [detail.order.number] : []));
  });

describe('an order is paid', () => {
  const wholes: [string, (shop: OrderShop) => Promise<unknown>][] = [
    ['with its last payment', (shop) => shop.paid(2000)],
    ['with a leg', (shop) => shop.leg({ cents: 2000 })],
    [
      'with a capture',
      async (shop) => {
        const { pnRefNum } = await shop.paid(2000, { kind: 'preAuth' });
        expect(await paidIn(shop.store)).toStrictEqual([]);
        await shop.follow('capture', { pnRefNum, amount: 2000 });
      },
    ],
    [
      'when a person says that an unknown payment was made',
      async (shop) => {
        shop.answers.push(() => Promise.reject(new TypeError('lost')));
        const lost = await shop.part(2000);
        expect(await paidIn(shop.store)).toStrictEqual([]);
        await shop.resolve(lost.id, true);
      },
    ],
    [
      'when a refund turns out not to have been made',
      async (shop) => {
        const { pnRefNum } = await shop.paid(1000);
        const refund = await shop.send('refund', { pnRefNum, amount: 500, terminalId: 'T-refund' });
        shop.results.set(messageIn(refund), { status: 'timeout' });
        await shop.finish(messageIn(refund));
        await shop.resolve(refund.id, true);
        await shop.paid(1000);
        expect(await paidIn(shop.store)).toStrictEqual([]);
        expect(await shop.figures()).toStrictEqual([4500, 0, 500]);
        shop.results.set(messageIn(refund), { status: 'failed' });
        await shop.clock.advance(120_000);
        await shop.finish(messageIn(refund));
      },
    ],
    [
      'when its total is lowered to what was taken',
      async (shop) => {
        const yes = questionOf(await shop.part(1, { total: 3000, terminalId: 'T' }));
        await shop.part(1, { total: 3000, terminalId: 'T', confirmed: yes });
      },
    ],
  ];
  test.each(wholes)('%s, once', async (_, pay) => {
    const shop = createOrderShop();
    await shop.paid(3000);
    expect(await paidIn(shop.store)).toStrictEqual([]);
    await pay(shop);
    expect(await paidIn(shop.store)).toStrictEqual(['A-1']);
    expect((await shop.getOrder('A-1')).paidAt).toBeTypeOf('number');
    // Given back, and paid again.
    const { operations } = await shop.getOrder('A-1');
    await shop.follow('refund', { pnRefNum: operations[0]?.pnRefNum, amount: 3000 });
    const yes = questionOf(await shop.part(5000, { terminalId: 'T-again' }));
    await shop.paid(5000, { terminalId: 'T-again', confirmed: yes });
    expect(await paidIn(shop.store)).toStrictEqual(['A-1']);
  });

  test('not by a lower total in a question, which is answered: a page may be out of date, or only read', async () => {
    const shop = createOrderShop();
    await shop.paid(3000);
    for (const by of [shop.gateway, shop.other])
      expect(await shop.figures('A-1', { total: 3000, by })).toStrictEqual([3000, 0, 0]);
    expect(await paidIn(shop.store)).toStrictEqual([]);
    expect(await shop.figures('A-1', { total: null })).toStrictEqual([3000, 0, 2000]);
    expect((await shop.getOrder('A-1', { total: 3000 })).paidAt).toBeUndefined();
  });

  test('once, if two tills record the same discount at the same moment', async () => {
    const shop = createOrderShop();
    await shop.paid(3000);
    const discount = { name: 'discount', cents: 2000 };
    const answers = await Promise.all([shop.leg(discount), shop.leg(discount, { by: shop.other })]);
    expect(answers.map(({ status }) => `${status}`).toSorted()).toStrictEqual(['200', '409']);
    expect(await paidIn(shop.store)).toStrictEqual(['A-1']);
    expect(await shop.figures()).toStrictEqual([5000, 0, 0]);
  });

  test('not by what is pending, by another currency, or without a total', async () => {
    const shop = createOrderShop();
    shop.results.set('M-1', { status: 'processing' });
    await shop.part(5000);
    await shop.paid(5000, { order: 'B', kind: 'preAuth' });
    await shop.paid(5000, { order: 'C', total: null });
    await shop.paid(4999, { order: 'D' }, { amount: 5500, tip: 501 });
    expect(await paidIn(shop.store)).toStrictEqual([]);
    await shop.paid(1, { order: 'D' });
    expect(await paidIn(shop.store)).toStrictEqual(['D']);
  });
});

describe('who hears that an order is paid', () => {
  test('onOrderPaid and webhooks, once each, and onEvent hears operations only', async () => {
    const heard: OrderPaidEvent[] = [];
    const events: GatewayEvent[] = [];
    const hooked: { type: string; data: { operation?: unknown } }[] = [];
    const sendWebhook: SendWebhook = async ({ body }) => {
      hooked.push(JSON.parse(body));
      return 204;
    };
    const shop = createOrderShop({
      onOrderPaid: (event) => void heard.push(event),
      onEvent: (event) => void events.push(event),
      webhooks: [{ url: 'https://shop.test/hook', secrets: [`whsec_${btoa('x'.repeat(24))}`] }],
      sendWebhook,
    });
    shop.gateway.start();
    shop.other.start();
    await shop.paid(3000, { who: { account: 'shop-7' } });
    await shop.leg({ cents: 2000 }, { who: { account: 'shop-7', actor: 'anna' } });
    await shop.clock.advance(20_000);
    await Promise.all([shop.gateway.stop(), shop.other.stop()]);
    const order = { number: 'A-1', currency: 'EUR', totalCents: 5000, paidCents: 5000 };
    const paid = { type: 'order.paid', data: { account: 'shop-7', order } };
    expect(heard).toStrictEqual([
      { ...paid, id: expect.stringMatching(/^evt_/), timestamp: expect.any(String) },
    ]);
    expect(hooked.filter(({ type }) => type === 'order.paid')).toStrictEqual(heard);
    expect(events.map(({ data }) => data.operation.phase)).toStrictEqual(['sending', 'waiting', 'complete']);
    expect(hooked).toHaveLength(4);
  });

  test('a handler that throws hears it again, with the same id', async () => {
    const ids: string[] = [];
    const shop = createOrderShop({
      onOrderPaid({ id }) {
        ids.push(id);
        if (ids.length < 3) throw new Error('not now');
      },
    });
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    shop.gateway.start();
    await shop.leg({ cents: 5000 });
    for (let tries = 0; tries < 200 && ids.length < 3; tries += 1) await shop.clock.advance(500);
    await shop.gateway.stop();
    vi.unstubAllGlobals();
    expect([ids.length, new Set(ids).size, reported.mock.calls.length]).toStrictEqual([3, 1, 2]);
  });

  test('pages, by the stream, if they may see it', async () => {
    const shop = createOrderShop();
    const open = async (who: object) =>
      readerOf(await shop.gateway.fetch(ask('/operations/stream', as(who))));
    const [all, own, other] = [await open({ sees: 'all' }), await open({}), await open({ till: 'till-2' })];
    await shop.leg({ cents: 5000 });
    await shop.paid(100, { order: 'B-1', who: { till: 'till-2' } });
    for (const stream of [all, own]) {
      expect((await stream.next())?.event).toBe('open');
      const blocks = [await stream.next(), await stream.next()];
      const read = blocks.map(
        (block) => JSON.parse(block?.data ?? '') as { order: object; event: object | null },
      );
      expect(blocks.map((block) => block?.event)).toStrictEqual(['order', 'order']);
      const figures = {
        number: 'A-1',
        currency: 'EUR',
        totalCents: 5000,
        paidCents: 5000,
        pendingCents: 0,
        dueCents: 0,
      };
      expect(read[0]).toStrictEqual({ order: figures, event: null });
      expect(read[1]).toMatchObject({
        order: { ...figures, paidAt: shop.startedAt },
        event: { type: 'order-paid' },
      });
    }
    expect((await other.next())?.event).toBe('open');
    expect((await other.next())?.event).toBe('operation');
    await Promise.all([all.cancel(), own.cancel(), other.cancel()]);
  });
});

test('of crashes while the last part is recorded, none leaves an order paid without its event, or two of them', async () => {
  const path = await sqlitePath();
  const virtualClock = createVirtualClock(Date.UTC(2026, 10, 22, 12));
  const sql = longKnown(createSqlStore(openSqlite(path), { clock: virtualClock, timeoutMs: 20_000 }));
  let [left, crashes] = [Infinity, 0];
  /** Dies after so many statements, so that the database takes its transaction back. */
  const store: GatewayStore = {
    ...sql,
    transact: (account, access, steps) =>
      sql.transact(account, access, function* (tx) {
        const run = steps(tx);
        let step = run.next();
        while (!step.done) {
          if (access !== 'read') left -= 1;
          if (left < 0) {
            crashes += 1;
            throw new Error('killed');
          }
          step = run.next(yield step.value);
        }
        return step.value;
      }),
  };
  const shop = createOrderShop({ store, virtualClock });
  for (let at = 0; at < 36; at += 1) {
    const order = `A-${at}`;
    await shop.paid(3000, { order });
    const last = await shop.part(2000, { order });
    left = at % 12;
    // The poll is lost with the crash: its result comes with the next one.
    if (at % 3 === 0)
      await shop.leg({ cents: 1, id: `${order}-leg`.padEnd(20, '_') }, { order, total: 4999 });
    await shop.gateway.fetch(ask(`/processed-messages/${messageIn(last)}`, as({ sees: 'all' })));
    left = Infinity;
    const rows = await sql.transact('', 'read', (tx) => tx.orders.list({ number: order }));
    const isPaid = rows[0]?.paidAt !== null;
    expect(await paidIn(sql, order)).toHaveLength(isPaid ? 1 : 0);
    await shop.finish(messageIn(last));
    expect(await paidIn(sql, order)).toHaveLength(1);
  }
  expect(crashes).toBeGreaterThan(12);
}, 60_000);
