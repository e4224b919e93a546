import { describe, expect, test } from 'vitest';
import { closeUnsentOperationId } from '../../../src/gateway/claimIdOrReadHolder.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { allowConsole } from '../../console.ts';
import { after, always, counting, createFollowTill } from './followTill.ts';
import {
  ask,
  gate,
  longKnown,
  meddled,
  mortalStore,
  post as postTo,
  settled,
  slowService,
} from '../gatewayTill.ts';
import { operationRow } from '../store/storeEntries.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const complete = { status: 'complete' };
const processing = always(() => ({ status: 'processing' }));

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('what runs when', () => {
  test('nothing before it is started: no request, no timer, nothing in the store', async () => {
    const till = createFollowTill();
    let timers = 0;
    const clock = {
      ...till.clock,
      setTimeout: (...given: Parameters<typeof till.clock.setTimeout>) => {
        timers += 1;
        return till.clock.setTimeout(...given);
      },
    };
    const { store, transactions } = counting(till.store);
    till.gateway({ store, clock });
    await till.clock.advance(hour);
    expect([timers, transactions, till.service.polls]).toStrictEqual([0, [], []]);
  });

  test('what was begun elsewhere is taken up at once', async () => {
    const till = createFollowTill();
    const id = await till.sell(till.gateway(), after(0, complete));
    await till.clock.advance(10 * minute);
    expect(till.service.polls).toStrictEqual([]);
    till.gateway().start();
    await till.clock.advance(second);
    expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
  });

  test('stop waits for the question that is under way, keeps its answer, and asks nothing more', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    gateway.start();
    const slow = (age: number) =>
      new Promise<{ status: string }>((resolve) => {
        till.clock.setTimeout(
          () => resolve({ status: age < 4 * second ? 'processing' : 'complete' }),
          3 * second,
        );
      });
    const id = await till.sell(gateway, slow);
    await till.clock.advance(8 * second);
    expect(till.service.polls).toHaveLength(2);
    const stopped = gateway.stop();
    await till.clock.advance(second / 2);
    expect(await isSettled(stopped)).toBe(false);
    await settled(till.clock, stopped);
    expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
    const asked = till.service.polls.length;
    await till.sell(gateway, processing);
    await till.clock.advance(10 * minute);
    expect(till.service.polls).toHaveLength(asked);
  });

  test('stop waits for the payment that is under way, whose page is gone, until its answer is kept', async () => {
    const till = createFollowTill();
    const slow = slowService();
    let isDown = false;
    const store = meddled(till.store, {
      before(deed) {
        if (deed === 'answer' && isDown) throw new Error('the database restarts');
      },
    });
    const gateway = till.gateway({ fetcher: slow.fetcher, store });
    gateway.start();
    void gateway.fetch(till.saleRequest());
    await slow.reached;
    isDown = true;
    const stopped = gateway.stop();
    await till.clock.advance(20 * second);
    expect(await isSettled(stopped)).toBe(false);
    slow.answer(Response.json({ data: { msgIdentifier: 'M-1' } }));
    await till.clock.advance(second / 10);
    expect(await isSettled(stopped)).toBe(false);
    isDown = false;
    await till.clock.advance(10 * second);
    expect(await isSettled(stopped)).toBe(true);
    const rows = await till.store.transact('', 'read', (tx) => tx.operations.list({}));
    expect(rows).toMatchObject([{ phase: 'waiting', msgIdentifier: 'M-1' }]);
  });

  test('it goes on until it is stopped as often as it was started, and can be started again', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    gateway.start();
    gateway.start();
    await till.sell(gateway, processing);
    await gateway.stop();
    await till.clock.advance(10 * second);
    expect(till.service.polls.length).toBeGreaterThan(5);
    const stopped = gateway.stop();
    // In the middle of stopping.
    gateway.start();
    await settled(till.clock, stopped);
    const asked = till.service.polls.length;
    await till.clock.advance(10 * second);
    expect(till.service.polls.length - asked).toBeGreaterThan(5);
    expect(till.service.polls.length - asked).toBeLessThanOrEqual(11);
    await settled(till.clock, gateway.stop());
    await settled(till.clock, gateway.stop());
    const last = till.service.polls.length;
    await till.clock.advance(minute);
    expect(till.service.polls).toHaveLength(last);
  });

  test('where a clock calls: 25 s once a minute, two at once, find every ending and share the questions', async () => {
    const till = createFollowTill();
    const [sending, ...working] = [till.gateway(), till.gateway(), till.gateway()];
    const ids: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let sold = 0; sold < 3; sold += 1) {
        ids.push(await till.sell(sending, after(7 * second * (sold + 1), { status: 'complete' })));
      }
      const works = working.map((gateway) => gateway.work({ forMs: 25 * second }));
      await till.clock.advance(26 * second);
      expect(await Promise.all(works.map(isSettled))).toStrictEqual([true, true]);
      const asked = till.service.polls.length;
      await till.clock.advance(34 * second);
      expect(till.service.polls).toHaveLength(asked);
    }
    for (const id of ids) expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
    // As one alone would have asked.
    for (const id of ids.keys()) {
      const times = till.service.askedAt(`M-${id + 1}`);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(second);
    }
  });

  test('while a page hears a stream, although the host did not start it', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    const leaving = new AbortController();
    const stream = ask('/operations/stream');
    await gateway.fetch(new Request(stream, { signal: leaving.signal }));
    const first = await till.sell(gateway, after(3 * second, complete));
    await till.clock.advance(10 * second);
    expect(await till.operation(first)).toMatchObject({ phase: 'complete' });
    leaving.abort();
    await till.clock.advance(second);
    const asked = till.service.polls.length;
    await till.sell(gateway, after(3 * second, complete));
    await till.clock.advance(minute);
    expect(till.service.polls).toHaveLength(asked);
  });

  test('and not again for a page that comes back to an instance that stops', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    const listens = async () => (await gateway.fetch(ask('/operations/stream'))).status;
    gateway.start();
    gateway.start();
    expect(await listens()).toBe(200);
    await gateway.stop();
    expect(await listens()).toBe(200);
    await settled(till.clock, gateway.stop());
    expect(await listens()).toBe(503);
    await till.sell(gateway, processing);
    await till.clock.advance(minute);
    expect(till.service.polls).toEqual([]);
    gateway.start();
    expect(await listens()).toBe(200);
    await settled(till.clock, gateway.stop());
  });

  test('and not for a page whose cursor is still being read when the instance stops', async () => {
    const till = createFollowTill();
    const former = await till.gateway().fetch(ask('/operations/stream'));
    const { value } = (await former.body?.getReader().read()) ?? {};
    const [, cursor = ''] = /^id: (.+)$/m.exec(new TextDecoder().decode(value)) ?? [];
    const [reached, held] = [gate(), gate()];
    let asked = 0;
    const secret = async () => {
      asked += 1;
      if (asked === 2) reached.open(); // first for the subject of the page, then for its cursor
      if (asked > 1) await held.promise;
      return till.store.secret();
    };
    const gateway = till.gateway({ store: { ...till.store, secret } });
    gateway.start();
    const opening = gateway.fetch(ask('/operations/stream', { 'last-event-id': cursor }));
    await reached.promise;
    const stopped = gateway.stop();
    held.open();
    const heard = (await opening).text();
    await settled(till.clock, stopped);
    expect(await isSettled(heard)).toBe(true);
  });
});

