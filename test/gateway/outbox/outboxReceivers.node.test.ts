import { expect, test } from 'vitest';
import type { SendWebhook } from '../../../src/gateway/webhooks.ts';
import {
  createListener,
  createOutboxTill,
  createReceivers,
  happens,
  hour,
  minute,
  oldestUndelivered,
  second,
  secret,
  toldOf,
  sold,
  webhookTo,
} from './outboxTill.ts';

/** For tests of days. */
const rarely = { rules: { scanMs: hour } };

test('a receiver that is down for ten minutes gets everything afterwards, and delays no other', async () => {
  const till = createOutboxTill();
  let isDown = true;
  const receivers = createReceivers((host) => (isDown && host === 'down.test' ? 503 : 200));
  const { told, onEvent } = createListener();
  const webhooks = ['up.test', 'down.test'].map(webhookTo);
  const outbox = till.outbox({ onEvent, webhooks, sendWebhook: receivers.send });
  outbox.start();
  const all: string[] = [];
  for (let sale = 0; sale < 60; sale += 1) {
    await happens(till.store, `${sale}`, sold);
    all.push(...toldOf(`${sale}`));
    outbox.nudge('');
    await till.pass(200);
    expect([told(), receivers.taken('up.test')]).toEqual([all, all]);
    await till.pass(10 * second);
  }
  const tries = receivers.heard.filter(({ status }) => status === 503);
  // Three or four at once, and then one at a time, ever more rarely.
  expect(tries.length).toBeLessThan(12);
  isDown = false;
  await till.pass(5 * minute);
  const late = receivers.taken('down.test');
  expect(late.toSorted()).toEqual(all.toSorted());
  for (let sale = 0; sale < 60; sale += 1) {
    expect(late.filter((one) => one.startsWith(`${sale} `))).toEqual(toldOf(`${sale}`));
  }
  expect(till.problems.map(({ type }) => type)).toEqual(['event-delayed']);
});

test('an event that its receiver never takes holds up no other operation', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers((_, { data }) => (data.operation.id === 'poison' ? 500 : 200));
  const outbox = till.outbox({ ...rarely, webhooks: [webhookTo('shop.test')], sendWebhook: receivers.send });
  outbox.start();
  await happens(till.store, 'poison', sold);
  for (let hours = 0; hours < 24; hours += 1) {
    const before = receivers.taken('shop.test').length;
    await happens(till.store, `${hours}`, sold);
    outbox.nudge('');
    await till.pass(20 * second);
    expect(receivers.taken('shop.test').slice(before)).toEqual(toldOf(`${hours}`));
    await till.pass(hour);
  }
  // 5 s, 10 s, and so on, and then every four hours.
  const tries = receivers.heard.filter(({ status }) => status === 500);
  expect(tries.length).toBeGreaterThan(10);
  expect(tries.length).toBeLessThan(18);
});

test('is given up after three days, shown and told of; what comes after it goes on', async () => {
  const till = createOutboxTill();
  let isBroken = true;
  const receivers = createReceivers((_, { data: { operation } }) =>
    isBroken && operation.phase === 'sending' ? 500 : 200,
  );
  const outbox = till.outbox({ ...rarely, webhooks: [webhookTo('shop.test')], sendWebhook: receivers.send });
  const at = till.clock.now();
  await happens(till.store, 'a', sold);
  outbox.start();
  await till.pass(71 * hour);
  expect(receivers.taken('shop.test')).toEqual([]);
  expect(await outbox.undelivered('')).toEqual([]);
  expect(await oldestUndelivered(till.store)).toBe(at);
  await till.pass(6 * hour);
  expect(receivers.taken('shop.test')).toEqual(['a waiting', 'a complete']);
  const id = receivers.heard[0]?.event.id;
  const [undelivered] = await outbox.undelivered('');
  expect(undelivered).toMatchObject({ receiver: 'shop.test', event: { id, type: 'operation.sending' } });
  expect(await oldestUndelivered(till.store)).toBe(at);
  expect(await oldestUndelivered(till.store, 'another')).toBeUndefined();
  expect(till.problems.map(({ type, operationId }) => [type, operationId])).toEqual([
    ['event-delayed', undefined],
    ['event-undelivered', 'a'],
  ]);
  const tries = receivers.heard.length;
  await till.pass(48 * hour);
  expect(receivers.heard).toHaveLength(tries);

  isBroken = false;
  expect(await outbox.redeliver('')).toBe(1);
  await till.pass(200);
  expect(receivers.heard.at(-1)?.event.id).toBe(id);
  expect([await outbox.undelivered(''), await oldestUndelivered(till.store)]).toEqual([[], undefined]);
});

