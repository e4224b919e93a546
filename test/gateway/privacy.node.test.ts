import { describe, expect, test } from 'vitest';
import type { GatewayStore } from '../../src/gateway/gatewayStore.ts';
import type { RecordRows } from '../../src/gateway/recordRows.ts';
import { tableShapes } from '../../src/gateway/tableShapes.ts';
import { ask, post } from './gatewayTill.ts';
import { as, createShop, messageIn } from './shop.ts';

const person = {
  name: 'Ada Quimby-Lovelace',
  card: '4111111111111111',
  email: 'ada@quimby.example',
  phone: '+49 151 23456789',
};
const personal = Object.values(person);
/** As services write about their customers, beside what the contract has and within it. */
const planted = {
  customer: person,
  cardholderName: person.name,
  pan: person.card,
  customValues: [{ key: 'guest', value: person.name, label: person.phone }],
  receipt: { lines: [person.name, person.card], to: person.email },
  email: person.email,
  phone: person.phone,
};
const within = <Body extends object>(body: Body) => ({ ...planted, data: { ...planted, ...body } });

/** All rows of all tables, as text. */
async function allOf(store: GatewayStore): Promise<string> {
  const names = Object.keys(tableShapes) as (keyof RecordRows)[];
  return store.transact('', 'read', function* (tx) {
    const tables: object[] = [];
    for (const name of names) tables.push(yield* tx[name].list({}));
    return JSON.stringify(tables);
  });
}

const leaks = (text: string) => personal.filter((secret) => text.includes(secret));

describe('what a service says of a customer', () => {
  function talkative() {
    const events: unknown[] = [];
    const shop = createShop({ onEvent: (event) => void events.push(event) });
    const { answers, results, send, finish } = shop;
    const sellAll = async () => {
      const { email, phone } = person;
      const wanted = { receipt: true, email, phone, customValues: planted.customValues };
      answers.push(() => Response.json(within({ msgIdentifier: 'M-1', pnRefNum: 'P-1' })));
      results.set('M-1', { ...planted, message: 'Approved' });
      const sold = await send('pay', wanted);
      await finish('M-1');
      answers.push(() => Response.json({ ...planted, message: 'Declined' }, { status: 422 }));
      const refused = await send('pay', { amount: 300 });
      answers.push(() => new Response(`<h1>Sorry, ${person.name}</h1>`, { status: 500 }));
      const lost = await send('pay', { amount: 400, terminalId: 'terminal-2' });
      answers.push(() => Response.json(within({ foo: 1 })));
      const unreadable = await send('pay', { amount: 500, terminalId: 'terminal-3' });
      answers.push(() => Response.json(within({ msgIdentifier: 'M-2' })));
      results.set('M-2', { status: 'odd', ...planted });
      const waiting = await send('refund', { pnRefNum: 'P-1', amount: 100 });
      await shop.gateway.fetch(ask('/processed-messages/M-2', as({ sees: 'all' })));
      const link = { amount: 4900, customValues: planted.customValues, applyDiscount: false };
      answers.push(() =>
        Response.json(within({ id: 'L-1', paymentLink: 'https://pay.example/l/1', amount: 4900 })),
      );
      const path = '/public/202104/payment-link';
      const linkId = shop.newId();
      const sendLink = () =>
        shop.answerOf(linkId, shop.gateway.fetch(post(path, link, { 'x-operation-id': linkId })));
      return { sold, refused, lost, unreadable, waiting, link: await sendLink(), sendLink };
    };
    return { ...shop, events, sellAll };
  }

  test('is in no row, no event and no log, though its page hears of its link', async () => {
    const { sellAll, store, events, problems, gateway, clock } = talkative();
    gateway.start();
    const { sold, refused, lost, unreadable, link } = await sellAll();
    await clock.advance(5000);
    await gateway.stop();
    expect(sold.state).toBe('accepted');
    const all = await allOf(store);
    expect(all).toContain(sold.id);
    expect(leaks(all)).toStrictEqual([]);
    expect(events.length).toBeGreaterThan(4);
    expect(leaks(JSON.stringify([events, problems]))).toStrictEqual([]);
    for (const { text } of [sold, refused, lost, unreadable]) expect(leaks(text)).toStrictEqual([]);
    expect(link.text).toContain(person.name);
  });

  test('is in nothing that can be asked', async () => {
    const { sellAll, gateway } = talkative();
    const ids = await sellAll();
    const paths = [
      '/operations',
      '/transactions',
      '/transactions/-/P-1',
      '/report?from=0&to=9999999999999',
      '/processed-messages/M-1',
      ...Object.values(ids).flatMap((one) => ('id' in one ? [`/operations/${one.id}`] : [])),
    ];
    for (const path of paths) {
      const answer = await gateway.fetch(ask(path, as({ sees: 'all' })));
      expect([path, leaks(await answer.text())]).toStrictEqual([path, []]);
    }
  });

  test('is not lost where a copy needs it: what was accepted, why it was refused, and where a link leads', async () => {
    const { sellAll, other, told, send } = talkative();
    const { sold, refused, link, sendLink } = await sellAll();
    expect(messageIn(sold)).toBe('M-1');
    expect(JSON.parse(refused.text)).toStrictEqual({ error: { message: 'Declined' } });
    expect(await send('pay', { amount: 300 }, { id: refused.id, by: other })).toStrictEqual(refused);
    expect(await sendLink()).toStrictEqual(link);
    expect(JSON.parse((await told(link.id)).answer?.body ?? '')).toStrictEqual({
      data: { id: 'L-1', paymentLink: 'https://pay.example/l/1', amount: 4900 },
    });
  });

  test('is not in the way of an operator who wants to know why an answer could not be read', async () => {
    const { send, answers, problems } = createShop();
    answers.push(() => Response.json(within({ msgIdentifier: [person.name] })));
    const { id, text } = await send('pay', {});
    expect(text).toBe('{"data":{}}');
    const message = expect.stringContaining('data.msgIdentifier is not an id');
    expect(problems).toMatchObject([
      { type: 'answer-unreadable', operation: 'pay', operationId: id, message },
    ]);
    expect(leaks(JSON.stringify(problems))).toStrictEqual([]);
  });

  test('in its sentence is kept for the operator who has to act on it, with no whole card number', async () => {
    const { send, answers, told } = createShop();
    answers.push(() => Response.json({ message: `Card ${person.card} is blocked` }, { status: 422 }));
    const { id, text } = await send('pay', {});
    expect(text).toContain('Card •••• 1111 is blocked');
    expect((await told(id)).operation?.error?.serviceMessage).toBe('Card •••• 1111 is blocked');
  });
});

test('rows say neither which till it was nor what it asked for, to a reader who tries out what it may have been', async () => {
  const rows = await Promise.all(
    [1, 2].map(async () => {
      const { send, store } = createShop();
      await send('pay', { receipt: true, phone: person.phone }, { who: { till: 'till-of-ada' } });
      expect(await allOf(store)).not.toContain('till-of-ada');
      const [row] = await store.transact('', 'read', (tx) => tx.operations.list({}));
      return [row?.subject, row?.bodyHash];
    }),
  );
  // Each store hashes with a secret of its own.
  expect(new Set(rows.flat()).size).toBe(4);
});