describe('an instance that is killed', () => {
  test('in the middle of a question: another asks again after ten seconds, and the answer that was lost costs one', async () => {
    const till = createFollowTill();
    const { store, kill } = mortalStore(till.store);
    const [mortal, other] = [till.gateway({ store }), till.gateway()];
    mortal.start();
    other.start();
    await till.clock.advance(second / 2);
    const id = await till.sell(mortal, (age, times) =>
      times === 2 ? new Promise(() => undefined) : { status: age < 10 * second ? 'processing' : 'complete' },
    );
    await till.clock.advance(4 * second);
    const before = till.service.askedAt('M-1');
    kill();
    await till.clock.advance(15 * second);
    const [first, second_, third] = till.service.askedAt('M-1');
    expect(before).toStrictEqual([first, second_]);
    expect((third ?? 0) - (second_ ?? 0)).toBeGreaterThanOrEqual(10 * second);
    expect((third ?? 0) - (second_ ?? 0)).toBeLessThanOrEqual(12 * second);
    expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
  });

  test('between a sale and its answer: it is unknown once no answer can come, and the terminal says so', async () => {
    const till = createFollowTill();
    const { store, kill } = mortalStore(till.store);
    const gateway = till.gateway({ store, fetcher: () => new Promise(() => undefined) });
    void gateway.fetch(till.saleRequest());
    const other = till.gateway();
    other.start();
    const rows = () => till.store.transact('', 'read', (tx) => tx.operations.list({}));
    while ((await rows()).length === 0) await till.clock.advance(10);
    kill();
    await till.clock.advance(90 * second);
    expect((await rows())[0]).toMatchObject({ phase: 'sending', isOpen: true });
    await till.clock.advance(11 * second);
    expect((await rows())[0]).toMatchObject({ phase: 'unknown', operation: { reason: 'no-response' } });
    expect(till.service.polls).toStrictEqual([]);
  });
});

