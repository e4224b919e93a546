import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatewayEvent, SendWebhook } from '../../../src/gateway/webhooks.ts';
import { allowConsole } from '../../console.ts';
import { gate } from '../gatewayTill.ts';
import {
  createListener,
  createOutboxTill,
  createReceivers,
  happens,
  happensNext,
  minute,
  second,
  toldOf,
  sold,
  webhookTo,
} from './outboxTill.ts';

test('tells the process each change, in order, and nothing before it is started', async () => {
  const till = createOutboxTill();
  const { told, heard, onEvent } = createListener();
  const outbox = till.outbox({ onEvent });
  await happens(till.store, 'a', sold);
  outbox.nudge('');
  await till.pass(minute);
  expect(told()).toEqual([]);
  outbox.start();
  await till.pass(100);
  expect(told()).toEqual(toldOf('a'));
  await happens(till.store, 'b', sold);
  outbox.nudge('');
  await till.pass(100);
  expect(told()).toEqual([...toldOf('a'), ...toldOf('b')]);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(6);
  expect(await till.deliveries()).toEqual([]);
  expect(await till.receivers()).toEqual([]);
});

test('finds by itself, within seconds, what it was not told of', async () => {
  const till = createOutboxTill();
  const { told, onEvent } = createListener();
  till.outbox({ onEvent }).start();
  await till.pass(minute);
  await happens(till.store, 'a', sold);
  await till.pass(6 * second);
  expect(told()).toEqual(toldOf('a'));
});

test('hears soon of what another instance wrote', async () => {
  const till = createOutboxTill();
  const { told, onEvent } = createListener();
  let changed = () => undefined as void;
  const watch = (onChange: () => void) => {
    changed = onChange;
    return () => undefined;
  };
  till.outbox({ onEvent, store: { ...till.store, watch } }).start();
  await till.pass(second);
  await happens(till.store, 'a', sold);
  changed();
  await till.pass(second);
  expect(told()).toEqual(toldOf('a'));
});

test('what is small, and what says the same in other words, is told to no receiver', async () => {
  const till = createOutboxTill();
  const { heard, onEvent } = createListener();
  till.outbox({ onEvent }).start();
  const anomaly = { type: 'anomaly', kind: 'amount-mismatch' } as const;
  const others = [null, { type: 'unresolved' }, { type: 'slowed' }, { type: 'needs-auth' }] as const;
  await happens(till.store, 'a', ['complete'], { details: [...others, anomaly] });
  await till.pass(5 * second);
  expect(heard.map(({ type, data }) => [type, data.anomaly])).toEqual([
    ['operation.anomaly', 'amount-mismatch'],
  ]);
  expect(await till.undispatched()).toEqual([]);
});

