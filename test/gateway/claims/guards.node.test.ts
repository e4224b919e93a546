import { describe, expect, test } from 'vitest';
import { post, rowsOf } from '../gatewayTill.ts';
import { type Answer, createShop, messageIn, refusalIn } from '../shop.ts';

const dayMs = 24 * 60 * 60_000;
const said = ({ status, state }: Answer) => [status, state];
const refused = [409, 'not-seen'];
const taken = [200, 'accepted'];

describe('what may follow a payment', () => {
  /** A sale, or a hold, that is complete. */
  async function paid(shop: ReturnType<typeof createShop>, kind: 'pay' | 'preAuth' = 'pay', amount = 1000) {
    const answer = await shop.send(kind, { amount, terminalId: 'terminal-2' });
    await shop.finish(messageIn(answer));
    return (JSON.parse(answer.text) as { data: { pnRefNum: string } }).data.pnRefNum;
  }
  const expectDone = async (shop: ReturnType<typeof createShop>, answer: Promise<Answer>) => {
    const given = await answer;
    expect(said(given)).toStrictEqual(taken);
    await shop.finish(messageIn(given));
  };
  /** Why it was not allowed. */
  const refusalOf = async (answer: Promise<Answer>) => {
    const given = await answer;
    const { refusal, error, errors } = refusalIn(given);
    expect([...said(given), error.code, refusal.code]).toStrictEqual([
      ...refused,
      'not-allowed',
      'not-allowed',
    ]);
    return { ...refusal, field: errors?.[0]?.field };
  };
  const whyNot = async (answer: Promise<Answer>) => (await refusalOf(answer)).message;

  test('a hold is captured once', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop, 'preAuth');
    expect(await whyNot(shop.send('capture', { pnRefNum, amount: 1001 }))).toMatch(/At most 1000 cents/);
    await expectDone(shop, shop.send('capture', { pnRefNum, amount: 700 }));
    expect(await whyNot(shop.send('capture', { pnRefNum, amount: 300 }, { by: shop.other }))).toMatch(
      /already-captured/,
    );
    expect(await whyNot(shop.send('refund', { pnRefNum, amount: 701 }))).toMatch(/At most 700 cents/);
    await expectDone(shop, shop.send('refund', { pnRefNum, amount: 700 }));
  });

  test('no more is given back than was paid, whichever till gives it back', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    await expectDone(shop, shop.send('refund', { pnRefNum, amount: 400 }, { who: { till: 'till-2' } }));
    expect(await refusalOf(shop.send('refund', { pnRefNum, amount: 601 }, { by: shop.other }))).toMatchObject(
      { message: expect.stringMatching(/At most 600 cents/), field: 'amount' },
    );
    await expectDone(shop, shop.send('refund', { pnRefNum, amount: 600 }));
    expect(await whyNot(shop.send('refund', { pnRefNum, amount: 1 }))).toMatch(/already-refunded/);
  });

  test('who may not see a sale is not told what is left of it', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    expect(
      await refusalOf(shop.send('refund', { pnRefNum, amount: 1001 }, { who: { till: 'till-2' } })),
    ).toMatchObject({
      message: expect.stringMatching(/^The amount is more than is left to refund/),
      field: 'amount',
    });
    expect(
      await whyNot(shop.send('refund', { pnRefNum, amount: 1001 }, { who: { till: 'till-2', sees: 'all' } })),
    ).toMatch(/At most 1000 cents/);
  });

  test('nothing while something on it is open, on whatever terminal', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    await shop.send('refund', { pnRefNum, amount: 100, terminalId: 'terminal-3' });
    expect(await refusalOf(shop.send('refund', { pnRefNum, amount: 100 }))).toMatchObject({
      message: expect.stringMatching(/open or not known/),
      holder: { kind: 'refund', phase: 'waiting' },
    });
  });

  test('no void after a refund, nothing after a void', async () => {
    const shop = createShop();
    const [first, second] = [await paid(shop), await paid(shop, 'pay', 2000)];
    await expectDone(shop, shop.send('refund', { pnRefNum: first, amount: 100 }));
    expect(await whyNot(shop.send('void', { pnRefNum: first }))).toMatch(/already-refunded/);
    await expectDone(shop, shop.send('void', { pnRefNum: second }));
    expect(await whyNot(shop.send('void', { pnRefNum: second }))).toMatch(/was voided/);
    expect(await whyNot(shop.send('refund', { pnRefNum: second, amount: 1 }))).toMatch(/was voided/);
  });

  test('a reference that the record does not know is refused, or passed where the host says so', async () => {
    const shop = createShop();
    expect(await whyNot(shop.send('refund', { pnRefNum: 'P-99', amount: 100 }))).toMatch(
      /has no finished payment/,
    );
    const passing = shop.another({ unknownReferences: 'pass' });
    expect(said(await shop.send('refund', { pnRefNum: 'P-99', amount: 100 }, { by: passing }))).toStrictEqual(
      taken,
    );
  });

  test('a sale that is not finished is none', async () => {
    const shop = createShop({ unknownReferences: 'pass' });
    await shop.send('pay', { terminalId: 'terminal-2' });
    expect(await whyNot(shop.send('refund', { pnRefNum: 'P-1', amount: 100 }))).toMatch(/open or not known/);
    shop.results.set('M-1', { status: 'failed' });
    await shop.finish('M-1');
    expect(
      await whyNot(
        shop.send(
          'refund',
          { pnRefNum: 'P-1', amount: 100 },
          { by: shop.another({ unknownReferences: 'refuse' }) },
        ),
      ),
    ).toMatch(/has no finished payment/);
  });

  test('of a reference that the service gave again, the latest sale counts', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop, 'pay', 5000);
    await expectDone(shop, shop.send('void', { pnRefNum }));
    await shop.clock.advance(dayMs);
    shop.answers.push(() => Response.json({ data: { msgIdentifier: 'M-50', pnRefNum } }));
    await expectDone(shop, shop.send('pay', { amount: 800 }));
    expect(await whyNot(shop.send('refund', { pnRefNum, amount: 801 }))).toMatch(/At most 800 cents/);
    await expectDone(shop, shop.send('refund', { pnRefNum, amount: 800 }));
  });

  test('cents of another currency are other cents', async () => {
    const shop = createShop();
    await expectDone(shop, shop.send('pay', { terminalId: 'terminal-2' }, { query: '?currency=EUR' }));
    for (const terminalId of ['terminal-1', 'terminal-2']) {
      const body = { pnRefNum: 'P-1', amount: 100, terminalId };
      expect(await refusalOf(shop.send('refund', body, { query: '?currency=USD' }))).toMatchObject({
        message: expect.stringMatching(/in EUR/),
        field: 'currency',
      });
    }
    await expectDone(shop, shop.send('refund', { pnRefNum: 'P-1', amount: 100 }, { query: '?currency=eur' }));
  });

  test('references of two providers are two', async () => {
    const shop = createShop();
    await expectDone(shop, shop.send('pay', { terminalId: 'terminal-2' }, { query: '?provider=one' }));
    const body = { pnRefNum: 'P-1', amount: 100 };
    expect(await whyNot(shop.send('refund', body, { query: '?provider=two' }))).toMatch(
      /has no finished payment/,
    );
    await expectDone(shop, shop.send('refund', body, { query: '?provider=one' }));
  });
});

