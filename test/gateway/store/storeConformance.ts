import { describe, expect, test } from 'vitest';
import type { VirtualClock } from '../../../src/core/time.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import type { RecordRows } from '../../../src/gateway/recordRows.ts';
import {
  account,
  approved,
  claim,
  deliveryOf,
  eventOf,
  find,
  knownForMs,
  operationId,
  operationOf,
  operationRow,
  reading,
  slotOf,
  startedAt,
  writing,
} from './storeEntries.ts';
import { checkVerbs } from './storeVerbs.ts';

/** A store with data of its own, until the test ends. */
export interface StoreHarness {
  store: GatewayStore;
  clock: VirtualClock;
  /** What a gateway sees that comes after this store, or works beside it. */
  another: (options?: { keepMs?: number }) => Promise<GatewayStore>;
}

export type CreateHarness = (options?: { keepMs?: number | undefined }) => Promise<StoreHarness>;

const everyCharacter =
  'a "quoted"\n\r\t\u0000\u0001\u2028 line, \\ ? $1 ü 漢 😀 \uD7FF \uD800 \uDFFF\uD83D {"a":1}\n';

/** A row of each table, with something in every column that may be empty. */
const fullRows: { [Name in keyof RecordRows]: RecordRows[Name] } = {
  operations: operationRow(1, {
    actor: everyCharacter,
    approvedBy: everyCharacter,
    answer: { ...approved, body: everyCharacter, isOwn: true },
    seq: 3,
    operation: operationOf(1, { phase: 'complete', orderNumber: everyCharacter }),
    phase: 'complete',
    isOpen: true,
    isUnseen: true,
    terminalId: 'T1',
    provider: 'one',
    orderNumber: everyCharacter,
    orderNumberLower: everyCharacter,
    orderNumberReversed: everyCharacter,
    pnRefNum: '4711',
    msgIdentifier: 'm-1',
    currency: 'EUR',
    amountCents: 1250,
    movedCents: 0,
    endedAt: startedAt + 0.25,
  }),
  messages: {
    account,
    provider: '',
    id: 'm-1',
    operationId: operationId(1),
    currency: 'EUR',
    state: { isFinal: false, connection: 'ok', failures: 1, missing: 2, misfit: everyCharacter },
    heardAt: startedAt,
    since: startedAt,
    askedAt: startedAt,
    askingUntil: startedAt,
    dueAt: startedAt,
    timedOutAt: startedAt,
    wantedUntil: startedAt,
  },
  slots: { ...slotOf({ messageId: 'm-1', isPatient: true }), id: 0 },
  budgets: {
    account,
    restUntil: startedAt,
    restStep: 1,
    strangersRestUntil: startedAt,
    loweredTo: 20,
    loweredAt: startedAt,
  },
  events: { ...eventOf(1, { isDispatched: true }), id: 0 },
  deliveries: { ...deliveryOf({ takenUntil: startedAt, state: 'undelivered' }), id: 0 },
  receivers: {
    account,
    receiver: 'process',
    nextAt: startedAt,
    failures: 1,
    failingSince: startedAt,
    restUntil: startedAt,
  },
  resolutions: {
    id: 0,
    account,
    operationId: operationId(1),
    at: startedAt,
    actor: 'anna',
    subject: '5ab1ec7',
    charged: true,
    basis: 'receipt',
    note: everyCharacter,
  },
  acknowledgements: {
    account,
    operationId: operationId(1),
    subject: '5ab1ec7',
    actor: 'anna',
    at: startedAt,
  },
  orders: {
    account,
    number: everyCharacter,
    currency: 'EUR',
    totalCents: 4261,
    namedAt: startedAt,
    paidAt: startedAt + 0.5,
  },
  legs: {
    account,
    id: operationId(1),
    orderNumber: everyCharacter,
    name: 'cash',
    currency: 'EUR',
    cents: -500,
    at: startedAt,
    actor: 'anna',
    subject: '5ab1ec7',
  },
  closings: {
    account,
    terminalId: 'T1',
    number: 1,
    id: operationId(1),
    fromMs: startedAt - 0.5,
    toMs: startedAt,
    at: startedAt + 0.25,
    actor: everyCharacter,
    report: { rows: [], unknown: [], holds: [], legs: [] },
  },
};

