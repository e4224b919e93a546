import { describe, expect, test } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { writeOperationAndEvents } from '../../../src/gateway/record.ts';
import { ask, meddled, post, saleBody } from '../gatewayTill.ts';
import { as, messageIn, refusalIn } from '../shop.ts';
import { rowOf } from '../store/recordRows.ts';
import { createOrderShop, questionOf } from './orderShop.ts';

describe('a part of an order', () => {
  test('is taken as long as no more than the total is', async () => {
    const shop = createOrderShop();
    await shop.paid(3000);
    expect(await shop.figures()).toStrictEqual([3000, 0, 2000]);
    const refused = await shop.part(2001, { by: shop.other });
    questionOf(refused);
    expect([refused.state, shop.posted.length]).toStrictEqual(['not-seen', 1]);
    await shop.paid(2000, { by: shop.other });
    expect(await shop.figures()).toStrictEqual([5000, 0, 0]);
    questionOf(await shop.part(1));
  });

  test('is asked about once, and sent after a yes, which is worth nothing once more was taken', async () => {
    const shop = createOrderShop();
    await shop.paid(4000);
    const yes = questionOf(await shop.part(2000, { terminalId: 'T' }));
    await shop.paid(100);
    const again = questionOf(await shop.part(2000, { terminalId: 'T', confirmed: yes }));
    expect(again).not.toBe(yes);
    questionOf(await shop.part(2001, { terminalId: 'T', confirmed: again }));
    questionOf(await shop.part(2000, { terminalId: 'U', confirmed: again }));
    questionOf(await shop.part(2000, { terminalId: 'T', confirmed: again, total: 5001 }));
    questionOf(await shop.part(2000, { terminalId: 'T', confirmed: again, kind: 'preAuth' }));
    await shop.paid(2000, { terminalId: 'T', confirmed: again });
    expect(await shop.figures()).toStrictEqual([6100, 0, 0]);
  });

  test('may equal the part before it: its total says how many there are', async () => {
    const shop = createOrderShop();
    for (let count = 0; count < 3; count += 1) await shop.paid(1500);
    questionOf(await shop.part(1500));
    // Without the total, the second of two equal payments of an order is asked about.
    await shop.paid(1500, { order: 'B-1', total: null });
    expect(refusalIn(await shop.part(1500, { order: 'B-1', total: null })).refusal.code).toBe(
      'needs-confirmation',
    );
  });

  test('that may be a second one of the same amount, and too much, is one question', async () => {
    const shop = createOrderShop();
    shop.answers.push(() => Promise.reject(new TypeError('lost')));
    await shop.part(3000, { terminalId: 'T-lost' });
    const both = await shop.part(3000, { terminalId: 'T' });
    const { refusal } = refusalIn(both);
    expect(refusal.message).toMatch(/same amount.*more than the total/);
    expect(refusal.holder).toMatchObject({ phase: 'unknown' });
    await shop.paid(3000, { terminalId: 'T', confirmed: questionOf(both) });
    expect(await shop.figures()).toStrictEqual([3000, 3000, 0]);
  });

  test('counts while its outcome is open or unknown, and not once it is known that nothing was charged', async () => {
    const shop = createOrderShop();
    const waiting = await shop.part(2000);
    expect(await shop.figures()).toStrictEqual([0, 2000, 3000]);
    questionOf(await shop.part(3001));
    shop.results.set(messageIn(waiting), { status: 'failed' });
    await shop.finish(messageIn(waiting));
    expect(await shop.figures()).toStrictEqual([0, 0, 5000]);
    shop.answers.push(() => Promise.reject(new TypeError('lost')));
    const lost = await shop.part(4000, { terminalId: 'T-lost' });
    expect(lost.state).toBe('unanswered');
    expect(await shop.figures()).toStrictEqual([0, 4000, 1000]);
    questionOf(await shop.part(1001));
    await shop.resolve(lost.id, false);
    expect(await shop.figures()).toStrictEqual([0, 0, 5000]);
    await shop.paid(4999);
    expect(await shop.figures()).toStrictEqual([4999, 0, 1]);
  });

  test('counts as it was resolved, and as the service says afterwards', async () => {
    const shop = createOrderShop();
    const timed = await shop.part(2000);
    shop.results.set(messageIn(timed), { status: 'timeout' });
    await shop.finish(messageIn(timed));
    await shop.resolve(timed.id, true);
    expect(await shop.figures()).toStrictEqual([2000, 0, 3000]);
    shop.results.set(messageIn(timed), { status: 'complete', amount: 1500 });
    await shop.clock.advance(120_000);
    await shop.finish(messageIn(timed));
    expect((await shop.told(timed.id)).operation).toMatchObject({ phase: 'partial', confirmedCents: 1500 });
    expect(await shop.figures()).toStrictEqual([1500, 0, 3500]);
  });

  test('counts as what was approved, without a tip', async () => {
    const shop = createOrderShop();
    await shop.paid(3000, {}, { amount: 1800 });
    expect(await shop.figures()).toStrictEqual([1800, 0, 3200]);
    await shop.paid(1000, {}, { amount: 1150, tip: 150 });
    expect(await shop.figures()).toStrictEqual([2800, 0, 2200]);
  });

  test('is lowered by a refund, a tip first, and gone after a void', async () => {
    const shop = createOrderShop();
    const { pnRefNum } = await shop.paid(2000, {}, { amount: 2300, tip: 300 });
    await shop.follow('refund', { pnRefNum, amount: 300 });
    expect(await shop.figures()).toStrictEqual([2000, 0, 3000]);
    await shop.follow('refund', { pnRefNum, amount: 700 }, { status: 'failed' });
    expect(await shop.figures()).toStrictEqual([2000, 0, 3000]);
    await shop.follow('refund', { pnRefNum, amount: 700 });
    expect(await shop.figures()).toStrictEqual([1300, 0, 3700]);
    const other = await shop.paid(3700);
    await shop.follow('void', { pnRefNum: other.pnRefNum });
    expect(await shop.figures()).toStrictEqual([1300, 0, 3700]);
    await shop.paid(3700);
  });

  test('that is held is pending until it is captured, and the rest of it free then', async () => {
    const shop = createOrderShop();
    const { pnRefNum } = await shop.paid(4000, { kind: 'preAuth' });
    expect(await shop.figures()).toStrictEqual([0, 4000, 1000]);
    questionOf(await shop.part(1001));
    await shop.follow('capture', { pnRefNum, amount: 2500 });
    expect(await shop.figures()).toStrictEqual([2500, 0, 2500]);
    await shop.follow('refund', { pnRefNum, amount: 500 });
    expect(await shop.figures()).toStrictEqual([2000, 0, 3000]);
  });

  test('that is held or captured with a tip counts without it, and does not make the order paid too early', async () => {
    const shop = createOrderShop();
    const held = await shop.paid(4000, { kind: 'preAuth' }, { amount: 5000, tip: 1000 });
    expect(await shop.figures()).toStrictEqual([0, 4000, 1000]);
    await shop.follow('capture', { pnRefNum: held.pnRefNum, amount: 5000 });
    expect(await shop.figures()).toStrictEqual([4000, 0, 1000]);
    expect((await shop.getOrder()).paidAt).toBeUndefined();
    const other = await shop.paid(1000, { kind: 'preAuth' });
    await shop.follow('capture', { pnRefNum: other.pnRefNum, amount: 900 }, { amount: 1000, tip: 100 });
    expect(await shop.figures()).toStrictEqual([4900, 0, 100]);
    await shop.follow('refund', { pnRefNum: held.pnRefNum, amount: 1500 });
    expect(await shop.figures()).toStrictEqual([4400, 0, 600]);
  });

  test('counts for ever: years pass, and sales before the total was named are of the order too', async () => {
    const shop = createOrderShop();
    await shop.paid(2000, { total: null });
    await shop.clock.advance(90 * 24 * 60 * 60_000);
    questionOf(await shop.part(3001));
    await shop.paid(3000);
    expect(await shop.figures()).toStrictEqual([5000, 0, 0]);
  });

  test('in another currency is refused, because no sum mixes two', async () => {
    const shop = createOrderShop();
    await shop.paid(1000);
    const refused = await shop.part(1000, { query: '?currency=USD&orderTotal=5000' });
    expect(refusalIn(refused).refusal).toMatchObject({ code: 'not-allowed', field: 'currency' });
    expect((await shop.getOrder('A-1')).paidCents).toBe(1000);
  });

  test('in another currency, as of a sale without a total, makes the figures unknown, and that is said', async () => {
    const shop = createOrderShop();
    await shop.paid(1000);
    const read = (currency: string) =>
      shop.gateway.fetch(ask(`/orders/A-1?currency=${currency}&orderTotal=5000`, as({})));
    expect((await read('EUR')).status).toBe(200);
    const ofDollars = await read('USD');
    expect([ofDollars.status, await ofDollars.json()]).toMatchObject([
      409,
      {
        refusal: {
          code: 'other-state',
          field: 'currency',
          message: expect.stringContaining('another currency'),
        },
      },
    ]);
    await shop.paid(700, { total: null, query: '?currency=USD' });
    expect((await read('EUR')).status).toBe(409);
  });

  test('is refused once 500 have the number, so that what is left stays known', async () => {
    const shop = createOrderShop();
    const put = (from: number, to: number) =>
      shop.store.transact('', 'write', function* (tx) {
        const leg = { account: '', name: 'cash', currency: 'EUR', cents: 1, at: 0, actor: null, subject: '' };
        for (let at = from; at < to; at += 1) yield* tx.legs.put({ ...leg, id: `${at}`, orderNumber: 'A-1' });
      });
    await put(0, 499);
    expect((await shop.leg({ cents: 1 })).status).toBe(200);
    for (const answer of [await shop.part(1), await shop.leg({ cents: 1 })])
      expect(refusalIn(answer).refusal).toMatchObject({ code: 'not-allowed', field: 'orderNumber' });
    expect(await shop.figures()).toStrictEqual([500, 0, 4500]);
    // As from payments that named no total. Figures of some parts would say that more is due.
    await put(499, 500);
    const read = await shop.gateway.fetch(ask('/orders/A-1?currency=EUR&orderTotal=9999', as({})));
    expect(read.status).toBe(409);
  });

  test('is not shown to a caller who sees its refund only, or one of another provider with its reference', async () => {
    const shop = createOrderShop({
      authorize: ({ headers }) => ({ subject: 'till-1', sees: { terminals: [headers.get('x-till') ?? ''] } }),
    });
    const put = async (terminalId: string, provider: string, kind: 'pay' | 'refund' = 'pay') =>
      shop.store.transact('', 'write', function* (tx) {
        const sale: TerminalOperation = {
          id: `${kind}-${provider}`.padEnd(20, '_'),
          kind,
          phase: 'complete',
          terminalId,
          provider,
          currency: 'EUR',
          amountCents: 1000,
          orderNumber: kind === 'pay' ? 'A-1' : undefined,
          pnRefNum: 'P-1',
          anomalies: [],
          connection: 'ok',
          seenProcessing: false,
          flowKey: 'gateway',
          createdAt: tx.now,
          endedAt: tx.now,
        };
        const row = rowOf(sale, { account: '', subject: 'till-9' });
        yield* writeOperationAndEvents(tx, { ...row, operation: null }, sale, []);
      });
    await put('T-1', 'alpha');
    await put('T-2', 'beta');
    await put('T-3', 'alpha', 'refund');
    const shown = async (till: string) =>
      (await shop.getOrder('A-1', { who: { till } })).operations.map(({ terminalId }) => terminalId);
    expect(await shown('T-1')).toStrictEqual(['T-1', 'T-3']);
    expect(await shown('T-2')).toStrictEqual(['T-2']);
    expect(await shown('T-3')).toStrictEqual(['T-3']);
  });

  test('of another account is not seen and not counted', async () => {
    const shop = createOrderShop();
    await shop.paid(4000, { who: { account: 'one' } });
    await shop.leg({ cents: 500 }, { who: { account: 'one' } });
    expect(await shop.getOrder('A-1', { who: { account: 'two', sees: 'all' } })).toMatchObject({
      paidCents: 0,
      dueCents: 5000,
      operations: [],
      legs: [],
    });
    const none = await shop.gateway.fetch(ask('/orders/A-1', as({ account: 'two', sees: 'all' })));
    expect(none.status).toBe(400); // no total of it is known
    const noCurrency = '/orders/A-1?orderTotal=5000&currency=EURO';
    expect((await shop.gateway.fetch(ask(noCurrency, as({ account: 'one' })))).status).toBe(400);
    await shop.paid(5000, { who: { account: 'two' } });
    expect(await shop.figures('A-1', { who: { account: 'one' } })).toStrictEqual([4500, 0, 500]);
  });

  test('goes to the service without the total', async () => {
    const seen: string[] = [];
    const shop = createOrderShop({
      fetcher: async (request) => {
        seen.push(request.url, JSON.stringify(await request.json()));
        return Response.json({ data: { msgIdentifier: 'M', pnRefNum: 'P' } });
      },
    });
    await shop.part(1000);
    expect(seen.join()).not.toMatch(/5000|orderTotal/);
    expect(seen.join()).toMatch(/A-1/);
  });

  test('with another total under its id is another request, as with another amount', async () => {
    const shop = createOrderShop();
    const first = await shop.part(1000, { id: 'a'.repeat(32), terminalId: 'T' });
    const copies = [
      await shop.part(1000, { id: 'a'.repeat(32), terminalId: 'T' }),
      await shop.part(1000, { id: 'a'.repeat(32), terminalId: 'T', total: 5001 }),
      await shop.part(1000, { id: 'a'.repeat(32), terminalId: 'T', total: null }),
      await shop.part(1001, { id: 'a'.repeat(32), terminalId: 'T' }),
    ];
    expect(copies.map(({ status }) => status)).toStrictEqual([200, 409, 409, 409]);
    expect(
      copies.slice(1).map(({ text }) => (JSON.parse(text) as { error: { code: string } }).error.code),
    ).toStrictEqual(['other-body', 'other-body', 'other-body']);
    expect([first.text, shop.posted.length]).toStrictEqual([copies[0]?.text, 1]);
  });

  test('without a number is not sent', async () => {
    const shop = createOrderShop();
    const { orderNumber: _, ...body }: Record<string, unknown> = { ...saleBody };
    for (const number of [undefined, 'x'.repeat(257), 'a\u0000']) {
      const answer = await shop.send('pay', { ...body, orderNumber: number }, { query: '?orderTotal=5000' });
      expect([answer.status, answer.state]).toStrictEqual([400, 'not-seen']);
    }
    expect(shop.posted).toStrictEqual([]);
  });
});

