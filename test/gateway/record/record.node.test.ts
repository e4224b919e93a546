import { describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../../src/exports/core.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { ask, close, meddled, mortalStore, post, rowsOf, saleBody, tillOrigin } from '../gatewayTill.ts';
import { type Answer, as, createShop, heldBack, messageIn, refusalIn, type Told, type Who } from '../shop.ts';
import { runs } from '../../runs.ts';

const dayMs = 24 * 60 * 60_000;
const said = ({ status, state }: Answer) => [status, state];
const refused = [409, 'not-seen'];
const taken = [200, 'accepted'];

describe('one operation at a terminal, of all tills', () => {
  test('races of two tills: one is sent, and a copy of the loser that comes after the winner ended is not', async () => {
    const { gateway, other, send, finish, newId, posted } = createShop();
    for (let race = 0; race < runs(20, 200); race += 1) {
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
    const { gateway, other, send, another, told, newId, posted } = createShop();
    const who = { account: 'north' };
    const id = newId();
    const stranger = another({ authorize: () => false });
    expect(said(await send('pay', {}, { id, who, by: stranger }))).toStrictEqual([403, 'not-seen']);
    const first = await send('pay', {}, { id, who });
    expect(said(first)).toStrictEqual([410, 'not-seen']);
    for (const by of [gateway, other]) expect(await send('pay', {}, { id, who, by })).toStrictEqual(first);
    expect(said(await send('pay', {}, { id, who, by: stranger }))).toStrictEqual([403, 'not-seen']);
    expect((await told(id, who)).operation?.phase).toBe('rejected');
    expect(posted).toHaveLength(0);
    expect(said(await send('pay', {}, { who }))).toStrictEqual(taken);
  });

  test('M1 where it is closed at the moment in which it is taken, no answer says that nothing was sent, or nothing is', async () => {
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

  test('one whose instance died becomes unknown when its time is up, and the next page is told so', async () => {
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

  test('what was not found out in 30 days holds its terminal no longer, and says so', async () => {
    const { send, answers, clock, told } = createShop();
    answers.push(() => new Response('', { status: 500 }));
    const { id } = await send('pay', {});
    await clock.advance(30 * dayMs);
    expect(said(await send('pay', { amount: 300 }))).toStrictEqual(refused);
    await clock.advance(1);
    expect(said(await send('pay', { amount: 300 }))).toStrictEqual(taken);
    const { operation, timeline } = await told(id);
    expect(operation).toMatchObject({ phase: 'unknown', archivedAt: clock.now() });
    expect(timeline?.at(-1)).toMatchObject({ type: 'unresolved', at: clock.now() });
  });

  test('what gives back of the same reference is not held up by what was archived for it', async () => {
    const { send, answers, clock, finish } = createShop();
    const pnRefNum = 'P-9';
    answers.push(() => Response.json({ data: { msgIdentifier: 'M-9', pnRefNum } }));
    await send('pay', { amount: 1000 });
    await finish('M-9');
    answers.push(() => new Response('', { status: 500 }));
    await send('refund', { pnRefNum, amount: 300 });
    expect(said(await send('refund', { pnRefNum, amount: 200 }))).toStrictEqual(refused);
    await clock.advance(30 * dayMs + 1);
    expect(said(await send('refund', { pnRefNum, amount: 200 }))).toStrictEqual(taken);
  });
});

describe('a message id that the service hands out again', () => {
  test('T60 after its payment ended: each has its own result, and the host hears of it', async () => {
    const { send, answers, results, finish, told, problems } = createShop();
    const first = await send('pay', {});
    await finish('M-1');
    answers.push(() => Response.json({ data: { msgIdentifier: 'M-1', pnRefNum: 'P-7' } }));
    results.set('M-1', { status: 'failed' });
    const second = await send('pay', { amount: 300 });
    expect(problems).toMatchObject([{ type: 'message-id', operation: 'pay', operationId: second.id }]);
    await finish('M-1');
    expect((await told(first.id)).operation).toMatchObject({
      phase: 'complete',
      pnRefNum: 'P-1',
      anomalies: [],
    });
    expect((await told(second.id)).operation).toMatchObject({
      phase: 'failed',
      pnRefNum: 'P-7',
      anomalies: [],
    });
  });

  test('T60 while its payment waits: it is not known whose the result is, and both say so', async () => {
    const { gateway, clock, send, answers, results, told, problems } = createShop();
    const first = await send('pay', {});
    answers.push(() => Response.json({ data: { msgIdentifier: 'M-1' } }));
    const second = await send('pay', { terminalId: 'terminal-2', amount: 300 });
    expect(problems).toMatchObject([{ type: 'message-id', operationId: second.id }]);
    const doubtful = { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] };
    const both = async () => [(await told(first.id)).operation, (await told(second.id)).operation];
    expect(await both()).toMatchObject([doubtful, doubtful]);
    // What the service says by now is about either of them.
    results.set('M-1', { status: 'failed' });
    gateway.start();
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await gateway.fetch(ask('/processed-messages/M-1'));
      await clock.advance(1000);
    }
    await gateway.stop();
    expect(await both()).toMatchObject([doubtful, doubtful]);
    const third = await send('pay', { terminalId: 'terminal-2', amount: 1 });
    expect(refusalIn(third).refusal.holder?.phase).toBe('unknown');
  });

  test('T60 while its payment waits: no page is led to the result of the other one', async () => {
    const { send, answers, told, other } = createShop();
    await send('pay', {});
    answers.push(() => Response.json({ data: { msgIdentifier: 'M-1', pnRefNum: 'P-1' } }));
    const body = { terminalId: 'terminal-2', amount: 300 };
    const second = await send('pay', body, { who: { till: 'till-2', sees: 'all' } });
    expect(second).toMatchObject({ status: 504, state: 'unanswered' });
    expect(second.text).not.toMatch(/[MP]-1/);
    const { id } = second;
    expect(await send('pay', body, { id, by: other, who: { till: 'till-2' } })).toStrictEqual(second);
    const asked = await told(id, { till: 'till-2' }, other);
    expect(asked).toMatchObject({ state: 'unanswered', operation: { reason: 'duplicate-id' } });
    expect(asked).not.toHaveProperty('msgIdentifier');
  });

  test('T60 by another provider: they are two messages', async () => {
    const service = defineService({
      providers: ['one', 'two'],
      routes: { getProcessedMessage: { path: '/{provider}/processed-messages/{messageId}' } },
    });
    const { send, answers, told, problems } = createShop({ service });
    const first = await send('pay', {}, { query: '?provider=one' });
    answers.push(() => Response.json({ data: { msgIdentifier: 'M-1' } }));
    const second = await send('pay', { terminalId: 'terminal-2' }, { query: '?provider=two' });
    for (const { id } of [first, second]) {
      expect((await told(id)).operation).toMatchObject({ phase: 'waiting', anomalies: [] });
    }
    expect(problems).toStrictEqual([]);
  });
});

describe('what another till says', () => {
  const ann = { till: 'till-1', actor: 'Ann' };
  const bob = { till: 'till-2', actor: 'Bob', sees: 'all' };
  /** A sale of Ann's that got no answer. */
  async function lost(shop: ReturnType<typeof createShop>) {
    shop.answers.push(() => new Response('', { status: 500 }));
    return (await shop.send('pay', {}, { who: ann })).id;
  }
  const say = async (shop: ReturnType<typeof createShop>, path: string, body: object, who: Who) => {
    const answer = await shop.other.fetch(post(path, body, as(who)));
    return { status: answer.status, told: (await answer.json()) as Told };
  };

  test('of an operation with an unknown outcome frees its terminal, and is kept with who said it', async () => {
    const shop = createShop();
    const id = await lost(shop);
    const charged = { charged: false, basis: 'terminal-screen', note: 'The screen said no.' };
    const { status, told } = await say(shop, `/operations/${id}/resolution`, charged, bob);
    expect(status).toBe(200);
    expect(told.operation).toMatchObject({
      phase: 'resolved',
      resolution: { charged: false, basis: 'terminal-screen' },
    });
    expect(told.timeline?.filter(({ type }) => type === 'resolved')).toMatchObject([
      { ...charged, actor: 'Bob' },
    ]);
    expect((await shop.told(id, ann)).operation?.phase).toBe('resolved');
    expect(said(await shop.send('pay', { amount: 300 }, { who: ann }))).toStrictEqual(taken);
    // Said again, otherwise: that is kept as well, once, and changes nothing.
    for (let times = 0; times < 2; times += 1)
      await say(shop, `/operations/${id}/resolution`, { charged: true, basis: 'receipt' }, ann);
    const { operation, timeline } = await shop.told(id, bob);
    expect(operation?.resolution?.charged).toBe(false);
    expect(timeline?.filter(({ type }) => type === 'resolved')).toMatchObject([
      { charged: false, actor: 'Bob' },
      { charged: true, actor: 'Ann' },
    ]);
  });

  test('is nothing where it may not see the operation', async () => {
    const shop = createShop();
    const id = await lost(shop);
    const { sees: _, ...blind } = bob;
    for (const path of ['resolution', 'acknowledgement']) {
      const body = path === 'resolution' ? { charged: false, basis: 'receipt' } : {};
      expect((await say(shop, `/operations/${id}/${path}`, body, blind)).status).toBe(404);
    }
    expect((await shop.told(id, ann)).operation?.phase).toBe('unknown');
  });

  test('does not outdo the service, whose result wins however late it comes', async () => {
    const shop = createShop();
    const service = heldBack();
    shop.answers.push(service.answer);
    const id = shop.newId();
    const sent = shop.send('pay', {}, { id, who: ann, by: shop.another({ paymentTimeoutMs: 600_000 }) });
    await service.reached;
    await shop.store.transact('', 'durable', (tx) => tx.operations.change({ id }, { answerBy: tx.now }));
    expect(refusalIn(await shop.send('pay', { amount: 300 })).refusal.holder?.phase).toBe('unknown');
    await say(shop, `/operations/${id}/resolution`, { charged: false, basis: 'receipt' }, bob);
    service.give(Response.json({ data: { msgIdentifier: 'M-7' } }));
    expect(said(await sent)).toStrictEqual(taken);
    expect((await shop.told(id, ann)).operation).toMatchObject({ phase: 'resolved', msgIdentifier: 'M-7' });
    await shop.finish('M-7');
    expect((await shop.told(id, ann)).operation).toMatchObject({
      phase: 'complete',
      anomalies: ['contradicts-operator'],
    });
  });

  test('that it took note of an ending is kept for each till', async () => {
    const shop = createShop();
    const { id } = await shop.send('pay', {}, { who: ann });
    await shop.finish('M-1');
    const unseen = async () => {
      const answer = await shop.gateway.fetch(ask('/operations?unseen=true', as(bob)));
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };
    expect(await unseen()).toBe(1);
    for (const who of [bob, ann, bob]) {
      await say(shop, `/operations/${id}/acknowledgement`, {}, who);
      await shop.clock.advance(1);
    }
    expect(await unseen()).toBe(0);
    const { timeline } = await shop.told(id, ann);
    expect(timeline?.filter(({ type }) => type === 'acknowledged')).toMatchObject([
      { actor: 'Bob' },
      { actor: 'Ann' },
    ]);
  });
});

const noSuchAmount = { message: 'Too much.', errors: [{ field: 'amount', message: 'Too much.' }] };

describe('a copy that comes after the answer was forgotten', () => {
  test.each<[string, (shop: ReturnType<typeof createShop>) => void, unknown[]]>([
    ['accepted', () => undefined, taken],
    [
      'refused',
      ({ answers }) => void answers.push(() => Response.json(noSuchAmount, { status: 422 })),
      [422, 'refused'],
    ],
    [
      'not let in',
      ({ answers }) => void answers.push(() => Response.json({ message: 'who?' }, { status: 401 })),
      [502, 'not-seen'],
    ],
    [
      'without an answer',
      ({ answers }) => void answers.push(() => new Response('', { status: 500 })),
      [504, 'unanswered'],
    ],
  ])('of one that was %s gets what the record knows', async (_, prepare, expected) => {
    const shop = createShop({ keepAnswersMs: 60_000 });
    prepare(shop);
    const first = await shop.send('pay', {});
    shop.gateway.start();
    await shop.clock.advance(300_000);
    await shop.gateway.stop();
    expect(await rowsOf(shop.store, first.id)).toMatchObject([{ answer: null }]);
    const copy = await shop.send('pay', {}, { id: first.id });
    expect(said(copy)).toStrictEqual(expected);
    if (copy.status < 500) expect(JSON.parse(copy.text)).toMatchObject(JSON.parse(first.text) as object);
    expect(shop.posted).toHaveLength(1);
    expect((await shop.told(first.id)).state).toBe(expected[1]);
  });

  test('of one that was refused is asked about, and is refused as ever', async () => {
    const shop = createShop({ keepAnswersMs: 60_000 });
    shop.answers.push(() => Response.json(noSuchAmount, { status: 422 }));
    const { id } = await shop.send('pay', {});
    const client = createGatewayClient({
      baseUrl: tillOrigin,
      headers: { origin: tillOrigin },
      fetcher: (request) => shop.gateway.fetch(request),
    });
    const { state, operation } = await client.getOperation(id);
    expect([state, operation]).toMatchObject([
      'refused',
      {
        phase: 'rejected',
        error: { status: 422, serviceMessage: 'Too much.', field: 'amount', operationState: 'refused' },
      },
    ]);
    shop.gateway.start();
    await shop.clock.advance(300_000);
    await shop.gateway.stop();
    expect(await rowsOf(shop.store, id)).toMatchObject([{ answer: null }]);
    expect(await client.getOperation(id)).toMatchObject({ state, operation });
  });

  test('of one that a guard closed is still not sent', async () => {
    const shop = createShop({ keepAnswersMs: 60_000 });
    await shop.send('pay', {});
    const { id, status } = await shop.send('pay', {});
    expect(status).toBe(409);
    shop.gateway.start();
    await shop.clock.advance(300_000);
    await shop.gateway.stop();
    expect(await rowsOf(shop.store, id)).toMatchObject([{ answer: null }]);
    expect(await shop.told(id)).toMatchObject({ state: 'not-seen', isClosed: true });
    expect(said(await shop.send('pay', {}, { id }))).toStrictEqual([410, 'not-seen']);
  });
});

test('a confirmation that is not encoded is a mistake of the page', async () => {
  const { gateway, posted, newId } = createShop();
  const headers = { 'x-operation-id': newId(), 'x-operation-confirmed': '%' };
  const answer = await gateway.fetch(post('/pay', saleBody, headers));
  await expect(answer.json()).resolves.toMatchObject({ errors: [{ field: 'x-operation-confirmed' }] });
  expect([answer.status, posted.length]).toStrictEqual([400, 0]);
});
