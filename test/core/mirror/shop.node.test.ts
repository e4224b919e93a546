import { describe, expect, test } from 'vitest';
import { createBrowser, minute, mirrorTill } from './mirrorTill.ts';

/** Tills of one shop, each in a browser of its own. */
async function shop(options: Parameters<typeof mirrorTill>[0] = {}) {
  const till = await mirrorTill(options);
  return { ...till, open: (name: string) => till.open({ till: name, browser: createBrowser() }) };
}
const withoutLists = (asked: readonly string[]) => asked.filter((path) => path !== 'GET operations');

describe('a page before the gateway itself', () => {
  test('hears of its payment over the stream, and asks for nothing', async () => {
    const { open, pass, sandbox, assertSafe } = await shop();
    const { pay, only, operations, asked } = open('bar');
    await pass(1000);
    await pay();
    await pass(minute);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250, anomalies: [] });
    operations.acknowledge(only().id);
    await pass(5000);
    const { id } = only();
    expect(withoutLists(asked)).toEqual([
      'GET operations/stream',
      'POST pay',
      `POST operations/${id}/acknowledgement`,
    ]);
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(sandbox.ledger.charges).toHaveLength(1);
    assertSafe();
  });

  test('that is gone is no loss: the payment ends, and another till sees it', async () => {
    const { open, pass, settled, clock } = await shop();
    const [bar, office] = [open('bar'), open('office')];
    await bar.pay();
    await pass(500);
    const { id } = bar.only();
    bar.crash();
    await pass(minute);
    expect(office.operations.get(id)).toMatchObject({ phase: 'complete', flowKey: '' });
    const { items } = await settled(office.client.listOperations({ phase: 'complete' }));
    expect(items).toMatchObject([{ id, confirmedCents: 1250, isOwn: false, currency: 'USD' }]);
    const reference = items[0]?.pnRefNum ?? '';
    const transaction = office.client.getTransaction({ pnRefNum: reference, provider: 'alpha' });
    expect(await settled(transaction)).toMatchObject({ leftCents: 1250, operations: [{ id }] });
    const report = office.client.getReport({ from: clock.now() - 3_600_000, to: clock.now() });
    expect((await settled(report)).rows).toMatchObject([
      { kind: 'pay', phase: 'complete', count: 1, movedCents: 1250 },
    ]);
    const { timeline } = await settled(office.client.getOperation(id));
    expect(timeline.map((entry) => ('to' in entry ? entry.to : entry.type))).toEqual([
      'sending',
      'waiting',
      'complete',
    ]);
  });

  test('tells it what was seen, by till', async () => {
    const { open, pass, settled } = await shop();
    const bar = open('bar');
    await bar.pay();
    await pass(minute);
    const unseen = () => settled(bar.client.listOperations({ unseen: true }));
    expect((await unseen()).items).toHaveLength(1);
    bar.operations.acknowledge(bar.only().id);
    await pass(1000);
    expect((await unseen()).items).toEqual([]);
  });

  test('is kept from a terminal that another till holds, until a person said what became of that', async () => {
    const { open, pass, assertSafe } = await shop({ scenario: 'service-timeout' });
    const [bar, kiosk] = [open('bar'), open('kiosk')];
    await bar.pay();
    await pass(1000);
    const { id } = bar.only();
    await kiosk.pay({ amount: 900 });
    await pass(1000);
    expect(kiosk.only()).toMatchObject({
      phase: 'rejected',
      error: { refusal: { code: 'terminal-busy', holder: { kind: 'pay', phase: 'waiting' } } },
    });
    // What is in the way is in its rows: who else holds a terminal needs no question.
    expect(kiosk.operations.list({ open: true })).toMatchObject([{ id, scope: 'by bar' }]);
    await pass(2 * minute);
    expect(bar.only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    bar.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    await pass(1000);
    expect(await kiosk.pay({ amount: 800 })).toMatchObject({ started: true });
    await pass(1000);
    expect(kiosk.only().phase).toBe('waiting');
    assertSafe();
  });

  test('asks what the gateway wants to be confirmed, and is let through with the answer', async () => {
    const { open, pass, sandbox, assertSafe } = await shop();
    const [bar, kiosk] = [open('bar'), open('kiosk')];
    const order = { orderNumber: 'A 7' };
    await bar.pay(order);
    await pass(30_000);
    await kiosk.pay(order);
    await pass(1000);
    expect(kiosk.only()).toMatchObject({
      phase: 'rejected',
      error: { refusal: { code: 'needs-confirmation' } },
    });
    const asked = await kiosk.pay(order);
    if (asked.started) throw new Error('It was not asked about.');
    expect(asked.refusal.code).toBe('needs-confirmation');
    const { confirmation } = asked.refusal;
    expect(await kiosk.pay(order, { confirmed: confirmation })).toMatchObject({ started: true });
    await pass(minute);
    expect(kiosk.only().phase).toBe('complete');
    expect(sandbox.ledger.charges).toHaveLength(2);
    assertSafe();
  });

  test('hears of what another till resolved', async () => {
    const { open, pass, settled } = await shop({ scenario: 'service-timeout' });
    const [bar, office] = [open('bar'), open('office')];
    await bar.pay();
    await pass(2 * minute);
    const { id, phase } = bar.only();
    expect(phase).toBe('unknown');
    await settled(office.client.resolveOperation(id, { charged: true, basis: 'back-office' }));
    await pass(1000);
    expect(bar.only()).toMatchObject({
      phase: 'resolved',
      resolution: { charged: true, basis: 'back-office' },
    });
  });

  test('resolves what another till has left, and its own ending stands there, not here', async () => {
    const { open, pass } = await shop({ scenario: 'service-timeout' });
    const [bar, office] = [open('bar'), open('office')];
    await bar.pay();
    await pass(2 * minute);
    const { id } = bar.only();
    office.operations.resolveUnknown(id, { charged: false, basis: 'back-office' });
    await pass(1000);
    expect(bar.operations.list({ standing: true })).toMatchObject([{ id, phase: 'resolved' }]);
    expect(office.operations.list({ standing: true })).toEqual([]);
  });
});

describe('a gateway that is deployed while a payment runs', () => {
  test('goes on with it, whichever instance has the store', async () => {
    const { open, pass, restart, sandbox, assertSafe } = await shop({ scenario: 'slow' });
    const bar = open('bar');
    await bar.pay();
    await pass(2000);
    restart({ forgets: false });
    await pass(5 * minute);
    expect(bar.only()).toMatchObject({ phase: 'complete', connection: 'ok' });
    expect(sandbox.ledger.charges).toHaveLength(1);
    assertSafe();
  });

  test('in the middle of a press sends it once', async () => {
    const { open, pass, restart, payments, assertSafe } = await shop();
    const bar = open('bar');
    await pass(1000);
    void bar.pay();
    await pass(20);
    restart({ forgets: false });
    await pass(3 * minute);
    expect(payments()).toHaveLength(1);
    expect(bar.only().phase).toBe('complete');
    assertSafe();
  });
});
