import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../src/gateway/visibility.ts';
import type { Gateway } from '../../../src/gateway/createGateway.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import {
  createRecordReaderForCallers,
  type RecordReaderForCallers,
} from '../../../src/gateway/createRecordReaderForCallers.ts';
import { maySeeOperation, visibleOperationConditions } from '../../../src/gateway/visibility.ts';
import { tableIn } from '../../docs/markdown.ts';
import { read } from '../../docs/pages.ts';
import {
  accepted,
  approved,
  callerOf,
  createTestRecord,
  failed,
  lost,
  minuteMs,
  resolvedAs,
  startedAt,
  type TestRecord,
} from '../store/recordRows.ts';
import { ask as request, close } from '../gatewayTill.ts';
import { as, createShop } from '../shop.ts';

let record: TestRecord;
let questions: RecordReaderForCallers;

beforeEach(() => {
  record = createTestRecord();
  questions = createRecordReaderForCallers({ store: record.store });
});

const query = (words: Record<string, string | number> | string = '') =>
  new URLSearchParams(
    typeof words === 'string' ? words : Object.entries(words).map(([name, value]) => [name, `${value}`]),
  );

const ask = async (words: Parameters<typeof query>[0] = '', caller = callerOf()) =>
  (await questions.listOperations(caller, query(words))).items.map(({ id }) => id);

const refusedField = (asked: Promise<unknown>) =>
  asked.then(
    () => 'nothing was refused',
    (refusal: { status: number; field: string }) => `${refusal.status} ${refusal.field}`,
  );

/** Begins so many, a minute apart; the newest is the last. */
async function begin(count: number, draft: Parameters<TestRecord['begin']>[0] = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push(await record.begin(draft));
    await record.clock.advance(minuteMs);
  }
  return ids;
}

