import { describe, expect, onTestFinished, test } from 'vitest';
import { createPages } from './gatewayPages.ts';
import { createTestStore } from './store/testStore.ts';

const bakery = {
  as: { till: 'anna', account: 'bakery' },
  operations: { scopeKey: 'bakery/anna' },
  client: { clientId: 'bakery' },
};
const florist = {
  as: { till: 'ben', account: 'florist' },
  operations: { scopeKey: 'florist/ben' },
  client: { clientId: 'florist' },
};

describe('a browser that serves two merchants', () => {
  test('does not call a payment of the one unsent because the record of the other has not seen it', async () => {
    const made = await createPages();
    const page = made.open(bakery);
    // The gateway sends it; its answer is lost, and then the line is gone.
    page.line.isLost = /POST pay/;
    page.line.isDown = /operations/;
    await page.pay();
    await made.pass(20_000);
    const { id } = page.only();
    made.results.set('bakery M-1', { status: 'complete', amount: 1250 });
    await made.pass(30_000);
    expect(page.only().phase).toBe('unknown');
    expect(await made.recorded(id)).toMatchObject([{ account: 'bakery', phase: 'complete' }]);
    page.crash();
    // The same browser, signed in for the florist: another client, another scope, the same origin and so the same storage.
    const other = made.open({ ...florist, storage: page.storage });
    await made.pass(60_000);
    other.crash();
    const back = made.open({ ...bakery, storage: page.storage });
    await made.pass(60_000);
    expect(back.only()).toMatchObject({ id, phase: 'complete' });
  });

  test('does not end a payment of the one with the result of a payment of the other', async () => {
    const made = await createPages();
    const elsewhere = made.open({ as: florist.as });
    await elsewhere.pay({ terminalId: 'F1' });
    await made.pass(1000);
    made.results.set('florist M-1', { status: 'failed' });
    await made.pass(10_000);
    expect(elsewhere.only().phase).toBe('failed');
    // Messages are numbered by merchant.
    const page = made.open(bakery);
    await page.pay();
    await made.pass(5000);
    const { id } = page.only();
    expect(page.only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'M-1' });
    page.crash();
    const other = made.open({ ...florist, storage: page.storage });
    await made.pass(5000);
    made.results.set('bakery M-1', { status: 'complete', amount: 1250 });
    await made.pass(20_000);
    expect(await made.recorded(id)).toMatchObject([{ account: 'bakery', phase: 'complete' }]);
    other.crash();
    const back = made.open({ ...bakery, storage: page.storage });
    await made.pass(60_000);
    expect(back.only()).toMatchObject({ id, phase: 'complete' });
  });

  test('with a gateway for each under one origin: neither asks the other of its payments', async () => {
    const made = await createPages();
    const second = made.gateway({
      basePath: '/api/florist',
      headers: { authorization: 'florist' },
      store: createTestStore({ clock: made.clock }),
    });
    second.start();
    onTestFinished(() => second.stop());
    await made.pass(10 * 60_000, 1000);
    const page = made.open();
    const other = made.open({
      storage: page.storage,
      by: second,
      client: { baseUrl: 'https://shop.example/api/florist' },
    });
    page.line.isLost = /POST pay/;
    page.line.isDown = /operations/;
    await page.pay();
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(5 * 60_000, 1000);
    const { id } = page.only();
    expect(await made.recorded(id)).toMatchObject([{ phase: 'complete' }]);
    expect(page.only().phase).not.toBe('rejected');
    expect(other.asked.filter((what) => what.includes(id))).toEqual([]);
  });

  test('keeps what a person said for the one until that one has it', async () => {
    const made = await createPages();
    const page = made.open(bakery);
    await page.pay();
    await made.pass(6 * 60_000, 1000);
    const { id } = page.only();
    page.line.isDown = /resolution/;
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    await made.pass(1000);
    page.crash();
    const other = made.open({ ...florist, storage: page.storage });
    await made.pass(5000);
    other.crash();
    made.open({ ...bakery, storage: page.storage });
    await made.pass(60_000);
    expect(await made.recorded(id)).toMatchObject([{ phase: 'resolved', resolution: { charged: true } }]);
  });

  test('does not charge a customer of the one twice, without a question', async () => {
    const made = await createPages();
    const page = made.open(bakery);
    page.line.isLost = /POST pay/;
    page.line.isDown = /operations/;
    await page.pay();
    made.results.set('bakery M-1', { status: 'complete', amount: 1250 });
    await made.pass(30_000);
    // Both merchants' clients are in the browser, each with the headers of its own.
    made.open({ ...florist, storage: page.storage });
    await made.pass(60_000);
    page.line.isLost = /^$/;
    page.line.isDown = /^$/;
    await page.pay(); // the flow says "not sent", and offers to send it again
    await made.pass(5000);
    expect(made.posted.filter(({ merchant }) => merchant === 'bakery')).toHaveLength(1);
  });
});