test('of a receiver that is down for longer everything old is given up together', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers(() => 500);
  const outbox = till.outbox({
    rules: { scanMs: hour, longestReceiverRestMs: hour },
    webhooks: [webhookTo('shop.test')],
    sendWebhook: receivers.send,
  });
  for (let sale = 0; sale < 20; sale += 1) await happens(till.store, `${sale}`, sold);
  outbox.start();
  await till.pass(70 * hour);
  await happens(till.store, 'new', sold);
  await till.pass(70 * hour);
  expect(await outbox.undelivered('')).toHaveLength(60);
  expect((await till.deliveries()).filter(({ state }) => state === 'due')).toHaveLength(1);
});

test('all that was given up is tried once more, however much it is', async () => {
  const till = createOutboxTill();
  let isBroken = true;
  const receivers = createReceivers(() => (isBroken ? 500 : 200));
  const outbox = till.outbox({
    rules: { scanMs: hour, longestReceiverRestMs: hour },
    webhooks: [webhookTo('shop.test')],
    sendWebhook: receivers.send,
  });
  for (let sale = 0; sale < 70; sale += 1) await happens(till.store, `${sale}`, sold);
  outbox.start();
  await till.pass(150 * hour);
  expect((await till.deliveries()).filter(({ state }) => state === 'undelivered')).toHaveLength(210);
  isBroken = false;
  expect(await outbox.redeliver('')).toBe(210);
  await till.pass(2 * hour);
  expect(new Set(receivers.taken('shop.test')).size).toBe(210);
  expect(await till.deliveries()).toEqual([]);
});

test('410 ends an event for its receiver, and only that', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers((host, { data: { operation } }) =>
    host === 'gone.test' && operation.phase === 'sending' ? 410 : 200,
  );
  const webhooks = ['gone.test', 'there.test'].map(webhookTo);
  await happens(till.store, 'a', sold);
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await till.pass(minute);
  expect(receivers.heard).toHaveLength(6);
  expect(receivers.taken('gone.test')).toEqual(['a waiting', 'a complete']);
  expect(till.problems).toEqual([]);
});

test.each<[string, SendWebhook, string]>([
  ['answers with a redirect', async () => 302, 'The receiver answered with status 302.'],
  [
    'breaks off',
    () => Promise.reject(Object.assign(new Error('secret'), { code: 'ECONNRESET' })),
    'The receiver gave no answer (ECONNRESET).',
  ],
  [
    'says nothing for ten seconds',
    () => new Promise(() => undefined),
    'The receiver gave no answer (TimeoutError).',
  ],
])('a receiver that %s is told again, and staff are told why', async (_, sendWebhook, reason) => {
  const till = createOutboxTill();
  await happens(till.store, 'a', sold);
  till.outbox({ webhooks: [webhookTo('shop.test')], sendWebhook }).start();
  await till.pass(15 * second);
  expect(till.problems).toEqual([{ type: 'event-delayed', message: expect.stringContaining(reason) }]);
  expect((await till.deliveries())[0]?.attempts).toBeGreaterThan(0);
});