describe('a store', () => {
  test('that fails for a while loses nothing: it goes on where it was', async () => {
    const till = createFollowTill();
    let isDown = false;
    const store: GatewayStore = {
      ...till.store,
      transact: (...given) => (isDown ? Promise.reject(new Error('gone')) : till.store.transact(...given)),
    };
    const gateway = till.gateway({ store });
    gateway.start();
    const ids = await Promise.all(
      [5, 70].map((seconds) => till.sell(gateway, after(seconds * second, complete))),
    );
    await till.clock.advance(4 * second);
    isDown = true;
    await till.clock.advance(minute);
    const asked = till.service.polls.length;
    expect(new Set(till.problems.map(({ type }) => type))).toStrictEqual(new Set(['store-failed']));
    await till.clock.advance(minute);
    expect(till.service.polls).toHaveLength(asked);
    isDown = false;
    await till.clock.advance(12 * second);
    for (const id of ids) expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
  });

  test.each([-2 * hour, 2 * hour])(
    'whose clock is %i ms off from that of the instance: nothing changes',
    async (off) => {
      const till = createFollowTill();
      const theirs = { ...till.clock, now: () => till.clock.now() + off };
      const store = longKnown(createMemoryStore({ clock: theirs }));
      const gateway = till.gateway({ store });
      gateway.start();
      await till.sell(gateway, after(20 * second, complete));
      await till.clock.advance(10 * minute);
      const [row] = await store.transact('', 'read', (tx) => tx.operations.list({}));
      expect(row).toMatchObject({ phase: 'complete' });
      expect(till.service.askedAt('M-1').slice(0, 3)).toStrictEqual([2, 3, 4].map((at) => at * second));
    },
  );

  test('is asked no more than it must: two transactions a question, none where nothing is due', async () => {
    const till = createFollowTill();
    const { store, transactions } = counting(till.store);
    const gateway = till.gateway({ store });
    gateway.start();
    for (let account = 0; account < 20; account += 1)
      await till.sell(gateway, after(0, complete), `idle-${account}`);
    await till.clock.advance(10 * second);
    await till.sell(gateway, processing, 'busy');
    transactions.length = 0;
    till.service.polls.length = 0;
    await till.clock.advance(minute);
    const polls = till.service.polls.length;
    expect(polls).toBeGreaterThan(40);
    const writing = transactions.filter(({ account, access }) => account !== '' && access !== 'read');
    expect(new Set(writing.map(({ account }) => account))).toStrictEqual(new Set(['busy']));
    expect(writing.length).toBeLessThanOrEqual(2 * polls + 5);
    const verbs = writing.reduce((sum, one) => sum + one.verbs, 0);
    expect(verbs / polls).toBeLessThanOrEqual(16);
    // Every five seconds a look, for all accounts together.
    const looks = transactions.filter(({ account }) => account === '');
    expect(looks.length).toBeLessThanOrEqual(30);
  });
});

