import { expect, test } from 'vitest';
import type { PaymentsEvent } from '../../../src/core/operations/terminalOperation.ts';
import { createPages } from '../gatewayPages.ts';

const order = { number: 'A-1/7', totalCents: 5000, currency: 'USD' };
const part = (amount: number, terminalId = 'T1') => ({ amount, terminalId, orderNumber: order.number });
const ofOrder = { orderTotalCents: order.totalCents };
const legId = (number: number) => `${number}`.padStart(16, '0');

async function twoTills(own: Parameters<typeof createPages>[0] = {}) {
  const made = await createPages(own);
  const session = { till: 'shop' };
  const [one, other] = [made.open({ as: session }), made.open({ as: session })];
  await made.pass(1000);
  const figures = async (page = one) => {
    const { paidCents, pendingCents, dueCents } = await made.settled(page.operations.record.getOrder(order));
    return [paidCents, pendingCents, dueCents];
  };
  return { ...made, one, other, figures };
}

test('a page takes a part of an order, and another one is asked before it takes more than the rest', async () => {
  const { one, other, results, pass, figures, posted } = await twoTills();
  expect(await one.pay(part(3000), ofOrder)).toMatchObject({ started: true });
  await pass(1000);
  expect(await figures(other)).toStrictEqual([0, 3000, 2000]);
  results.set('one M-1', { status: 'complete', amount: 2800 });
  await pass(10_000);
  expect(await figures(other)).toStrictEqual([2800, 0, 2200]);

  await other.pay(part(2500, 'T2'), ofOrder);
  await pass(1000);
  const refused = other.operations.list().find(({ terminalId }) => terminalId === 'T2');
  expect(refused).toMatchObject({
    phase: 'rejected',
    error: { operationState: 'not-seen', refusal: { code: 'needs-confirmation', field: 'orderTotal' } },
  });
  const asked = await other.pay(part(2500, 'T2'), ofOrder);
  const { confirmation } = (asked.started ? {} : asked.refusal) as { confirmation?: string };
  expect(asked).toMatchObject({
    started: false,
    refusal: { code: 'needs-confirmation', field: 'orderTotal' },
  });
  expect(posted).toHaveLength(1);
  await other.pay(part(2500, 'T2'), { ...ofOrder, confirmed: confirmation });
  await pass(1000);
  expect(posted).toHaveLength(2);
  expect(JSON.stringify(posted)).not.toContain('orderTotal');
  expect(await figures()).toStrictEqual([2800, 2500, 0]);
});

test('a lost answer counts as taken at every page, until the gateway has told what became of it', async () => {
  const { one, other, pass, figures, posted } = await twoTills();
  one.line.isLost = /POST/;
  await one.pay(part(5000), ofOrder);
  await pass(1000);
  expect([posted.length, await figures(other)]).toStrictEqual([1, [0, 5000, 0]]);
  await other.pay(part(5000, 'T2'), ofOrder);
  await pass(20_000);
  expect(posted).toHaveLength(1);
});

test('a leg is recorded once, and every page hears that the order is paid, once', async () => {
  const { one, other, settled, pass, figures } = await twoTills();
  const heard = [one, other].map(({ operations }) => {
    const events: PaymentsEvent[] = [];
    operations.listen((event) => void (event.type === 'order-paid' && events.push(event)));
    return events;
  });
  let changes = 0;
  other.operations.record.subscribe(() => (changes += 1));
  await pass(1000);
  const before = changes;
  const { record } = one.operations;
  const leg = { id: legId(1), name: 'cash', cents: 2000 };
  await settled(record.recordLeg(order, leg));
  const again = await settled(record.recordLeg(order, leg));
  expect(again).toMatchObject({ number: order.number, paidCents: 2000, legs: [leg] });
  expect(changes).toBeGreaterThan(before);
  const tooMuch = { id: legId(2), name: 'voucher', cents: 3001 };
  const refusal = await settled(record.recordLeg(order, tooMuch).catch((error: unknown) => error));
  expect(refusal).toMatchObject({
    status: 409,
    refusal: { code: 'needs-confirmation', field: 'orderTotal' },
  });
  expect(heard).toStrictEqual([[], []]);
  const { confirmation } = (refusal as { refusal: { confirmation: string } }).refusal;
  await settled(record.recordLeg(order, tooMuch, { confirmed: confirmation }));
  await pass(1000);
  const paid = {
    type: 'order-paid',
    eventId: expect.any(String),
    at: expect.any(Number),
    order: { ...order, paidCents: 5001 },
  };
  for (const events of heard) {
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject(paid);
  }
  expect(heard[0]?.[0]?.eventId).toBe(heard[1]?.[0]?.eventId);
  expect(await figures(other)).toStrictEqual([5001, 0, 0]);
});

test('an order that the gateway does not keep is unavailable, and its parts are not sent', async () => {
  const { one, settled, pass, posted } = await twoTills({ storeOrderNumber: false });
  const asked = await settled(one.operations.record.getOrder(order).catch((error: unknown) => error));
  expect(asked).toMatchObject({ status: 404, refusal: { code: 'unavailable' } });
  await one.pay(part(1000), ofOrder);
  for (let tries = 0; tries < 20 && one.only().phase === 'sending'; tries += 1) await pass(1000);
  expect([one.only().phase, posted.length]).toStrictEqual(['rejected', 0]);
});

test('a part without a number, or of no whole total, is not sent', async () => {
  const { one } = await twoTills();
  const { asked } = one;
  const before = asked.length;
  expect(await one.pay({ amount: 1000 }, ofOrder)).toMatchObject({
    started: false,
    refusal: { code: 'invalid-request', field: 'orderNumber' },
  });
  expect(await one.pay(part(1000), { orderTotalCents: 0.5 })).toMatchObject({
    refusal: { code: 'invalid-request', field: 'orderTotalCents' },
  });
  expect(asked.slice(before).filter((what) => what.startsWith('POST'))).toStrictEqual([]);
});