describe('a late result, over what a person said', () => {
  test('is shown by a page that was opened again, and hears it over the stream', async () => {
    const made = await createPages();
    const page = made.open();
    await page.pay();
    await made.pass(6 * 60_000, 1000);
    const { id } = page.only();
    expect(page.only().phase).toBe('unknown');
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    await made.pass(30 * 60_000, 1000);
    page.crash(); // a reload
    const again = made.open({ storage: page.storage });
    await made.pass(60_000, 1000);
    // It was seen, and that the gateway has.
    expect(again.operations.list({ standing: true })).toEqual([]);
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(20 * 60_000, 1000);
    expect(await made.recorded(id)).toMatchObject([
      { phase: 'complete', anomalies: ['contradicts-operator'] },
    ]);
    expect(again.only()).toMatchObject({ id, phase: 'complete', anomalies: ['contradicts-operator'] });
  });

  test('that came while no page was open is shown by the next one', async () => {
    const made = await createPages();
    const page = made.open();
    await page.pay();
    await made.pass(6 * 60_000, 1000);
    const { id } = page.only();
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    await made.pass(10_000, 1000);
    page.crash();
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(60 * 60_000, 1000);
    expect(await made.recorded(id)).toMatchObject([
      { phase: 'complete', anomalies: ['contradicts-operator'] },
    ]);
    const again = made.open({ storage: page.storage });
    await made.pass(60_000, 1000);
    expect(again.only()).toMatchObject({ id, phase: 'complete', anomalies: ['contradicts-operator'] });
  });
});