describe('a leg', () => {
  test('counts as paid, and is recorded once for its id', async () => {
    const shop = createOrderShop();
    const id = 'leg-of-the-first-till';
    const first = await shop.leg({ id, cents: 2000 }, { who: { actor: 'anna' } });
    const again = await shop.leg({ id, cents: 2000 }, { by: shop.other });
    expect([first.status, again.text]).toStrictEqual([200, first.text]);
    expect(JSON.parse(first.text)).toMatchObject({
      number: 'A-1',
      currency: 'EUR',
      paidCents: 2000,
      dueCents: 3000,
      legs: [{ id, name: 'cash', cents: 2000, currency: 'EUR', actor: 'anna' }],
    });
    const others = [{ cents: 2001 }, { name: 'voucher' }, { currency: 'USD' }];
    for (const other of others) {
      const refused = await shop.leg({ id, cents: 2000, ...other });
      expect([
        refused.status,
        (JSON.parse(refused.text) as { error: { code: string } }).error.code,
      ]).toStrictEqual([409, 'other-body']);
    }
    expect((await shop.leg({ id, cents: 2000 }, { order: 'A-2' })).status).toBe(409);
    expect(await shop.figures()).toStrictEqual([2000, 0, 3000]);
  });

  test('is asked about as a payment is, and takes no more than is left beside one that is open', async () => {
    const shop = createOrderShop();
    const waiting = await shop.part(4000);
    const refused = await shop.leg({ cents: 1001 });
    const yes = questionOf(refused);
    expect(await shop.figures()).toStrictEqual([0, 4000, 1000]);
    expect((await shop.leg({ id: refused.id, cents: 1001 }, { confirmed: yes })).status).toBe(200);
    expect(await shop.figures()).toStrictEqual([1001, 4000, 0]);
    questionOf(await shop.part(1));
    await shop.finish(messageIn(waiting));
  });

  test('gives back at most what legs of its name hold', async () => {
    const shop = createOrderShop();
    await shop.leg({ cents: 2000 });
    await shop.leg({ name: 'voucher', cents: 1000 });
    const tooMuch = await shop.leg({ cents: -2001 });
    expect(refusalIn(tooMuch).refusal).toMatchObject({ code: 'not-allowed', field: 'cents' });
    expect((await shop.leg({ cents: -1500 })).status).toBe(200);
    expect(refusalIn(await shop.leg({ cents: -501 })).refusal.code).toBe('not-allowed');
    expect((await shop.leg({ cents: -500 })).status).toBe(200);
    expect(await shop.figures()).toStrictEqual([1000, 0, 4000]);
    // Even if more than the total was taken, giving back asks nothing.
    const yes = questionOf(await shop.part(4001, { terminalId: 'T' }));
    await shop.paid(4001, { terminalId: 'T', confirmed: yes });
    expect((await shop.leg({ name: 'voucher', cents: -1000 })).status).toBe(200);
    expect(await shop.figures()).toStrictEqual([4001, 0, 999]);
  });

  test('needs a total that it or an earlier part named', async () => {
    const shop = createOrderShop();
    const bare = { name: 'cash', cents: 100, currency: 'EUR' };
    const send = async (number: number, body: object) =>
      (
        await shop.gateway.fetch(
          post('/orders/A-1/legs', { id: `${number}`.padStart(16, '0'), ...bare, ...body }),
        )
      ).status;
    expect(await send(1, {})).toBe(400);
    await shop.paid(1000);
    expect(await send(2, {})).toBe(200);
    const wrong = [
      { cents: 0 },
      { cents: 1.5 },
      { name: '' },
      { currency: 'Euro' },
      { id: 'x' },
      { colour: 1 },
    ];
    for (const body of wrong) expect(await send(3, body)).toBe(400);
    expect(await send(4, { currency: 'USD' })).toBe(409);
    expect(await shop.figures()).toStrictEqual([1100, 0, 3900]);
  });

  test('takes no total that was named in another currency', async () => {
    const shop = createOrderShop();
    const part = await shop.part(5000);
    shop.results.set(messageIn(part), { status: 'failed' });
    await shop.finish(messageIn(part));
    const yen = { name: 'cash', cents: 5000, currency: 'JPY' };
    const answer = await shop.leg({ ...yen, totalCents: undefined });
    expect([answer.status, refusalIn(answer).errors?.[0]?.field]).toStrictEqual([400, 'totalCents']);
    expect((await shop.gateway.fetch(ask('/orders/A-1?currency=JPY', as({})))).status).toBe(400);
    expect((await shop.leg({ ...yen, totalCents: 6000 })).status).toBe(200);
  });

  test('stands in the report by its name, for those who see it', async () => {
    const shop = createOrderShop();
    await shop.leg({ cents: 2000 });
    await shop.leg({ cents: -500 }, { who: { till: 'till-2' } });
    await shop.leg({ name: 'voucher', cents: 700 });
    await shop.leg({ cents: 100, currency: 'USD', totalCents: 100 }, { order: 'A-2' });
    await shop.leg({ cents: 5000 }, { order: 'A-3', who: { account: 'other' } });
    const legsOf = async (who: object, more = '') => {
      const query = `?from=${shop.startedAt}&to=${shop.startedAt + 1000}${more}`;
      const response = await shop.gateway.fetch(ask(`/report${query}`, as(who)));
      return ((await response.json()) as { legs: unknown }).legs;
    };
    const usd = { name: 'cash', currency: 'USD', count: 1, cents: 100 };
    const voucher = { name: 'voucher', currency: 'EUR', count: 1, cents: 700 };
    expect(await legsOf({ sees: 'all' })).toStrictEqual([
      { name: 'cash', currency: 'EUR', count: 2, cents: 1500 },
      usd,
      voucher,
    ]);
    expect(await legsOf({})).toStrictEqual([
      { name: 'cash', currency: 'EUR', count: 1, cents: 2000 },
      usd,
      voucher,
    ]);
    expect(await legsOf({ sees: 'all' }, '&terminalId=T-1')).toStrictEqual([]);
    await shop.clock.advance(1001);
    await shop.leg({ cents: 1 });
    expect(await legsOf({ sees: 'all' })).toHaveLength(3);
  });
});