test('a request that takes too long is called off', async () => {
  const till = createOutboxTill();
  const signals: AbortSignal[] = [];
  const sendWebhook: SendWebhook = ({ signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  await happens(till.store, 'a', sold);
  till.outbox({ webhooks: [webhookTo('shop.test')], sendWebhook }).start();
  await till.pass(9 * second);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await till.pass(second);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('at most four requests to a receiver at once, and slow receivers delay no others', async () => {
  const till = createOutboxTill();
  const open: Record<string, number> = {};
  let most = 0;
  const receivers = createReceivers(async (host) => {
    if (host === 'quick.test') return 200;
    open[host] = (open[host] ?? 0) + 1;
    most = Math.max(most, open[host]);
    await new Promise<void>((resolve) => void till.clock.setTimeout(resolve, 9 * second));
    open[host] -= 1;
    return 200;
  });
  const webhooks = ({ account = '' }) => [webhookTo(account)];
  const outbox = till.outbox({ webhooks, sendWebhook: receivers.send });
  for (let shop = 0; shop < 40; shop += 1) {
    for (let sale = 0; sale < 10; sale += 1)
      await happens(till.store, `${sale}`, sold, { account: `${shop}.test` });
  }
  outbox.start();
  await till.pass(second);
  await happens(till.store, 'a', sold, { account: 'quick.test' });
  outbox.nudge('quick.test');
  await till.pass(second);
  expect(receivers.taken('quick.test')).toEqual(toldOf('a'));
  await till.pass(5 * minute);
  expect(receivers.heard).toHaveLength(1203);
  expect(most).toBe(4);
});

test('receivers that say nothing leave room for the others, however many they are', async () => {
  const till = createOutboxTill();
  const open = new Set<AbortSignal>();
  let most = 0;
  const receivers = createReceivers();
  const sendWebhook: SendWebhook = (request) => {
    if (request.url.includes('quick')) return receivers.send(request);
    open.add(request.signal);
    most = Math.max(most, [...open].filter(({ aborted }) => !aborted).length);
    return new Promise(() => undefined);
  };
  const webhooks = ({ account = '' }) => [webhookTo(account)];
  // They are hardly left alone, so that each is being tried nearly always.
  const rules = { firstPauseMs: 500, longestPauseMs: 500, longestReceiverRestMs: 500 };
  const outbox = till.outbox({ webhooks, sendWebhook, rules });
  for (let shop = 0; shop < 150; shop += 1) {
    for (const id of ['1', '2']) await happens(till.store, id, ['sending'], { account: `${shop}.test` });
  }
  outbox.start();
  await till.pass(45 * second);
  expect(most).toBe(128);
  await happens(till.store, 'a', sold, { account: 'quick.test' });
  outbox.nudge('quick.test');
  await till.pass(200);
  expect(receivers.taken('quick.test')).toEqual(toldOf('a'));
});

test('who waits for room gets it as soon as there is some', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers(async () => {
    await new Promise<void>((resolve) => void till.clock.setTimeout(resolve, second));
    return 200;
  });
  const webhooks = ({ account = '' }) => [webhookTo(account)];
  for (let shop = 0; shop < 200; shop += 1) {
    await happens(till.store, '1', ['sending'], { account: `${shop}.test` });
  }
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await till.pass(second);
  expect(receivers.heard).toHaveLength(128);
  await till.pass(second + 100);
  expect(receivers.heard).toHaveLength(200);
});

test('three days are counted from when an event was tried first', async () => {
  const till = createOutboxTill();
  let isOpen = true;
  const receivers = createReceivers(() => (isOpen ? 200 : 500));
  const webhooks = [webhookTo('shop.test')];
  const outbox = till.outbox({ webhooks, sendWebhook: receivers.send });
  await happens(till.store, 'a', sold);
  // It stops before it takes the second.
  const stopping = till.outbox({
    webhooks,
    sendWebhook: (request) => {
      void stopping.stop();
      return receivers.send(request);
    },
  });
  stopping.start();
  await till.pass(96 * hour);
  expect(receivers.taken('shop.test')).toEqual(['a sending']);
  isOpen = false;
  outbox.start();
  await till.pass(2 * hour);
  expect(receivers.heard.length).toBeGreaterThan(10);
  expect(await outbox.undelivered('')).toEqual([]);
});

test('what fails at the same time counts once', async () => {
  const till = createOutboxTill();
  let isDown = true;
  const receivers = createReceivers(async () => {
    const status = isDown ? 503 : 200;
    await new Promise<void>((resolve) => void till.clock.setTimeout(resolve, 100));
    return status;
  });
  for (const id of ['1', '2', '3', '4', '5']) await happens(till.store, id, ['sending']);
  till.outbox({ webhooks: [webhookTo('shop.test')], sendWebhook: receivers.send }).start();
  await till.pass(second);
  expect(receivers.heard.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  isDown = false;
  await till.pass(5 * second);
  expect(receivers.taken('shop.test')).toHaveLength(5);
});

test('time that no process was there to use is no reason to give up', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers((_, { data: { operation } }) =>
    operation.phase === 'sending' ? 200 : 500,
  );
  const webhooks = [webhookTo('shop.test')];
  const first = till.outbox({ webhooks, sendWebhook: receivers.send });
  await happens(till.store, 'a', sold);
  first.start();
  await till.pass(0);
  await first.stop();
  await till.pass(96 * hour);
  const outbox = till.outbox({ webhooks, sendWebhook: receivers.send });
  outbox.start();
  await till.pass(minute);
  expect(receivers.heard.length).toBeGreaterThan(2);
  expect(await outbox.undelivered('')).toEqual([]);
});

test('a merchant’s events go to his webhooks; where these are not known, they wait and others go on', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers();
  let isBroken = true;
  const webhooks = ({ account = '' }) => {
    if (isBroken && account === 'b') throw new Error('no');
    return [webhookTo(`${account}.test`)];
  };
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await happens(till.store, '1', sold, { account: 'b' });
  await happens(till.store, '1', sold, { account: 'a' });
  await till.pass(minute);
  expect([receivers.taken('a.test'), receivers.taken('b.test')]).toEqual([toldOf('1'), []]);
  expect(till.problems[0]).toMatchObject({ type: 'webhooks-failed' });
  isBroken = false;
  await till.pass(minute);
  expect(receivers.taken('b.test')).toEqual(toldOf('1'));
  expect(receivers.heard.map(({ host, event }) => `${event.data.account}.test` === host)).not.toContain(
    false,
  );
  expect(new Set(receivers.heard.map(({ event }) => event.id)).size).toBe(6);
});

test('a webhook that a merchant set up wrong keeps the others from nothing', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers();
  const wrong = { ...webhookTo('wrong.test'), secrets: ['whsec_short'] };
  const webhooks = () => [wrong, webhookTo('right.test')];
  await happens(till.store, 'a', sold);
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await till.pass(second);
  expect(receivers.taken('right.test')).toEqual(toldOf('a'));
  expect(till.problems).toEqual([
    { type: 'event-delayed', message: expect.stringMatching(/wrong\.test.*whsec_/) },
  ]);
});

test.each([
  ['is no address', [{ ...webhookTo('wrong.test'), url: 'shop.test/hook' }]],
  ['has no address', [{ secrets: [secret] } as never]],
])('a webhook that %s keeps the others from nothing', async (_, wrong) => {
  const till = createOutboxTill();
  const receivers = createReceivers();
  const { told, onEvent } = createListener();
  await happens(till.store, 'a', sold);
  const webhooks = () => [...wrong, webhookTo('right.test')];
  till.outbox({ onEvent, webhooks, sendWebhook: receivers.send }).start();
  await till.pass(second);
  expect([receivers.taken('right.test'), told()]).toEqual([toldOf('a'), toldOf('a')]);
  expect(till.problems).toMatchObject([{ type: 'event-delayed' }]);
});

test.each([
  ['two webhooks', [webhookTo('shop.test'), { ...webhookTo('shop.test'), url: 'https://shop.test/other' }]],
  ['a webhook and the process', [{ ...webhookTo('shop.test'), id: 'process' }]],
])('of %s with one name none goes without in silence: all wait', async (_, named) => {
  const till = createOutboxTill();
  const receivers = createReceivers();
  const { told, onEvent } = createListener();
  await happens(till.store, 'a', sold);
  let webhooks = named;
  till.outbox({ onEvent, webhooks: () => webhooks, sendWebhook: receivers.send }).start();
  await till.pass(second);
  expect([receivers.heard, told()]).toEqual([[], []]);
  expect(till.problems).toMatchObject([
    { type: 'webhooks-failed', message: expect.stringMatching(/id of its own/) },
  ]);
  webhooks = [webhookTo('shop.test'), { ...webhookTo('shop.test'), id: 'other' }];
  await till.pass(minute);
  expect(receivers.heard).toHaveLength(6);
  expect(told()).toEqual(toldOf('a'));
});

test.each([['x'.repeat(257)], [17 as never]])(
  'a merchant’s webhook whose id cannot be stored is named to the operator, and the events wait',
  async (id) => {
    const till = createOutboxTill();
    const receivers = createReceivers();
    await happens(till.store, 'a', sold);
    let webhooks = [webhookTo('right.test'), { ...webhookTo('shop.test'), id }];
    till.outbox({ webhooks: () => webhooks, sendWebhook: receivers.send }).start();
    await till.pass(second);
    expect(receivers.heard).toEqual([]);
    expect(till.problems).toMatchObject([
      {
        type: 'webhooks-failed',
        message: expect.stringMatching(/^webhooks\[1\]\.id must be a text of at most 256/),
      },
    ]);
    webhooks = [webhookTo('right.test'), { ...webhookTo('shop.test'), id: 'x'.repeat(256) }];
    await till.pass(minute);
    expect([receivers.taken('right.test'), receivers.taken('shop.test')]).toEqual([toldOf('a'), toldOf('a')]);
  },
);

test('what waits for a webhook that is gone is sent where its id is again, or given up', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers((host) => (host === 'old.test' ? 500 : 200));
  const named = (id: string, host: string) => ({ ...webhookTo(host), id });
  let webhooks = [named('shop', 'old.test'), named('other', 'old.test')];
  const outbox = till.outbox({ ...rarely, webhooks: () => webhooks, sendWebhook: receivers.send });
  await happens(till.store, 'a', sold);
  outbox.start();
  await till.pass(minute);
  webhooks = [named('shop', 'new.test')];
  await till.pass(10 * minute);
  expect(receivers.taken('new.test')).toEqual(toldOf('a'));
  await till.pass(80 * hour);
  const given = await outbox.undelivered('');
  expect(new Set(given.map(({ receiver }) => receiver))).toEqual(new Set(['other']));
  expect(given).toHaveLength(3);
});