describe('a list of operations', () => {
  test('has the newest first, without what only a page keeps', async () => {
    const [, second] = await begin(2, { actor: 'Ada', orderNumber: 'A-1' });
    const { items, cursor } = await questions.listOperations(callerOf(), query());
    expect(cursor).toBeUndefined();
    expect(items[0]).toEqual({
      id: second,
      kind: 'pay',
      phase: 'sending',
      terminalId: 'T1',
      currency: 'EUR',
      amountCents: 1000,
      orderNumber: 'A-1',
      anomalies: [],
      seenProcessing: false,
      createdAt: startedAt + minuteMs,
      seq: 1,
      actor: 'Ada',
      isOwn: true,
    });
    expect(items).toHaveLength(2);
  });

  test('has nothing of ids that were closed, and of what is no terminal operation', async () => {
    const id = await record.begin();
    await record.store.transact('shop', 'durable', function* (tx) {
      const [row] = yield* tx.operations.list({ account: 'shop', id });
      if (!row) throw new Error('It was not recorded.');
      const nothing = { operation: null, phase: null };
      yield* tx.operations.put({ ...row, ...nothing, id: 'link', kind: 'createPaymentLink' });
      yield* tx.operations.put({ ...row, ...nothing, id: 'closed', state: 'closed' });
    });
    expect(await ask()).toEqual([id]);
  });

  test.each(['', 'true'])(
    'comes in pages that neither repeat nor miss one, whatever is new: open=%s',
    async (isOpen) => {
      const ids = await begin(7);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<RecordReaderForCallers['listOperations']>> =
          await questions.listOperations(
            callerOf(),
            query({ limit: 3, open: isOpen, ...(cursor && { cursor }) }),
          );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
        await begin(2);
      } while (cursor);
      expect(seen).toEqual(ids.toReversed());
    },
  );

  test('tells two of one moment apart', async () => {
    const ids = [await record.begin(), await record.begin(), await record.begin()];
    const first = await questions.listOperations(callerOf(), query({ limit: 2 }));
    const second = await questions.listOperations(
      callerOf(),
      query({ limit: 2, cursor: first.cursor ?? '' }),
    );
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test('has fifty of a page, and two hundred at most', async () => {
    await begin(51);
    expect(await ask()).toHaveLength(50);
    expect(await ask({ limit: 200 })).toHaveLength(51);
    expect(await refusedField(ask({ limit: 201 }))).toBe('400 limit');
  });

  test('can be narrowed by each of its words', async () => {
    const sale = await record.begin({ orderNumber: 'A-1' }, accepted('m-1', 'p-1'), approved());
    await record.clock.advance(minuteMs);
    const refund = await record.begin(
      { kind: 'refund', terminalId: 'T2', amountCents: 300, pnRefNum: 'p-1' },
      accepted('m-2'),
    );
    await record.tell(sale, [{ type: 'acknowledged', at: 0, seen: { phase: 'complete', anomalies: [] } }]);
    const unseen = await record.begin({}, accepted('m-3'), failed);
    const asked = {
      [`from=${startedAt + 1}`]: [unseen, refund],
      [`to=${startedAt + minuteMs}`]: [sale],
      [`from=${startedAt}&to=${startedAt}`]: [],
      'terminalId=T2': [refund],
      'terminalId=T2&terminalId=T1': [unseen, refund, sale],
      'kind=refund': [refund],
      'kind=refund&kind=void': [refund],
      'phase=failed&phase=complete': [unseen, sale],
      'orderNumber=A-1': [sale],
      'pnRefNum=p-1': [refund, sale],
      'amount=300': [refund],
      'open=true': [refund],
      'open=false': [unseen, sale],
      'unseen=true': [unseen],
      'unseen=false': [refund, sale],
      'kind=pay&phase=complete&terminalId=T1&open=false': [sale],
      'orderNumber=&clientId=c-1': [unseen, refund, sale],
    };
    const found = await Promise.all(Object.keys(asked).map(async (words) => [words, await ask(words)]));
    expect(Object.fromEntries(found)).toEqual(asked);
  });

  test('is found by what was paid with the tip, as a receipt has it, and by what was asked for; once', async () => {
    const tipped = await record.begin({ amountCents: 1000 }, accepted('m-1'), approved(1100, 100));
    const exact = await record.begin({ amountCents: 1100 }, accepted('m-2'), approved(1100));
    expect(await ask('amount=1100')).toEqual([exact, tipped]);
    expect(await ask('amount=1000')).toEqual([tipped]);
  });

  test.each([
    ['from=yesterday', 'from'],
    ['from=-1', 'from'],
    ['from=1e3', 'from'],
    ['to=99999999999999999', 'to'],
    ['from=2&to=1', 'to'],
    ['limit=0', 'limit'],
    ['limit=1.5', 'limit'],
    ['kind=sale', 'kind'],
    ['kind=createPaymentLink', 'kind'],
    ['phase=waiting&phase=done', 'phase'],
    ['open=yes', 'open'],
    ['amount=10.50', 'amount'],
    ['orderNumber=1&orderNumber=2', 'orderNumber'],
    ['orderNumber=%00', 'orderNumber'],
    ['terminal=T1', 'terminal'],
    ['cursor=x', 'cursor'],
    [`cursor=${'x'.repeat(5000)}`, 'cursor'],
  ])('refuses %s and names the word', async (words, field) => {
    expect(await refusedField(ask(words))).toBe(`400 ${field}`);
  });

  test('takes every parameter that docs/record.md names', async () => {
    const names = tableIn(read('docs/record.md'), 'parameter').flatMap(([name = '']) =>
      name.replaceAll('`', '').split(', '),
    );
    expect(names).toHaveLength(14);
    const known = { limit: '1', kind: 'pay', phase: 'failed', open: 'true', unseen: 'true', search: '12' };
    const asked = names.filter((name) => name !== 'cursor');
    const words = asked.map((name) => [name, name in known ? known[name as keyof typeof known] : '1']);
    expect(await ask(Object.fromEntries(words) as Record<string, string>)).toEqual([]);
  });

  test('goes on for the same question of the same caller only', async () => {
    await begin(3);
    const asked = { limit: 1, terminalId: 'T1' };
    const { cursor = '' } = await questions.listOperations(callerOf(), query(asked));
    expect(await ask({ ...asked, cursor, limit: 2 })).toHaveLength(2);
    const refused = '400 cursor';
    expect(await refusedField(ask({ cursor }))).toBe(refused);
    expect(await refusedField(ask({ ...asked, cursor, open: 'true' }))).toBe(refused);
    expect(await refusedField(ask({ ...asked, cursor }, callerOf({ account: 'other' })))).toBe(refused);
    expect(await refusedField(ask({ ...asked, cursor }, callerOf({ subject: 'till-2' })))).toBe(refused);
    const transactions = questions.listTransactions(callerOf(), query({ ...asked, cursor }));
    expect(await refusedField(transactions)).toBe(refused);
    const swapped = `${cursor.at(0) === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    expect(await refusedField(ask({ ...asked, cursor: swapped }))).toBe(refused);
    expect(await refusedField(ask({ ...asked, cursor: cursor.slice(0, 10) }))).toBe(refused);
    const another = createRecordReaderForCallers({ store: createTestRecord().store });
    expect(await refusedField(another.listOperations(callerOf(), query({ ...asked, cursor })))).toBe(refused);
  });

  test('has cursors that do not tell where they lead', async () => {
    await begin(2);
    const { cursor = '' } = await questions.listOperations(callerOf(), query({ limit: 1 }));
    const [text, told] = [cursor.replaceAll('-', '+').replaceAll('_', '/'), `${startedAt + minuteMs}`];
    expect(atob(text)).not.toContain(told);
  });
});

describe('what one may not see', () => {
  const tills: Record<string, Caller> = {
    own: callerOf({ sees: 'own' }),
    all: callerOf(),
    terminals: callerOf({ sees: { terminals: ['T2', 'T3'] } }),
    none: callerOf({ sees: { terminals: [] } }),
    mirror: callerOf({ sees: { mirror: 'T1' } }),
    other: callerOf({ account: 'other' }),
  };

  test('is in no list, whatever is asked for', async () => {
    const ended = await record.begin({ subject: 'till-2' }, accepted('m-1'), failed);
    await record.clock.advance(16 * minuteMs);
    const own = await record.begin({ terminalId: 'T2' });
    const recent = await record.begin({ subject: 'till-2' }, accepted('m-3'), failed);
    const open = await record.begin({ subject: 'till-2' });
    await record.begin({ account: 'third' });
    const lists = Object.entries(tills).map(async ([name, caller]) => [name, await ask('', caller)]);
    expect(Object.fromEntries(await Promise.all(lists))).toEqual({
      own: [own],
      all: [open, recent, own, ended],
      terminals: [own],
      none: [],
      mirror: [open, recent],
      other: [],
    });
    expect(await ask('terminalId=T1', tills['terminals'])).toEqual([]);
    expect(await ask('terminalId=T1&terminalId=T2', tills['terminals'])).toEqual([own]);
    expect(await ask('open=false', tills['mirror'])).toEqual([recent]);
    expect(await ask('open=true', tills['mirror'])).toEqual([open]);
    expect(await ask('terminalId=T2', tills['mirror'])).toEqual([]);
  });

  test('cannot be guessed by a second screen, which would be told whether a number or a name fits', async () => {
    await record.begin({ orderNumber: 'A-17', actor: 'Ada' });
    for (const word of ['orderNumber=A-17', 'search=A-', 'actor=Ada', 'pnRefNum=P-1'])
      expect(await refusedField(ask(word, tills['mirror']))).toBe(`400 ${word.split('=')[0]}`);
    expect(await ask('open=true&kind=pay&amount=1200&limit=5', tills['mirror'])).toEqual([]);
  });

  test('takes no place on a page', async () => {
    const own = await record.begin({});
    await begin(5, { subject: 'till-2' });
    expect(await ask('limit=1', tills['own'])).toEqual([own]);
  });

  test('is not counted among the open ones, and its events are not told as late', async () => {
    await begin(2);
    await record.begin({ subject: 'till-2', terminalId: 'T2' });
    expect(await questions.health()).toEqual({ ok: true });
    expect(await questions.health(tills['all'])).toEqual({
      ok: true,
      open: 3,
      oldestUndeliveredAt: startedAt,
    });
    expect(await questions.health(tills['own'])).toEqual({ ok: true, open: 2 });
    expect(await questions.health(tills['terminals'])).toEqual({ ok: true, open: 1 });
    expect(await questions.health(tills['none'])).toEqual({ ok: true, open: 0 });
    expect(await questions.health(tills['mirror'])).toEqual({ ok: true, open: 2 });
    expect(await questions.health(tills['other'])).toEqual({ ok: true, open: 0 });
  });

  test('is late since it happened, tried or not, and only where a receiver is to be told', async () => {
    const told: string[] = [];
    const shop = createShop({ onEvent: ({ type }) => void told.push(type) });
    const [at] = [shop.clock.now(), await shop.send('pay', {})];
    await shop.clock.advance(minuteMs);
    const health = async (gateway: Gateway) =>
      (await gateway.fetch(request('/health', as({ sees: 'all' })))).json();
    expect(await health(shop.gateway)).toStrictEqual({ ok: true, open: 1, oldestUndeliveredAt: at });
    expect(await health(shop.another({ onEvent: undefined }))).toStrictEqual({ ok: true, open: 1 });
    shop.gateway.start();
    // Names of events are hashed, in a time that no clock counts.
    await vi.waitFor(async () => {
      await shop.clock.advance(1000);
      expect([...new Set(told)]).toEqual(['sending', 'waiting', 'complete'].map((to) => `operation.${to}`));
    }, 20_000);
    await shop.gateway.stop();
    expect(await health(shop.gateway)).toStrictEqual({ ok: true, open: 0 });
  });

  test('is not found by its id, unless the till itself began it', async () => {
    const id = await record.begin({ terminalId: 'T2' });
    const found = Object.entries(tills).map(async ([name, caller]) => [
      name,
      (await questions.getOperation(caller, id))?.operation.id,
    ]);
    const noActor = undefined;
    expect(Object.fromEntries(await Promise.all(found))).toEqual({
      own: id,
      all: id,
      terminals: id,
      none: id,
      mirror: id,
      other: noActor,
    });
  });

  test('is the same by one operation and by a list of them', async () => {
    const subjects = ['till-1', 'till-2'];
    for (const subject of subjects) {
      for (const terminalId of ['T1', 'T2', 'T4']) {
        await record.begin({ subject, terminalId });
        await record.begin({ subject, terminalId }, accepted('m'), failed);
        await record.begin({ subject, terminalId }, lost, resolvedAs(true));
        await record.begin({ subject, terminalId }, lost, { type: 'archived', at: 0 });
        const before = startedAt - 24 * 60 * minuteMs;
        for (const createdAt of [before - 1, before + minuteMs, before + 16 * minuteMs])
          await record.begin({ subject, terminalId, createdAt }, accepted('m'), failed);
      }
    }
    for (const ms of [0, 15 * minuteMs - 1, 1, 1]) {
      await record.clock.advance(ms);
      await record.store.transact('shop', 'read', function* (tx) {
        const rows = yield* tx.operations.list({ account: 'shop' });
        for (const caller of Object.values(tills)) {
          const listed = new Set<string>();
          for (const where of visibleOperationConditions(caller, tx.now))
            for (const { id } of yield* tx.operations.list(where)) listed.add(id);
          const seen = rows.filter((row) => maySeeOperation(caller, row, tx.now)).map(({ id }) => id);
          expect(new Set(seen)).toEqual(listed);
        }
      });
    }
  });

  test('is left out for a caller with many terminals too', async () => {
    const own = await record.begin({ terminalId: 'T7' });
    await record.begin({ terminalId: 'elsewhere' });
    const terminals = Array.from({ length: 100 }, (_, at) => `T${at}`);
    expect(await ask('', callerOf({ sees: { terminals } }))).toEqual([own]);
  });
});

test('a search at many terminals reads the record no more often than one at two', async () => {
  const terminals = Array.from({ length: 49 }, (_, at) => `T${at}`);
  const own = await record.begin({ terminalId: 'T7', orderNumber: 'A-17', amountCents: 700 });
  await record.begin({ terminalId: 'elsewhere', orderNumber: 'A-17', amountCents: 700 });
  const readsFor = async (caller: Caller, asked: string) => {
    let reads = 0;
    const store: GatewayStore = {
      ...record.store,
      transact: (account, access, steps) =>
        record.store.transact(account, access, (tx) => {
          const list: typeof tx.operations.list = (...given) => {
            reads += 1;
            return tx.operations.list(...given);
          };
          return steps({ ...tx, operations: { ...tx.operations, list } });
        }),
    };
    const { items } = await createRecordReaderForCallers({ store }).listOperations(caller, query(asked));
    expect(items.map(({ id }) => id)).toEqual([own]);
    return reads;
  };
  for (const asked of ['amount=700', 'search=A-17', 'amount=700&search=A-17']) {
    const atTwo = await readsFor(callerOf({ sees: { terminals: terminals.slice(6, 8) } }), asked);
    expect(await readsFor(callerOf({ sees: { terminals } }), asked)).toBe(atTwo);
    expect(atTwo).toBeLessThan(10);
  }
});

describe('one operation', () => {
  const timelineOf = async (id: string) =>
    (await questions.getOperation(callerOf(), id))?.timeline.map(({ at, ...entry }) => ({
      ...entry,
      minute: (at - startedAt) / minuteMs,
    }));

  test('has what happened to it in order, and who said what', async () => {
    const id = await record.begin({}, lost);
    await record.clock.advance(minuteMs);
    await record.tell(id, [resolvedAs(true)]);
    await record.store.transact('shop', 'durable', function* (tx) {
      const about = { account: 'shop', operationId: id, at: tx.now, subject: 'till-2', actor: 'Ada' };
      yield* tx.resolutions.add({ ...about, charged: true, basis: 'receipt', note: 'It was printed.' });
      yield* tx.acknowledgements.put({ ...about, at: tx.now + minuteMs });
    });
    expect(await timelineOf(id)).toEqual([
      { type: 'operation', to: 'sending', minute: 0 },
      { type: 'operation', from: 'sending', to: 'unknown', minute: 0 },
      { type: 'unresolved', minute: 0 },
      { type: 'operation', from: 'unknown', to: 'resolved', minute: 1 },
      { type: 'resolved', charged: true, basis: 'receipt', note: 'It was printed.', actor: 'Ada', minute: 1 },
      { type: 'acknowledged', actor: 'Ada', minute: 2 },
    ]);
  });

  test('is told to the till that wants to close its id as to one that asks', async () => {
    const { gateway, send } = createShop();
    const { id } = await send('pay', {});
    const [asked, closed] = await Promise.all(
      [request(`/operations/${id}`), close(id)].map(async (call) => (await gateway.fetch(call)).json()),
    );
    expect(asked).toMatchObject({ operation: { id }, timeline: [{ to: 'sending' }, { to: 'waiting' }] });
    expect(closed).toStrictEqual(asked);
  });

  test('has its own times where its events are kept no longer', async () => {
    const id = await record.begin();
    await record.clock.advance(minuteMs);
    await record.tell(id, [accepted('m-1')]);
    await record.clock.advance(minuteMs);
    await record.tell(id, [approved()]);
    const whole = await timelineOf(id);
    const phases = whole?.map((entry) => 'to' in entry && [entry.to, entry.minute]);
    const forget = (count: number) =>
      record.store.transact('shop', 'write', (tx) =>
        tx.events.remove({ account: 'shop', operationId: id }, { by: ['id'], limit: count }),
      );
    for (const count of [1, 1, 1]) {
      await forget(count);
      const left = await timelineOf(id);
      expect(left?.map((entry) => 'to' in entry && [entry.to, entry.minute])).toEqual(phases);
    }
  });
});