describe('an order', () => {
  test('lists what the caller may see, and counts what every till took', async () => {
    const shop = createOrderShop();
    const mine = await shop.paid(1000, { who: { till: 'till-1', actor: 'anna' } });
    await shop.paid(2000, { who: { till: 'till-2' } });
    await shop.leg({ cents: 500 }, { who: { till: 'till-2' } });
    await shop.follow('refund', { pnRefNum: mine.pnRefNum, amount: 100 });
    const own = await shop.getOrder('A-1', { who: { till: 'till-1' } });
    expect(own).toMatchObject({ totalCents: 5000, paidCents: 3400, dueCents: 1600, legs: [] });
    expect(own.operations.map(({ kind, actor }) => [kind, actor])).toStrictEqual([
      ['pay', 'anna'],
      ['refund', undefined],
    ]);
    const all = await shop.getOrder('A-1', { who: { sees: 'all' } });
    expect([all.operations.length, all.legs.length]).toStrictEqual([3, 1]);
  });

  test('is as it was named last where the caller does not name it, and any number that a payment may have', async () => {
    const shop = createOrderShop();
    const numbers = ['2026/17', 'Käse & Co?#%', '-', '../x', 'a b', '寿司😀'];
    for (const order of numbers) {
      await shop.paid(1000, { order, total: 4000 });
      const found = await shop.getOrder(order, { total: null });
      expect(found).toMatchObject({ number: order, currency: 'EUR', totalCents: 4000, dueCents: 3000 });
      expect(found.operations).toHaveLength(1);
      expect((await shop.leg({ cents: 100 }, { order })).status).toBe(200);
    }
    for (const path of [
      '/orders/',
      '/orders/A-1/',
      '/orders/%41-1',
      '/orders/a%00',
      '/orders/A-1?orderTotal=1&orderTotal=2',
      '/orders/A-1?colour=1',
    ])
      expect((await shop.gateway.fetch(ask(path))).status).toBeGreaterThanOrEqual(400);
  });

  test('authorize hears the order, and decides', async () => {
    const heard: unknown[] = [];
    const shop = createOrderShop({
      authorize: (_, operation, { order }) => {
        heard.push([operation, order]);
        return operation === 'getProcessedMessage' || order?.number === 'A-1';
      },
    });
    await shop.paid(1000);
    await shop.getOrder();
    await shop.leg({ cents: 100 });
    expect((await shop.leg({ cents: 100 }, { order: 'A-2' })).status).toBe(403);
    expect((await shop.gateway.fetch(ask('/orders/A-2?orderTotal=1'))).status).toBe(403);
    const first = { number: 'A-1', totalCents: 5000 };
    expect(heard.filter((one) => !String(one).startsWith('getProcessedMessage'))).toStrictEqual([
      ['pay', first],
      ['getOrder', first],
      ['recordLeg', first],
      ['recordLeg', { number: 'A-2', totalCents: 5000 }],
      ['getOrder', { number: 'A-2', totalCents: 1 }],
    ]);
  });

  test('a gateway that stores no order numbers knows none', async () => {
    const shop = createOrderShop({ storeOrderNumber: false });
    const answers = [await shop.part(1000), await shop.leg({ cents: 100 })];
    for (const answer of answers) {
      expect([answer.status, refusalIn(answer).error.code]).toStrictEqual([404, 'unavailable']);
    }
    expect([answers[0]?.state, shop.posted]).toStrictEqual(['not-seen', []]);
  });

  test('a part is refused if the store cannot tell what was taken', async () => {
    const shop = createOrderShop();
    let isAway = false;
    const away = meddled(shop.store, {
      before: (deed) => {
        if (deed === 'claim' && isAway) throw new Error('away');
      },
    });
    const gateway = shop.another({ store: away });
    isAway = true;
    expect((await shop.part(1000, { by: gateway })).status).toBe(503);
    expect([shop.posted.length, await shop.figures()]).toStrictEqual([0, [0, 0, 5000]]);
  });
});