describe('what is kept no longer', () => {
  const waiting = (store: GatewayStore) =>
    store.transact('', 'read', function* (tx) {
      return [(yield* tx.events.list({})).length, (yield* tx.deliveries.list({})).length];
    });

  test('answers of payments go, and what became of them stays', async () => {
    const till = createFollowTill({ keepAnswersMs: hour });
    const gateway = till.gateway();
    const old = await till.sell(gateway, after(0, complete));
    await till.clock.advance(50 * minute);
    const young = await till.sell(gateway, after(0, complete));
    gateway.start();
    await till.clock.advance(12 * minute);
    const rows = () => till.store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
    expect((await rows()).map(({ id, answer }) => [id, answer !== null])).toStrictEqual([
      [old, false],
      [young, true],
    ]);
    await till.clock.advance(hour);
    expect((await rows()).map(({ answer, phase }) => [answer, phase])).toStrictEqual([
      [null, 'complete'],
      [null, 'complete'],
    ]);
  });

  test('however many answers have become old meanwhile', async () => {
    const till = createFollowTill({ keepAnswersMs: hour });
    const gateway = till.gateway();
    for (let sold = 0; sold < 450; sold += 1) {
      await till.sell(gateway, after(0, complete));
      await till.clock.advance(10);
    }
    await till.clock.advance(2 * hour);
    const { store, transactions } = counting(till.store);
    const cleaning = till.gateway({ store });
    cleaning.start();
    const answered = async () => {
      const rows = await till.store.transact('', 'read', (tx) => tx.operations.list({}));
      return rows.filter(({ answer }) => answer !== null);
    };
    // A database takes real time, while virtual time goes on.
    for (let looks = 0; looks < 5 && (await answered()).length > 0; looks += 1)
      await till.clock.advance(5 * second);
    expect(await answered()).toStrictEqual([]);
    expect(transactions.length).toBeGreaterThan(3); // not all of them at once
  });

  test('answers behind many ids that were closed unsent, with a few lost answers among them', async () => {
    const till = createFollowTill({ keepAnswersMs: hour });
    const gateway = till.gateway();
    const old = await till.sell(gateway, after(0, complete));
    await till.clock.advance(second);
    await till.store.transact('', 'durable', function* (tx) {
      for (let closed = 0; closed < 1200; closed += 1)
        yield* closeUnsentOperationId(tx, { account: '', id: `closed-unsent-${closed}`, subject: '' });
      // These were sent, and the process ended before it recorded the answers.
      const lost = { in: ['closed-unsent-100', 'closed-unsent-700', 'closed-unsent-1100'] };
      yield* tx.operations.change({ id: lost }, { state: 'sent' });
    });
    await till.clock.advance(2 * hour);
    gateway.start();
    await till.clock.advance(minute);
    const [row] = await till.store.transact('', 'read', (tx) => tx.operations.list({ id: old }));
    expect(row).toMatchObject({ answer: null, phase: 'complete' });
  });

  test('events, slots, and messages that were not accepted here', async () => {
    const till = createFollowTill({ keepEventsMs: hour });
    const gateway = till.gateway();
    await till.sell(gateway, after(0, complete));
    await gateway.fetch(ask('/processed-messages/MADE-UP'));
    gateway.start();
    await till.clock.advance(10 * second);
    const kept = () =>
      till.store.transact('', 'read', function* (tx) {
        const [events, slots] = [yield* tx.events.list({}), yield* tx.slots.list({})];
        const messages = yield* tx.messages.list({}, { by: ['id'] });
        return [events.length > 0, slots.length > 0, messages.map(({ id }) => id)];
      });
    expect(await kept()).toStrictEqual([true, true, ['M-1', 'MADE-UP']]);
    await till.clock.advance(5 * minute);
    expect(await kept()).toStrictEqual([true, false, ['M-1', 'MADE-UP']]);
    await till.clock.advance(hour);
    expect(await kept()).toStrictEqual([false, false, ['M-1']]);
  });

  test('no event that a receiver has yet to take, however long no instance was there', async () => {
    allowConsole(/down/);
    const heard: string[] = [];
    let isDown = true;
    const till = createFollowTill({
      onEvent({ data: { operation } }) {
        if (isDown) throw new Error('down');
        heard.push(operation.phase);
      },
    });
    const gateway = till.gateway();
    await till.sell(gateway, after(0, complete));
    await settled(till.clock, gateway.work({ forMs: 10 * second }));
    await till.clock.advance(9 * day);
    isDown = false;
    await settled(till.clock, gateway.work({ forMs: minute }));
    expect([...new Set(heard)]).toStrictEqual(['sending', 'waiting', 'complete']);
    await settled(till.clock, gateway.work({ forMs: 2 * minute }));
    expect(await waiting(till.store)).toStrictEqual([0, 0]);
  });

  test('events that wait for receivers of before, where no receiver is told any more', async () => {
    allowConsole(/down/);
    const till = createFollowTill();
    const told = till.gateway({
      onEvent() {
        throw new Error('down');
      },
    });
    await till.sell(told, after(0, complete));
    await settled(till.clock, told.work({ forMs: 10 * second }));
    const untold = till.gateway();
    await till.clock.advance(6 * day);
    await settled(till.clock, untold.work({ forMs: 2 * minute }));
    expect((await waiting(till.store))[1]).toBe(3);
    await till.clock.advance(2 * day);
    await settled(till.clock, untold.work({ forMs: 2 * minute }));
    expect(await waiting(till.store)).toStrictEqual([0, 0]);
  });

  test('operations, with all that hangs on them', async () => {
    const till = createFollowTill();
    const store = longKnown(createMemoryStore({ clock: till.clock, keepMs: day }));
    const gateway = till.gateway({ store });
    const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '1' } });
    const ids: string[] = [];
    for (let sold = 0; sold < 3; sold += 1)
      ids.push(await till.sell(gateway, (_, times) => (times === 1 ? busy() : { status: 'timeout' })));
    const working = gateway.work({ forMs: 10 * second });
    await settled(till.clock, working);
    const post = (path: string, body: object) => gateway.fetch(postTo(`/operations/${ids[0]}${path}`, body));
    expect((await post('/resolution', { charged: true, basis: 'receipt' })).status).toBe(200);
    expect((await post('/acknowledgement', {})).status).toBe(200);
    const kept = () =>
      store.transact('', 'read', function* (tx) {
        const { operations, messages, budgets, resolutions, acknowledgements } = tx;
        const tables = [operations, messages, budgets, resolutions, acknowledgements];
        const counts: number[] = [];
        for (const table of tables) counts.push((yield* table.list({})).length);
        return counts;
      });
    expect(await kept()).toStrictEqual([3, 3, 1, 1, 1]);
    await till.clock.advance(day);
    await settled(till.clock, gateway.work({ forMs: 10 * second }));
    // An unknown outcome holds its terminal, however short the rest is kept.
    expect(await kept()).toStrictEqual([2, 2, 1, 0, 0]);
    await till.clock.advance(29 * day);
    await settled(till.clock, gateway.work({ forMs: 10 * second }));
    expect(await kept()).toStrictEqual([0, 0, 0, 0, 0]);
  });

  test('operations that are behind two hundred which still hold their terminals', async () => {
    const till = createFollowTill();
    const store = longKnown(createMemoryStore({ clock: till.clock, keepMs: day }));
    await store.transact('', 'write', function* (tx) {
      for (let number = 0; number <= 200; number += 1)
        yield* tx.operations.put(operationRow(number, { account: '', isOpen: number < 200 }));
    });
    await till.clock.advance(day + second);
    await settled(till.clock, till.gateway({ store }).work({ forMs: 10 * second }));
    const left = await store.transact('', 'read', (tx) => tx.operations.list({}));
    expect([left.length, left.filter(({ isOpen }) => isOpen).length]).toStrictEqual([200, 200]);
  });
});