/** What every store promises. `runs`: how many random logs it is held against. */
export function testStore(create: CreateHarness, { runs }: { runs: number }): void {
  describe('rows', () => {
    test('come back as they were given, every character and every column, to another instance too', async () => {
      const { store, another } = await create();
      const added = await writing(store, function* (tx) {
        yield* tx.operations.put(fullRows.operations);
        yield* tx.messages.put(fullRows.messages);
        yield* tx.budgets.put(fullRows.budgets);
        yield* tx.receivers.put(fullRows.receivers);
        yield* tx.acknowledgements.put(fullRows.acknowledgements);
        yield* tx.orders.put(fullRows.orders);
        yield* tx.legs.put(fullRows.legs);
        const { id: _slot, ...slot } = fullRows.slots;
        const { id: _event, ...event } = fullRows.events;
        const { id: _delivery, ...delivery } = fullRows.deliveries;
        const { id: _resolution, ...resolution } = fullRows.resolutions;
        return {
          slots: yield* tx.slots.add(slot),
          events: yield* tx.events.add(event),
          deliveries: yield* tx.deliveries.add(delivery),
          resolutions: yield* tx.resolutions.add(resolution),
        };
      });
      for (const row of Object.values(added)) expect(row.id).toBeGreaterThan(0);
      const read = await reading(await another(), function* (tx) {
        return {
          operations: yield* tx.operations.list({}),
          messages: yield* tx.messages.list({}),
          slots: yield* tx.slots.list({}),
          budgets: yield* tx.budgets.list({}),
          receivers: yield* tx.receivers.list({}),
          events: yield* tx.events.list({}),
          deliveries: yield* tx.deliveries.list({}),
          resolutions: yield* tx.resolutions.list({}),
          acknowledgements: yield* tx.acknowledgements.list({}),
        };
      });
      const { operations, messages, budgets, receivers, acknowledgements } = fullRows;
      const expected = { operations, messages, budgets, receivers, acknowledgements, ...added };
      expect(read).toEqual(Object.fromEntries(Object.entries(expected).map(([name, row]) => [name, [row]])));
      expect(added.resolutions.note).toBe(everyCharacter);
    });

    test('have null where nothing was given, and what JSON has of the rest', async () => {
      const { store } = await create();
      const operation = { ...operationOf(1), orderNumber: undefined };
      const [added, read] = await writing(store, function* (tx) {
        const { messageId: _, ...slot } = slotOf();
        yield* tx.operations.put(operationRow(1, { operation }));
        const [row] = yield* tx.operations.list({ account });
        return [yield* tx.slots.add(slot), row];
      });
      expect(added).toStrictEqual({ ...slotOf(), id: added.id });
      expect(read).toStrictEqual(operationRow(1, { operation: operationOf(1) }));
    });

    test('are not given away by what was handed in or out', async () => {
      const { store } = await create();
      const given = operationRow(1, { operation: operationOf(1) });
      await writing(store, (tx) => tx.operations.put(given));
      given.subject = 'changed';
      if (given.operation) given.operation.anomalies = ['duplicate-id'];
      const found = await find(store, 1);
      // Where it is shared with the store, no test can.
      if (found?.operation) Reflect.set(found.operation, 'anomalies', ['duplicate-id']);
      if (found) found.state = 'closed';
      expect(await find(store, 1)).toEqual(operationRow(1, { operation: operationOf(1) }));
    });

    test('are numbered higher and higher, though the last one went', async () => {
      const { store, another } = await create();
      const ids: number[] = [];
      for (const one of [store, await another(), store]) {
        const { id } = await writing(one, (tx) => tx.events.add(eventOf(1)));
        ids.push(id);
        await writing(one, (tx) => tx.events.remove({ id }));
      }
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(new Set(ids).size).toBe(3);
    });

    test('come in pages that neither lose nor repeat any, while new ones come', async () => {
      const { store } = await create();
      const put = (number: number) =>
        writing(store, (tx) =>
          tx.operations.put(operationRow(number, { createdAt: startedAt + Math.floor(number / 3) })),
        );
      for (let number = 0; number < 20; number += 1) await put(number);
      const seen: string[] = [];
      let after: (string | number)[] | undefined;
      for (let page = 0; page < 5; page += 1) {
        const order = { by: ['createdAt', 'id'] as const, isDescending: true, after, limit: 4 };
        const rows = await reading(store, (tx) => tx.operations.list({ account }, order));
        seen.push(...rows.map(({ id }) => id));
        after = rows.slice(-1).flatMap(({ createdAt, id }) => [createdAt, id]);
        await put(100 + page);
      }
      expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => operationId(19 - at)));
    });

    test('are found, changed, removed and added up as in a plain list, whatever is done in whatever order', async () => {
      await expect(checkVerbs(create, runs)).resolves.toBeUndefined();
    }, 60_000);
  });

  describe('a transaction', () => {
    const failure = new Error('in the middle');

    test('that fails in the middle leaves nothing in any table', async () => {
      const { store, another } = await create();
      await claim(store, 1);
      const failing = writing(store, function* (tx) {
        yield* tx.operations.put(operationRow(2));
        yield* tx.operations.change({ account }, { subject: 'changed' });
        yield* tx.operations.remove({ account, id: operationId(1) });
        yield* tx.events.add(eventOf(1));
        throw failure;
      });
      await expect(failing).rejects.toBe(failure);
      const left = await reading(await another(), function* (tx) {
        return [yield* tx.operations.list({}), yield* tx.events.list({})];
      });
      expect(left).toEqual([[operationRow(1)], []]);
    });

    test('that fails takes back nothing of those that came at the same time', async () => {
      const { store, another } = await create();
      const numbers = Array.from({ length: 30 }, (_, number) => number);
      const results = await Promise.allSettled(
        numbers.map((number) =>
          writing(store, function* (tx) {
            yield* tx.operations.put(operationRow(number));
            yield* tx.slots.add(slotOf());
            if (number % 3 === 0) throw failure;
          }),
        ),
      );
      const kept = numbers.filter((number) => number % 3 !== 0);
      expect(results.flatMap(({ status }, at) => (status === 'fulfilled' ? [at] : []))).toEqual(kept);
      const rows = await reading(await another(), function* (tx) {
        const slots = yield* tx.slots.list({});
        return { slots: slots.length, operations: yield* tx.operations.list({}, { by: ['id'] }) };
      });
      expect(rows).toEqual({ slots: kept.length, operations: kept.map((number) => operationRow(number)) });
    });

    test('that only reads writes nothing', async () => {
      const { store } = await create();
      const refusal = { code: 'storage' };
      await claim(store, 1);
      await expect(reading(store, (tx) => tx.operations.put(operationRow(2)))).rejects.toMatchObject(refusal);
      await expect(reading(store, (tx) => tx.operations.remove({}))).rejects.toMatchObject(refusal);
      expect(await find(store, 2)).toBeUndefined();
      expect(await find(store, 1)).toEqual(operationRow(1));
    });

    test('sees what no other one does until it has ended: a hundred at once on two instances count to a hundred', async () => {
      const { store, another } = await create();
      const stores = [store, await another()];
      await writing(store, (tx) => tx.operations.put(operationRow(1)));
      const counts = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          writing(stores[at % 2] ?? store, function* (tx) {
            const [row] = yield* tx.operations.list({ account, id: operationId(1) });
            const seq = (row?.seq ?? 0) + 1;
            yield* tx.operations.change({ account, id: operationId(1) }, { seq });
            return seq;
          }),
        ),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    });

    test('gives an id to one of a hundred that want it at once; the others learn who holds it', async () => {
      const { store, another } = await create();
      const stores = [store, await another()];
      const held = await Promise.all(
        Array.from({ length: 100 }, (_, at) => claim(stores[at % 2] ?? store, 1, { subject: `${at}` })),
      );
      const winners = held.flatMap((holder, at) => (holder ? [] : [`${at}`]));
      expect(winners).toHaveLength(1);
      const others = held.filter((holder) => holder !== undefined);
      expect(others).toEqual(
        Array.from({ length: 99 }, () => operationRow(1, { subject: winners[0] ?? '' })),
      );
    });

    test('numbers events as others can see them: who reads on from the last number misses none', async () => {
      const { store, another } = await create();
      const [one, other] = [await another(), await another()];
      const written = Promise.all(
        [store, one].flatMap((writer) =>
          Array.from({ length: 40 }, (_, number) =>
            writing(writer, function* (tx) {
              const { id } = yield* tx.events.add(eventOf(number));
              yield* tx.operations.put(operationRow(number));
              return id;
            }),
          ),
        ),
      );
      let isOver = false;
      const ending = written.finally(() => {
        isOver = true;
      });
      const read: number[] = [];
      for (let isLast = false; !isLast;) {
        isLast = isOver;
        const order = { by: ['id'] as const, limit: 7 };
        const above = read.at(-1) ?? 0;
        const rows = await reading(other, (tx) => tx.events.list({ account, id: { above } }, order));
        read.push(...rows.map(({ id }) => id));
        if (rows.length === 7) isLast = false;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      expect(read).toEqual((await ending).toSorted((a, b) => a - b));
    });

    test('that reads sees one moment', async () => {
      const { store, another } = await create();
      const other = await another();
      const change = (seq: number) =>
        writing(store, function* (tx) {
          yield* tx.operations.put(operationRow(1, { seq }));
          yield* tx.budgets.put({ ...fullRows.budgets, restStep: seq });
        });
      await change(0);
      const changing = (async () => {
        for (let seq = 1; seq <= 40; seq += 1) await change(seq);
      })();
      for (let seq = 0; seq < 40;) {
        const [row, budget] = await reading(other, function* (tx) {
          const operations = yield* tx.operations.list({ account });
          return [operations[0], (yield* tx.budgets.list({ account }))[0]] as const;
        });
        expect(row?.seq).toBe(budget?.restStep);
        seq = row?.seq ?? 0;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      await changing;
    });
  });

  describe('its time', () => {
    test('is the same for all instances, and passes', async () => {
      const { store, clock, another } = await create();
      const now = (one: GatewayStore) =>
        one.transact(account, 'write', function* (tx) {
          yield* tx.budgets.list({ account });
          return tx.now;
        });
      expect(await now(store)).toBe(startedAt);
      await clock.advance(42_000);
      expect(await now(await another())).toBe(startedAt + 42_000);
      expect(await now(store)).toBe(startedAt + 42_000);
      await clock.advance(0.75); // others read a whole number, as a receiver in another language does
      expect(await now(store)).toBe(startedAt + 42_000);
    });

    test('says for how long nothing was forgotten: from 0 up to keepMs, from when it was opened', async () => {
      const { store, clock, another } = await create({ keepMs: 60_000 });
      expect(store.keepMs).toBe(60_000);
      await store.open();
      await clock.advance(20_000);
      expect(await knownForMs(await another())).toBe(20_000);
      await clock.advance(50_000);
      const told = await reading(store, function* (tx) {
        yield* tx.budgets.list({ account });
        return { knownForMs: tx.knownForMs, forgotAt: tx.forgotAt };
      });
      expect(told).toEqual({ knownForMs: 60_000, forgotAt: 0 });
    });
  });

  test('its secret is the same for all instances, and another one in another store', async () => {
    const { store, another } = await create();
    const secret = await store.secret();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await Promise.all([(await another()).secret(), store.secret()])).toEqual([secret, secret]);
    expect(await (await create()).store.secret()).not.toBe(secret);
  });
}
