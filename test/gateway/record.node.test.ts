import { describe, expect, test } from 'vitest';
import { close, meddled, mortalStore, post, rowsOf } from './gatewayTill.ts';
import { type Answer, createShop, heldBack, messageIn, refusalIn } from './shop.ts';

const dayMs = 24 * 60 * 60_000;
const said = ({ status, state }: Answer) => [status, state];
const refused = [409, 'not-seen'];
const taken = [200, 'accepted'];

describe('one operation at a terminal, of all tills', () => {
  test('200 races of two tills: one is sent, and a copy of the loser that comes after the winner ended is not', async () => {
    const { gateway, other, send, finish, newId, posted } = createShop();
    for (let race = 0; race < 200; race += 1) {
      const body = { terminalId: `terminal-${race}`, amount: 1000 + race };
      const tills = [
        { id: newId(), by: gateway, who: { till: 'till-1' } },
        { id: newId(), by: other, who: { till: 'till-2' } },
      ];
      if (race % 2) tills.reverse();
      const answers = await Promise.all(tills.map((till) => send('pay', body, till)));
      const lost = answers.findIndex(({ status }) => status !== 200);
      const [loser, winner] = [answers[lost]!, answers[1 - lost]!];
      expect([said(winner), said(loser)]).toStrictEqual([taken, refused]);
      await finish(messageIn(winner), tills[1 - lost]!.who);
      for (const by of [gateway, other]) {
        const copy = await send('pay', body, { ...tills[lost]!, by });
        expect(copy).toStrictEqual(loser);
      }
      expect(posted.map(({ id }) => id)).toStrictEqual([winner.id]);
      posted.length = 0;
    }
  });

  test('a refusal tells what is in the way, since when and whom to ask; never how much or which order', async () => {
    const { send, clock, told } = createShop();
    const first = await send('pay', { amount: 98_765, orderNumber: 'ORDER-7' }, { who: { actor: 'Ann' } });
    await clock.advance(4000);
    const loser = await send('pay', { amount: 300 }, { who: { till: 'till-2' } });
    expect(said(loser)).toStrictEqual(refused);
    const { error, refusal } = refusalIn(loser);
    expect([error.code, error.message]).toStrictEqual(['terminal-busy', refusal.message]);
    expect(refusal).toStrictEqual({
      code: 'terminal-busy',
      message: expect.stringContaining('Nothing was sent'),
      holder: { kind: 'pay', phase: 'waiting', ageMs: 4000, actor: 'Ann' },
    });
    for (const secret of ['98765', 'ORDER-7', first.id]) expect(loser.text).not.toContain(secret);
    // Nor does the loser find out by asking.
    expect(await told(loser.id, { till: 'till-2', sees: 'all' })).toMatchObject({
      state: 'not-seen',
      isClosed: true,
    });
  });

  test('an id that was refused is closed: asked about, closed again or used for something else, nothing is sent', async () => {
    const { send, gateway, other, told, finish, posted } = createShop();
    const first = await send('pay', {});
    const loser = await send('pay', { amount: 300 });
    await finish(messageIn(first));
    for (const by of [gateway, other]) {
      expect(await told(loser.id, {}, by)).toMatchObject({ state: 'not-seen', isClosed: true });
      const answer = await by.fetch(close(loser.id));
      await expect(answer.json()).resolves.toMatchObject({ state: 'not-seen', isClosed: true });
      const elsewhere = await send('pay', { amount: 301 }, { id: loser.id, by });
      expect(said(elsewhere)).toStrictEqual(refused);
      expect(elsewhere.text).toContain('other-body');
      const stranger = await send('pay', { amount: 300 }, { id: loser.id, by, who: { till: 'till-2' } });
      expect(stranger.status).toBe(403);
    }
    expect(posted).toHaveLength(1);
  });

  test('it is closed for good: what is in the way may be gone by the time its answer is forgotten', async () => {
    const { gateway, send, finish, clock, posted } = createShop({ keepAnswersMs: 60_000 });
    const first = await send('pay', {});
    const loser = await send('pay', { amount: 300 });
    await finish(messageIn(first));
    gateway.start();
    await clock.advance(300_000);
    await gateway.stop();
    expect(said(await send('pay', { amount: 300 }, { id: loser.id }))).toStrictEqual([410, 'not-seen']);
    expect(posted).toHaveLength(1);
  });

  test.each<[string, (shop: ReturnType<typeof createShop>) => void]>([
    ['complete', () => undefined],
    ['failed', ({ results }) => results.set('M-1', { status: 'failed' })],
    ['partial', ({ results }) => results.set('M-1', { amount: 1 })],
  ])('the next one is sent as soon as the first is %s', async (phase, prepare) => {
    const shop = createShop();
    prepare(shop);
    const first = await shop.send('pay', {});
    await shop.finish('M-1');
    expect((await shop.told(first.id)).operation?.phase).toBe(phase);
    expect(said(await shop.send('pay', { amount: 300 }))).toStrictEqual(taken);
  });

  test('a refusal of the service frees the terminal', async () => {
    const { send, answers, told } = createShop();
    answers.push(() => Response.json({ message: 'no' }, { status: 422 }));
    const first = await send('pay', {});
    expect(said(first)).toStrictEqual([422, 'refused']);
    expect((await told(first.id)).operation).toMatchObject({ phase: 'rejected', error: { status: 422 } });
    expect(said(await send('pay', {}))).toStrictEqual(taken);
  });

  test('so does one of the headers of the gateway', async () => {
    const { send, answers, told } = createShop();
    answers.push(() => Response.json({ message: 'who?' }, { status: 401 }));
    const first = await send('pay', {});
    expect(said(first)).toStrictEqual([502, 'not-seen']);
    expect((await told(first.id)).operation).toMatchObject({
      phase: 'rejected',
      error: { operationState: 'not-seen' },
    });
    expect(said(await send('pay', {}))).toStrictEqual(taken);
  });

  test('so does a claim whose answer was lost, once it is withdrawn', async () => {
    const { send, store, another, clock, told } = createShop();
    const after = (deed: string) => {
      if (deed === 'claim') throw new Error('no answer within 2000 ms');
    };
    const lost = await send('pay', {}, { by: another({ store: meddled(store, { after }) }) });
    expect(said(lost)).toStrictEqual([503, null]);
    expect(refusalIn(await send('pay', { amount: 300 })).refusal.holder?.phase).toBe('sending');
    await clock.advance(1000);
    expect((await told(lost.id)).operation?.phase).toBe('rejected');
    expect(said(await send('pay', {}))).toStrictEqual(taken);
  });

  test('so does one under an id that was closed before anybody knew whose it is', async () => {
    const { send, another, told, newId, posted } = createShop();
    const who = { account: 'north' };
    const id = newId();
    const stranger = another({ authorize: () => false });
    expect(said(await send('pay', {}, { id, who, by: stranger }))).toStrictEqual([403, 'not-seen']);
    expect(said(await send('pay', {}, { id, who }))).toStrictEqual([410, 'not-seen']);
    expect((await told(id, who)).operation?.phase).toBe('rejected');
    expect(posted).toHaveLength(0);
    expect(said(await send('pay', {}, { who }))).toStrictEqual(taken);
  });

  test('M1 where it is closed at the moment in which it is taken, nobody says that nothing was sent, or nothing is', async () => {
    const { send, store, another, told, newId, posted } = createShop();
    const who = { account: 'north' };
    const id = newId();
    const refusedCopies: Answer[] = [];
    const after = async (deed: string) => {
      if (deed !== 'claim') return;
      refusedCopies.push(await send('pay', {}, { id, who, by: another({ authorize: () => false }) }));
    };
    const first = await send('pay', {}, { id, who, by: another({ store: meddled(store, { after }) }) });
    expect(refusedCopies.map(said)).toStrictEqual([[403, null]]);
    expect(said(first)).toStrictEqual([410, 'not-seen']);
    expect((await told(id, who)).operation?.phase).toBe('rejected');
    expect(posted).toHaveLength(0);
  });

  test('one whose instance died becomes unknown when its time is up, and whoever comes next is told so', async () => {
    const { send, store, another, answers, clock, told } = createShop();
    const { store: mortal, kill } = mortalStore(store);
    const service = heldBack();
    answers.push(service.answer);
    const { newId } = createShop();
    const id = newId();
    void send('pay', {}, { id, by: another({ store: mortal }), who: { till: 'till-2' } });
    await service.reached;
    kill();
    await clock.advance(94_900);
    const who = { till: 'till-1' };
    expect(
      refusalIn(await send('pay', { amount: 1 }, { id: 'a'.repeat(32), who })).refusal.holder?.phase,
    ).toBe('sending');
    await clock.advance(100);
    const next = await send('pay', { amount: 1 }, { id: 'b'.repeat(32), who });
    expect(refusalIn(next).refusal).toMatchObject({ code: 'terminal-busy', holder: { phase: 'unknown' } });
    expect((await told(id, { till: 'till-2' })).operation).toMatchObject({
      phase: 'unknown',
      reason: 'no-response',
    });
    // What the service answers after all still counts.
    service.give(Response.json({ data: { msgIdentifier: 'M-7' } }));
  });

  test('a day is not closed over what is open, but over a doubt that is older than a day', async () => {
    const { send, answers, clock } = createShop();
    answers.push(() => new Response('', { status: 500 }));
    expect(said(await send('pay', {}))).toStrictEqual([500, 'unanswered']);
    const early = await send('closeBatch', {});
    expect(refusalIn(early).refusal).toMatchObject({ code: 'terminal-busy', holder: { phase: 'unknown' } });
    await clock.advance(dayMs + 1);
    expect(said(await send('pay', { amount: 300 }))).toStrictEqual(refused);
    expect(said(await send('closeBatch', {}))).toStrictEqual(taken);
  });
});