describe('what a person said', () => {
  test('while the gateway still waited counts once it does not: it does not hold the terminal for all', async () => {
    const made = await createPages();
    const page = made.open();
    await page.pay();
    await made.pass(60_000);
    const { id } = page.only();
    expect(page.only().phase).toBe('waiting');
    // The customer has walked off; the terminal shows "cancelled".
    page.operations.stopWaiting(id);
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    await made.pass(10 * 60_000, 1000);
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution: { charged: false } });
    expect(page.asked).toContain(`POST operations/${id}/resolution`);
    const again = await page.pay({ amount: 900 });
    expect(again).toMatchObject({ started: true });
    await made.pass(2000);
    const next = page.only();
    // No operator can free it from here: the page has it as resolved, lists of what is open elsewhere leave out what is known here.
    expect({ phase: next.phase, refusal: next.error?.refusal?.code }).toEqual({
      phase: 'waiting',
      refusal: undefined,
    });
    expect(await made.recorded(id)).toMatchObject([{ phase: 'resolved' }]);
  });

  test('at another till while this page still waited is not lost to it', async () => {
    const made = await createPages();
    const office = made.open({ as: { till: 'office', sees: 'all' } });
    const page = made.open();
    await page.pay();
    await made.pass(10_000);
    const { id } = page.only();
    // The cashier looks at another tab for two minutes: what passes meanwhile is not counted as waiting. The stream stands (HTTP/2).
    page.signals.isVisible = false;
    await made.pass(4 * 60_000, 1000);
    page.signals.isVisible = true;
    page.wake();
    await made.pass(60_000, 1000);
    expect(await made.recorded(id)).toMatchObject([{ phase: 'unknown', reason: 'max-wait' }]);
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    await made.settled(office.client.resolveOperation(id, { charged: false, basis: 'back-office' }));
    await made.pass(20 * 60_000, 1000);
    expect(await made.recorded(id)).toMatchObject([{ phase: 'resolved' }]);
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution: { charged: false } });
  });

  test('and one tab could not tell before it was closed is told by the other tab', async () => {
    const made = await createPages();
    const one = made.open();
    const two = made.open({ storage: one.storage });
    await one.pay();
    await made.pass(6 * 60_000, 1000);
    const { id } = one.only();
    expect([one.only().phase, two.only().phase]).toEqual(['unknown', 'unknown']);
    one.line.isDown = /resolution|acknowledgement/;
    one.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    await made.pass(1000);
    one.crash();
    await made.pass(10 * 60_000, 1000);
    two.signals.isVisible = false;
    two.hide(false);
    two.signals.isVisible = true;
    two.wake();
    await made.pass(60_000, 1000);
    expect(two.only().phase).toBe('resolved');
    expect(two.asked).toContain(`POST operations/${id}/resolution`);
    expect(await made.recorded(id)).toMatchObject([{ phase: 'resolved' }]);
  });

  test('while the service had still not answered the gateway counts once it gives up', async () => {
    let answer = () => undefined as void;
    const made = await createPages({
      fetcher: () => new Promise((_, reject) => (answer = () => reject(new TypeError('terminated')))),
    });
    const page = made.open();
    await page.pay();
    await made.pass(50_000); // the page gave up after 30 s, and asked for 15 s more
    const { id } = page.only();
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    // The cashier looks at the terminal: it shows nothing, it was switched off.
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    await made.pass(1000);
    expect(page.asked).toContain(`POST operations/${id}/resolution`);
    answer();
    await made.pass(5 * 60_000, 1000);
    expect(page.only().phase).toBe('resolved');
    expect(await made.recorded(id)).toMatchObject([{ phase: 'resolved', isOpen: false }]);
  });

  test('that charged, before the gateway gave up, is money in the report', async () => {
    const made = await createPages();
    const page = made.open();
    await page.pay();
    await made.pass(60_000);
    const { id } = page.only();
    page.operations.stopWaiting(id);
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    await made.pass(60 * 60_000, 1000);
    const from = made.clock.now() - 24 * 3_600_000;
    const report = await made.settled(page.client.getReport({ from, to: made.clock.now() }));
    expect(report.unknown).toEqual([]);
    expect(report.rows).toMatchObject([{ kind: 'pay', phase: 'resolved', movedCents: 1250 }]);
  });

  test('otherwise at another till is not passed over in silence', async () => {
    const made = await createPages();
    const office = made.open({ as: { till: 'office', sees: 'all' } });
    const page = made.open();
    page.line.isDown = /stream/; // its page polls
    await page.pay();
    await made.pass(6 * 60_000, 1000);
    const { id } = page.only();
    page.line.isDown = /./; // and then nothing goes for a moment
    await made.settled(office.client.resolveOperation(id, { charged: true, basis: 'back-office' }));
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    await made.pass(5000);
    page.line.isDown = /^$/;
    page.wake();
    await made.pass(30 * 60_000, 1000);
    expect(page.asked).toContain(`POST operations/${id}/resolution`);
    const anomalies = ['contradicts-operator'];
    expect(await made.recorded(id)).toMatchObject([{ resolution: { charged: true }, anomalies }]);
    expect(page.only()).toMatchObject({ resolution: { charged: true }, anomalies });
  });
});

describe('what the record takes back', () => {
  test('after a contradiction the page does not go on saying that it failed', async () => {
    // The service answers the first question late with another result than the second, asked by another instance.
    let polls = 0;
    const made = await createPages({
      fetcher: async (request) => {
        if (request.method === 'POST') return Response.json({ data: { msgIdentifier: 'M-1' } });
        polls += 1;
        if (polls > 1) return Response.json({ data: { msgIdentifier: 'M-1', status: 'failed' } });
        await made.clock.advance(0);
        await new Promise<void>((resolve) => made.clock.setTimeout(() => resolve(), 9_000));
        return Response.json({ data: { msgIdentifier: 'M-1', status: 'complete', amount: 1250 } });
      },
      // A token that takes a while to get.
      headers: async () => {
        if (polls === 0) await new Promise<void>((resolve) => made.clock.setTimeout(() => resolve(), 3_000));
        return { authorization: 'one' };
      },
    });
    const other = made.gateway();
    other.start();
    const page = made.open();
    page.operations.record.subscribe(() => undefined);
    await page.pay();
    await made.pass(60_000);
    await other.stop();
    const { id } = page.only();
    const [row] = await made.recorded(id);
    expect(row).toMatchObject({ phase: 'unknown', reason: 'contradiction' });
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'contradiction' });
  });
});