describe('what a person is asked first', () => {
  /** Refused with a question; gives what a confirmed one has to say. */
  const questionOf = async (answer: Promise<Answer>) => {
    const given = await answer;
    expect(said(given)).toStrictEqual(refused);
    const { refusal } = refusalIn(given);
    expect(refusal.code).toBe('needs-confirmation');
    return refusal.confirmation ?? '';
  };

  test('an order that was paid a minute ago, on any till', async () => {
    const shop = createShop();
    const order = { orderNumber: 'Zähler | 7', amount: 700 };
    await shop.send('pay', order);
    await shop.finish('M-1');
    const again = { ...order, terminalId: 'terminal-2' };
    const who = { till: 'till-2' };
    const confirmed = await questionOf(shop.send('pay', again, { who, by: shop.other }));
    // What was confirmed holds for this only.
    await questionOf(shop.send('pay', { ...again, terminalId: 'terminal-3' }, { who, confirmed }));
    const id = shop.newId();
    await questionOf(shop.send('pay', again, { who, id, confirmed: 'yes' }));
    await questionOf(shop.send('pay', again, { who, id, confirmed }));
    expect(said(await shop.send('pay', again, { who, confirmed }))).toStrictEqual(taken);
    expect(said(await shop.send('pay', { ...order, orderNumber: '8' }))).toStrictEqual(taken);
    expect(shop.posted).toHaveLength(3);
  });

  test('an order number that was cut within an emoji, in a form that a header can hold', async () => {
    const shop = createShop();
    const order = { orderNumber: 'Table 🍕'.slice(0, -1), amount: 700 };
    await shop.send('pay', order);
    await shop.finish('M-1');
    const again = { ...order, terminalId: 'terminal-2' };
    const confirmed = await questionOf(shop.send('pay', again));
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
  });

  test('an amount of which it is not known whether it was paid, for five minutes', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    await shop.send('pay', { amount: 700 });
    const again = { amount: 700, terminalId: 'terminal-2' };
    const confirmed = await questionOf(shop.send('pay', again));
    expect(said(await shop.send('pay', { ...again, amount: 701 }))).toStrictEqual(taken);
    await shop.finish('M-1');
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
    await shop.finish('M-2');
    await shop.clock.advance(300_000);
    expect(said(await shop.send('pay', again))).toStrictEqual(taken);
  });

  test('an order whose payment has not ended, on whatever terminal and however long that takes', async () => {
    const shop = createShop();
    shop.results.set('M-1', { status: 'processing' });
    const order = { orderNumber: 'ORDER-7', amount: 700 };
    const first = await shop.send('pay', order);
    const again = { ...order, terminalId: 'terminal-2' };
    await questionOf(shop.send('pay', again));
    shop.gateway.start();
    await shop.clock.advance(310_000);
    expect((await shop.told(first.id)).operation).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    await questionOf(shop.send('pay', again));
    await shop.gateway.stop();
    await shop.clock.advance(26 * 3_600_000);
    const confirmed = await questionOf(shop.send('pay', again));
    expect(said(await shop.send('pay', { ...again, orderNumber: '8' }))).toStrictEqual(taken);
    await shop.finish('M-2');
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
    expect(shop.posted).toHaveLength(3);
  });

  test('however many of the same amount came after it', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    await shop.send('pay', { amount: 700 });
    for (let sold = 0; sold < 60; sold += 1) {
      const answer = await shop.send('preAuth', { amount: 700, terminalId: `terminal-${sold + 3}` });
      expect(said(answer)).toStrictEqual(taken);
    }
    for (let sold = 0; sold < 60; sold += 1) {
      const terminalId = `terminal-${sold + 63}`;
      const confirmed = await questionOf(shop.send('pay', { amount: 700, terminalId }));
      await shop.send('pay', { amount: 700, terminalId }, { confirmed });
    }
    await questionOf(shop.send('pay', { amount: 700, terminalId: 'terminal-2' }));
  });

  test('what a person said of it is asked about as well', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    const { id } = await shop.send('pay', { amount: 700 });
    await shop.gateway.fetch(post(`/operations/${id}/resolution`, { charged: false, basis: 'receipt' }));
    const confirmed = await questionOf(shop.send('pay', { amount: 700 }));
    expect(said(await shop.send('pay', { amount: 700 }, { confirmed }))).toStrictEqual(taken);
  });

  test('what a person said a moment ago, however long ago it was sent, and an order that was paid only now', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    const { id } = await shop.send('pay', { amount: 700 });
    const order = { amount: 800, orderNumber: 'ORDER-7', terminalId: 'terminal-2' };
    shop.results.set('M-1', { status: 'processing' });
    await shop.send('pay', order);
    await shop.clock.advance(26 * 3_600_000);
    await shop.gateway.fetch(post(`/operations/${id}/resolution`, { charged: false, basis: 'receipt' }));
    await questionOf(shop.send('pay', { amount: 700, terminalId: 'terminal-3' }));
    shop.results.delete('M-1');
    await shop.finish('M-1');
    await questionOf(shop.send('pay', { ...order, terminalId: 'terminal-3' }));
    expect(shop.posted).toHaveLength(2);
  });

  test('nothing where the host does not want it', async () => {
    const shop = createShop({ duplicateGuard: false });
    shop.answers.push(() => new Response('', { status: 500 }));
    await shop.send('pay', { amount: 700 });
    expect(said(await shop.send('pay', { amount: 700, terminalId: 'terminal-2' }))).toStrictEqual(taken);
  });

  test('an order number that is not to be kept is kept nowhere, in the question neither', async () => {
    const shop = createShop({ storeOrderNumber: false });
    shop.answers.push(() => new Response('', { status: 500 }));
    await shop.send('pay', { amount: 700, orderNumber: 'ORDER-7' });
    const again = { amount: 700, orderNumber: 'ORDER-7', terminalId: 'terminal-2' };
    const id = shop.newId();
    const confirmed = await questionOf(shop.send('pay', again, { id }));
    expect(
      JSON.stringify(await shop.store.transact('', 'read', (tx) => tx.operations.list({}))),
    ).not.toContain('ORDER-7');
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
    expect(await rowsOf(shop.store, id)).toMatchObject([{ state: 'closed' }]);
  });
});