describe('what may follow a payment', () => {
  /** A sale, or a hold, that is complete. */
  async function paid(shop: ReturnType<typeof createShop>, kind: 'pay' | 'preAuth' = 'pay', amount = 1000) {
    const answer = await shop.send(kind, { amount, terminalId: 'terminal-2' });
    await shop.finish(messageIn(answer));
    return (JSON.parse(answer.text) as { data: { pnRefNum: string } }).data.pnRefNum;
  }
  const done = async (shop: ReturnType<typeof createShop>, answer: Promise<Answer>) => {
    const given = await answer;
    expect(said(given)).toStrictEqual(taken);
    await shop.finish(messageIn(given));
  };
  const isRefused = async (answer: Promise<Answer>, sentence: RegExp) => {
    const given = await answer;
    expect(said(given)).toStrictEqual(refused);
    const { refusal, error } = refusalIn(given);
    expect([error.code, refusal.code]).toStrictEqual(['not-allowed', 'not-allowed']);
    expect(refusal.message).toMatch(sentence);
    return refusalIn(given);
  };

  test('a hold is captured once', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop, 'preAuth');
    await isRefused(shop.send('capture', { pnRefNum, amount: 1001 }), /At most 1000 cents/);
    await done(shop, shop.send('capture', { pnRefNum, amount: 700 }));
    await isRefused(shop.send('capture', { pnRefNum, amount: 300 }, { by: shop.other }), /already-captured/);
    await isRefused(shop.send('refund', { pnRefNum, amount: 701 }), /At most 700 cents/);
    await done(shop, shop.send('refund', { pnRefNum, amount: 700 }));
  });

  test('no more is given back than was paid, whoever gives it back', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    await done(shop, shop.send('refund', { pnRefNum, amount: 400 }, { who: { till: 'till-2' } }));
    const { errors } = await isRefused(
      shop.send('refund', { pnRefNum, amount: 601 }, { by: shop.other }),
      /At most 600 cents/,
    );
    expect(errors).toMatchObject([{ field: 'amount' }]);
    await done(shop, shop.send('refund', { pnRefNum, amount: 600 }));
    await isRefused(shop.send('refund', { pnRefNum, amount: 1 }), /already-refunded/);
  });

  test('who may not see a sale is not told what is left of it', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    const { errors } = await isRefused(
      shop.send('refund', { pnRefNum, amount: 1001 }, { who: { till: 'till-2' } }),
      /^Less than that is left to refund/,
    );
    expect(errors).toMatchObject([{ field: 'amount' }]);
    await isRefused(
      shop.send('refund', { pnRefNum, amount: 1001 }, { who: { till: 'till-2', sees: 'all' } }),
      /At most 1000 cents/,
    );
  });

  test('nothing while something on it is open, on whatever terminal', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop);
    await shop.send('refund', { pnRefNum, amount: 100, terminalId: 'terminal-3' });
    const { refusal } = await isRefused(shop.send('refund', { pnRefNum, amount: 100 }), /open or not known/);
    expect(refusal.holder).toMatchObject({ kind: 'refund', phase: 'waiting' });
  });

  test('no void after a refund, nothing after a void', async () => {
    const shop = createShop();
    const [first, second] = [await paid(shop), await paid(shop, 'pay', 2000)];
    await done(shop, shop.send('refund', { pnRefNum: first, amount: 100 }));
    await isRefused(shop.send('void', { pnRefNum: first }), /already-refunded/);
    await done(shop, shop.send('void', { pnRefNum: second }));
    await isRefused(shop.send('void', { pnRefNum: second }), /was voided/);
    await isRefused(shop.send('refund', { pnRefNum: second, amount: 1 }), /was voided/);
  });

  test('a reference that the record does not know is refused, or passed where the host says so', async () => {
    const shop = createShop();
    await isRefused(shop.send('refund', { pnRefNum: 'P-99', amount: 100 }), /knows no finished payment/);
    const passing = shop.another({ unknownReferences: 'pass' });
    expect(said(await shop.send('refund', { pnRefNum: 'P-99', amount: 100 }, { by: passing }))).toStrictEqual(
      taken,
    );
  });

  test('a sale that is not finished is none', async () => {
    const shop = createShop({ unknownReferences: 'pass' });
    await shop.send('pay', { terminalId: 'terminal-2' });
    await isRefused(shop.send('refund', { pnRefNum: 'P-1', amount: 100 }), /open or not known/);
    shop.results.set('M-1', { status: 'failed' });
    await shop.finish('M-1');
    await isRefused(
      shop.send(
        'refund',
        { pnRefNum: 'P-1', amount: 100 },
        { by: shop.another({ unknownReferences: 'refuse' }) },
      ),
      /knows no finished payment/,
    );
  });

  test('of a reference that the service gave again, the latest sale counts', async () => {
    const shop = createShop();
    const pnRefNum = await paid(shop, 'pay', 5000);
    await done(shop, shop.send('void', { pnRefNum }));
    await shop.clock.advance(dayMs);
    shop.answers.push(() => Response.json({ data: { msgIdentifier: 'M-50', pnRefNum } }));
    await done(shop, shop.send('pay', { amount: 800 }));
    await isRefused(shop.send('refund', { pnRefNum, amount: 801 }), /At most 800 cents/);
    await done(shop, shop.send('refund', { pnRefNum, amount: 800 }));
  });

  test('cents of another currency are other cents', async () => {
    const shop = createShop();
    await done(shop, shop.send('pay', { terminalId: 'terminal-2' }, { query: '?currency=EUR' }));
    for (const terminalId of ['terminal-1', 'terminal-2']) {
      const body = { pnRefNum: 'P-1', amount: 100, terminalId };
      const { errors } = await isRefused(shop.send('refund', body, { query: '?currency=USD' }), /in EUR/);
      expect(errors).toMatchObject([{ field: 'currency' }]);
    }
    await done(shop, shop.send('refund', { pnRefNum: 'P-1', amount: 100 }, { query: '?currency=eur' }));
  });

  test('references of two providers are two', async () => {
    const shop = createShop();
    await done(shop, shop.send('pay', { terminalId: 'terminal-2' }, { query: '?provider=one' }));
    const body = { pnRefNum: 'P-1', amount: 100 };
    await isRefused(shop.send('refund', body, { query: '?provider=two' }), /knows no finished payment/);
    await done(shop, shop.send('refund', body, { query: '?provider=one' }));
  });
});