describe('a till whose stream shows less than before', () => {
  test('asks about its payment itself, and shows how it ended', async () => {
    const made = await createPages();
    const session = { till: 'anna', sees: { terminals: ['T1', 'T2'] } };
    const page = made.open({ as: session });
    await page.pay();
    await made.pass(5000);
    expect(page.only().phase).toBe('waiting');
    // The host takes T1 from the till; the stream begins anew within five minutes.
    session.sees = { terminals: ['T2'] };
    await made.pass(5 * 60_000 - 20_000, 1000);
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(60_000);
    expect(page.only().phase).toBe('complete');
  });

  test('follows a sale at a terminal that it may not see', async () => {
    const made = await createPages();
    const page = made.open({ as: { till: 'anna', sees: { terminals: ['T2'] } } });
    await page.pay();
    await made.pass(30_000);
    expect(page.only().phase).toBe('waiting');
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(15_000);
    expect(page.only().phase).toBe('complete');
    page.operations.acknowledge(page.only().id);
    await made.pass(5000);
    expect(await made.recorded(page.only().id)).toMatchObject([{ phase: 'complete', isUnseen: false }]);
  });

  test.each([false, true])(
    'shows a late result that contradicts a person, of a sale at a terminal that it may not see (loaded anew: %s)',
    async (isLoadedAnew) => {
      const made = await createPages();
      const as = { till: 'anna', sees: { terminals: [] } };
      let page = made.open({ as });
      await page.pay();
      made.results.set('one M-1', { status: 'timeout' });
      await made.pass(60_000);
      page.operations.resolveUnknown(page.only().id, { charged: false, basis: 'receipt' });
      await made.pass(60_000);
      if (isLoadedAnew) {
        page.crash();
        page = made.open({ as, storage: page.storage });
        await made.pass(10_000);
      }
      expect(page.only().phase).toBe('resolved');
      const asked = page.asked.length;
      await made.pass(10 * 60_000, 1000);
      expect(page.asked.length - asked).toBeLessThan(20);
      made.results.set('one M-1', { status: 'complete', amount: 1250 });
      await made.pass(10 * 60_000, 1000);
      expect(page.only()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
    },
  );
});

describe('a gateway in which nothing follows by itself', () => {
  test('asks the service when a page asks about its payment', async () => {
    const made = await createPages();
    await made.first.stop();
    const page = made.open();
    page.line.isDown = /stream/;
    await page.pay();
    await made.pass(10_000);
    expect(page.only().phase).toBe('waiting');
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.pass(10_000);
    expect(page.only().phase).toBe('complete');
    expect(page.asked.filter((what) => what.includes('processed-messages'))).toEqual([]);
    expect(made.polls.length).toBeLessThanOrEqual(15);
  });
});

test('each of a hundred presses of a shop that signs in as one, none of which reached the gateway, is soon known as not sent', async () => {
  const made = await createPages();
  const pages = Array.from({ length: 10 }, () => made.open());
  for (const [index, page] of pages.entries()) {
    page.line.isDown = /POST pay/;
    for (let number = 0; number < 10; number += 1) await page.pay({ terminalId: `T${index}-${number}` });
  }
  await made.pass(5000);
  const shown = pages.flatMap(({ operations }) => operations.list());
  expect(shown.map(({ phase }) => phase)).toEqual(Array(100).fill('rejected'));
  for (const page of pages) page.line.isDown = /^$/;
  for (const [index, page] of pages.entries())
    expect((await page.pay({ terminalId: `T${index}-9` })).started).toBe(true);
});