test('keeps nothing where there is no receiver', async () => {
  const till = createOutboxTill();
  till.outbox().start();
  till.outbox({ webhooks: () => [], sendWebhook: createReceivers().send }).start();
  await happens(till.store, 'a', sold);
  await happens(till.store, 'b', sold, { account: 'shop' });
  await till.pass(5 * second);
  expect([await till.undispatched(), await till.deliveries(), await till.receivers()]).toEqual([[], [], []]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
  ['does not come back', () => new Promise<void>(() => undefined)],
])('an event whose listener %s is told again under its id; those behind it wait', async (_, fail) => {
  allowConsole(/no|No answer within/);
  const till = createOutboxTill();
  let isBroken = true;
  const { heard, told, onEvent } = createListener(({ data: { operation } }) => {
    if (isBroken && operation.id === 'a') return fail();
  });
  till.outbox({ onEvent }).start();
  await happens(till.store, 'a', sold);
  await happens(till.store, 'b', sold);
  await till.pass(50 * second);
  expect(told().filter((one) => one.startsWith('b'))).toEqual(toldOf('b'));
  const tries = heard.filter(({ data: { operation } }) => operation.id === 'a');
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
  expect(tries.length).toBeGreaterThan(1);
  isBroken = false;
  await till.pass(5 * minute);
  expect(
    told()
      .filter((one) => one.startsWith('a'))
      .slice(-3),
  ).toEqual(toldOf('a'));
  expect(till.problems[0]).toMatchObject({ type: 'event-delayed' });
});

/** A clock that stands still from a moment on: its instance stops where it is. */
function mortal({ clock }: ReturnType<typeof createOutboxTill>) {
  const state = { isFrozen: false };
  const setTimeout: typeof clock.setTimeout = (callback, ms) =>
    state.isFrozen ? undefined : clock.setTimeout(callback, ms);
  return { state, clock: { ...clock, setTimeout } };
}

test('what an instance took that was killed is told by another one, under the same id', async () => {
  const till = createOutboxTill();
  const killed: GatewayEvent[] = [];
  const { state, clock } = mortal(till);
  const hanging: SendWebhook = ({ body }) => {
    state.isFrozen = true;
    killed.push(JSON.parse(body) as GatewayEvent);
    return new Promise(() => undefined);
  };
  const webhooks = [webhookTo('shop.test')];
  const first = till.outbox({ webhooks, sendWebhook: hanging, clock });
  first.start();
  await happens(till.store, 'a', sold);
  first.nudge('');
  await till.pass(100);
  expect(killed).toHaveLength(1);
  const receivers = createReceivers();
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await till.pass(10 * second);
  expect(receivers.heard).toEqual([]);
  await till.pass(10 * second);
  expect(receivers.taken('shop.test')).toEqual(toldOf('a'));
  expect(receivers.heard[0]?.event).toEqual(killed[0]);
});

test('an instance that comes back late takes nothing from the one that told it meanwhile', async () => {
  const till = createOutboxTill();
  const late = gate<number>();
  const webhooks = [webhookTo('shop.test')];
  const { state, clock } = mortal(till);
  const hanging = () => {
    state.isFrozen = true;
    return late.promise;
  };
  const first = till.outbox({ webhooks, sendWebhook: hanging, clock });
  first.start();
  await happens(till.store, 'a', sold);
  first.nudge('');
  await till.pass(100);
  const slow = gate<number>();
  const receivers = createReceivers(() => slow.promise);
  till.outbox({ webhooks, sendWebhook: receivers.send }).start();
  await till.pass(16 * second);
  late.open(500);
  await till.pass(second);
  expect((await till.deliveries())[0]).toMatchObject({ attempts: 0 });
  slow.open(200);
  await till.pass(second);
  expect(receivers.taken('shop.test')).toEqual(toldOf('a'));
});

test('two instances share the work: all is told, in order, and hardly anything twice', async () => {
  const till = createOutboxTill();
  const receivers = createReceivers(async () => {
    await new Promise<void>((resolve) => void till.clock.setTimeout(resolve, 40));
    return 200;
  });
  const options = { webhooks: ['one.test', 'two.test'].map(webhookTo), sendWebhook: receivers.send };
  const outboxes = [till.outbox(options), till.outbox(options)];
  outboxes.forEach((outbox) => outbox.start());
  for (let sale = 0; sale < 100; sale += 1) {
    await happens(till.store, `${sale}`, sold, { account: `shop ${sale % 3}` });
    outboxes[sale % 2]?.nudge(`shop ${sale % 3}`);
    await till.pass(20);
  }
  await till.pass(10 * second);
  expect(receivers.heard).toHaveLength(600);
  for (const host of ['one.test', 'two.test']) {
    const taken = receivers.taken(host);
    for (let sale = 0; sale < 100; sale += 1) {
      expect(taken.filter((one) => one.startsWith(`${sale} `))).toEqual(toldOf(`${sale}`));
    }
  }
});

test('stops when what is under way is over, and takes nothing more', async () => {
  const till = createOutboxTill();
  const answer = gate();
  const { told, onEvent } = createListener(() => answer.promise);
  const outbox = till.outbox({ onEvent });
  await happens(till.store, 'a', sold);
  outbox.start();
  await till.pass(0);
  let isOver = false;
  const stop = async () => {
    await outbox.stop();
    isOver = true;
  };
  const stopped = stop();
  await till.pass(second);
  expect([told(), isOver]).toEqual([['a sending'], false]);
  answer.open();
  await till.pass(0);
  await stopped;
  await till.pass(minute);
  expect(told()).toEqual(['a sending']);
  expect((await till.deliveries()).map(({ state, takenUntil }) => [state, takenUntil])).toEqual([
    ['due', null],
    ['behind', null],
  ]);
  outbox.start();
  await till.pass(200);
  expect(told()).toEqual(toldOf('a'));
});

test('goes on until it is stopped as often as it was started', async () => {
  const till = createOutboxTill();
  const { told, onEvent } = createListener();
  const outbox = till.outbox({ onEvent });
  await outbox.stop();
  outbox.start();
  outbox.start();
  await outbox.stop();
  await happens(till.store, 'a', sold);
  await till.pass(6 * second);
  expect(told()).toEqual(toldOf('a'));
  await outbox.stop();
  await happens(till.store, 'b', sold);
  await till.pass(minute);
  expect(told()).toEqual(toldOf('a'));
});

test('one that is started while it stops goes on', async () => {
  const till = createOutboxTill();
  const answer = gate();
  const { told, onEvent } = createListener(() => answer.promise);
  const outbox = till.outbox({ onEvent });
  await happens(till.store, 'a', sold);
  outbox.start();
  await till.pass(0);
  const stopped = outbox.stop();
  await till.pass(0);
  outbox.start();
  await stopped; // it need not wait for what another instance goes on with
  answer.open();
  await till.pass(second);
  expect(told()).toEqual(toldOf('a'));
  const ended = outbox.stop();
  await till.pass(0);
  await ended;
});

test('a store that fails for a while loses nothing', async () => {
  const till = createOutboxTill();
  let isBroken = false;
  const store = {
    ...till.store,
    transact: ((...args: Parameters<typeof till.store.transact>) =>
      isBroken
        ? Promise.reject(new Error('down'))
        : till.store.transact(...args)) as typeof till.store.transact,
  };
  const { told, onEvent } = createListener(() => {
    isBroken = told().length === 1;
  });
  const outbox = till.outbox({ store, onEvent });
  outbox.start();
  await happens(till.store, 'a', sold);
  await till.pass(5 * second);
  expect(told()).toEqual(['a sending']);
  expect(till.problems.at(-1)?.type).toBe('store-failed');
  isBroken = false;
  await till.pass(2 * second);
  // It came to be known in time that the first was told.
  expect(told()).toEqual(toldOf('a'));
  isBroken = true;
  await outbox.stop();
});

test('a store that fails for one merchant holds up no other', async () => {
  const till = createOutboxTill();
  const store = {
    ...till.store,
    transact: ((...args: Parameters<typeof till.store.transact>) =>
      args[0] === 'a'
        ? Promise.reject(new Error('down'))
        : till.store.transact(...args)) as typeof till.store.transact,
  };
  for (const account of ['a', 'b', 'c']) await happens(till.store, `of ${account}`, sold, { account });
  const { told, onEvent } = createListener();
  const outbox = till.outbox({ store, onEvent });
  outbox.start();
  await till.pass(10 * second);
  expect(told().toSorted()).toEqual([...toldOf('of b'), ...toldOf('of c')].toSorted());
  await outbox.stop();
});

test('whatever answers and whichever instance is killed: each event arrives, in order within its operation', async () => {
  const answer = fc.constantFrom<(number | 'nothing')[]>(200, 200, 200, 500, 302, 410, 'nothing');
  const step = fc.record({
    operation: fc.nat({ max: 4 }),
    instance: fc.nat({ max: 1 }),
    isKilled: fc.integer({ max: 9, min: 0 }).map((chance) => chance === 0),
    passMs: fc.nat({ max: 20_000 }),
  });
  const days = fc.tuple(fc.array(step, { minLength: 5, maxLength: 20 }), fc.infiniteStream(answer));
  await fc.assert(
    fc.asyncProperty(days, async ([steps, answers]) => {
      const till = createOutboxTill();
      let isCalm = false;
      const receivers = createReceivers(() => {
        const { value } = answers.next();
        return isCalm ? 200 : value === 'nothing' ? new Promise(() => undefined) : (value ?? 200);
      });
      const arrived: string[] = [];
      const instance = () => {
        const state = { isAlive: true };
        // Nothing of a killed instance goes on: its time stands still, and its store is gone.
        const store = {
          ...till.store,
          transact: ((...args: Parameters<typeof till.store.transact>) =>
            state.isAlive
              ? till.store.transact(...args)
              : new Promise(() => undefined)) as typeof till.store.transact,
        };
        const sendWebhook: SendWebhook = async (request) => {
          const status = await receivers.send(request);
          const { data } = JSON.parse(request.body) as GatewayEvent;
          if (status === 200 || status === 410) arrived.push(`${data.operation.id} ${data.operation.seq}`);
          return status;
        };
        const rules = { scanMs: minute, longestPauseMs: minute, longestReceiverRestMs: minute };
        const outbox = till.outbox({ store, rules, webhooks: [webhookTo('shop.test')], sendWebhook });
        outbox.start();
        return { outbox, state };
      };
      const instances = [instance(), instance()];
      const count: Record<string, number> = {};
      for (const { operation, instance: at, isKilled, passMs } of steps) {
        const id = `${operation}`;
        count[id] = (count[id] ?? 0) + 1;
        await happensNext(till.store, id, count[id]);
        instances[at]?.outbox.nudge('');
        await till.pass(isKilled ? 0 : passMs);
        if (isKilled) {
          instances.splice(at, 1).forEach(({ state }) => {
            state.isAlive = false;
          });
          instances.push(instance());
        }
      }
      isCalm = true;
      await till.pass(5 * minute);
      for (const [id, seqs] of Object.entries(count)) {
        const firsts = [...new Set(arrived.filter((one) => one.startsWith(`${id} `)))];
        expect(firsts).toEqual(Array.from({ length: seqs }, (_, at) => `${id} ${at + 1}`));
      }
      const names = new Map(
        receivers.heard.map(({ event: { id, data } }) => [id, `${data.operation.id} ${data.operation.seq}`]),
      );
      expect(names.size).toBe(new Set(names.values()).size);
      expect([await till.deliveries(), await till.receivers()]).toEqual([[], []]);
    }),
    { numRuns: 25 },
  );
});