describe('what a person is asked first', () => {
  /** Refused with a question; gives what a confirmed one has to say. */
  const isAsked = async (answer: Promise<Answer>) => {
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
    const confirmed = await isAsked(shop.send('pay', again, { who, by: shop.other }));
    // What was confirmed holds for this only.
    await isAsked(shop.send('pay', { ...again, terminalId: 'terminal-3' }, { who, confirmed }));
    const id = shop.newId();
    await isAsked(shop.send('pay', again, { who, id, confirmed: 'yes' }));
    await isAsked(shop.send('pay', again, { who, id, confirmed }));
    expect(said(await shop.send('pay', again, { who, confirmed }))).toStrictEqual(taken);
    expect(said(await shop.send('pay', { ...order, orderNumber: '8' }))).toStrictEqual(taken);
    expect(shop.posted).toHaveLength(3);
  });

  test('an amount of which nobody knows whether it was paid, for five minutes', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    await shop.send('pay', { amount: 700 });
    const again = { amount: 700, terminalId: 'terminal-2' };
    const confirmed = await isAsked(shop.send('pay', again));
    expect(said(await shop.send('pay', { ...again, amount: 701 }))).toStrictEqual(taken);
    await shop.finish('M-1');
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
    await shop.finish('M-2');
    await shop.clock.advance(300_000);
    expect(said(await shop.send('pay', again))).toStrictEqual(taken);
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
      const confirmed = await isAsked(shop.send('pay', { amount: 700, terminalId }));
      await shop.send('pay', { amount: 700, terminalId }, { confirmed });
    }
    await isAsked(shop.send('pay', { amount: 700, terminalId: 'terminal-2' }));
  });

  test('what a person said of it is asked about as well', async () => {
    const shop = createShop();
    shop.answers.push(() => new Response('', { status: 500 }));
    const { id } = await shop.send('pay', { amount: 700 });
    await shop.gateway.fetch(post(`/operations/${id}/resolution`, { charged: false, basis: 'receipt' }));
    const confirmed = await isAsked(shop.send('pay', { amount: 700 }));
    expect(said(await shop.send('pay', { amount: 700 }, { confirmed }))).toStrictEqual(taken);
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
    const confirmed = await isAsked(shop.send('pay', again, { id }));
    expect(
      JSON.stringify(await shop.store.transact('', 'read', (tx) => tx.operations.list({}))),
    ).not.toContain('ORDER-7');
    expect(said(await shop.send('pay', again, { confirmed }))).toStrictEqual(taken);
    expect(await rowsOf(shop.store, id)).toMatchObject([{ state: 'closed' }]);
  });
});
