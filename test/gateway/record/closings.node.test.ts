import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CorrectedClosing } from '../../../src/core/operations/closings.ts';
import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import type { RecordedReport, ReportRow } from '../../../src/core/operations/recorded.ts';
import { mergeReportRows } from '../../../src/core/operations/reportRows.ts';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import type { Visibility } from '../../../src/gateway/gatewayOptions.ts';
import { applyAndStoreFacts, writeOperationAndEvents } from '../../../src/gateway/record.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { runs } from '../../runs.ts';
import { ask, createGatewayTill, operationId, post, type TillOptions } from '../gatewayTill.ts';
import { createShop } from '../shop.ts';
import { accepted, approved, failed, lost, resolvedAs, rowOf } from '../store/recordRows.ts';
import { createTestStore } from '../store/testStore.ts';

const hourMs = 60 * 60_000;
const gaveUp: OperationFact = { type: 'gave-up', at: 0, reason: 'stopped' };
const closedBatch: OperationFact = { type: 'batch-closed', at: 0, isProof: true };

/** A gateway before a store whose operations go as facts say. */
function createDay(own: TillOptions = {}) {
  const till = createGatewayTill({
    authorize: ({ headers }) => {
      const sees = JSON.parse(headers.get('x-sees') ?? '"all"') as Visibility;
      return { subject: 'till-1', actor: 'mila', sees };
    },
    ...own,
  });
  const { clock } = till;
  const store = own.store ?? till.store;
  const gateway = till.gateway();
  let count = 0;
  const begin = async (changes: Partial<TerminalOperation> = {}, ...facts: OperationFact[]) => {
    const id = operationId((count += 1));
    await store.transact('', 'durable', function* (tx) {
      const operation: TerminalOperation = {
        id,
        kind: 'pay',
        phase: 'sending',
        terminalId: 'T1',
        currency: 'EUR',
        amountCents: changes.kind === 'closeBatch' || changes.kind === 'void' ? undefined : 1000,
        anomalies: [],
        connection: 'ok',
        seenProcessing: false,
        flowKey: 'gateway',
        createdAt: tx.now,
        ...changes,
      };
      const row = { ...rowOf(operation, { account: '', subject: 'till-1' }), actor: 'mila' };
      yield* writeOperationAndEvents(tx, { ...row, operation: null }, operation, []);
    });
    await tell(id, ...facts);
    return id;
  };
  const tell = (id: string, ...facts: OperationFact[]) =>
    store.transact('', 'durable', function* (tx) {
      const [row] = yield* tx.operations.list({ account: '', id });
      if (!row) throw new Error(`There is no operation ${id}.`);
      yield* applyAndStoreFacts(
        tx,
        row,
        facts.map((fact) => ('at' in fact ? { ...fact, at: tx.now } : fact)),
      );
    });
  const read = async (path: string, sees: Visibility = 'all') => {
    const answer = await gateway.fetch(ask(path, { 'x-sees': JSON.stringify(sees) }));
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const closeDay = async (body: object, by = gateway, sees: Visibility = 'all') => {
    const answer = await by.fetch(post('/closings', body, { 'x-sees': JSON.stringify(sees) }));
    return { status: answer.status, body: (await answer.json()) as CorrectedClosing };
  };
  const closing = async (number: number, terminalId = 'T1') =>
    (await read(`/closings/${terminalId}/${number}`)).body as CorrectedClosing;
  const closings = async (query = '', sees: Visibility = 'all') =>
    (await read(`/closings${query}`, sees)).body as { items: CorrectedClosing[]; cursor?: string };
  const report = async (from = 0, to = 8e15) =>
    (await read(`/report?from=${from}&to=${to}`)).body as RecordedReport;
  return { ...till, store, clock, first: gateway, begin, tell, read, closeDay, closing, closings, report };
}

const figures = (rows: readonly ReportRow[]) =>
  mergeReportRows(rows).filter(({ count, amountCents, movedCents }) => count || amountCents || movedCents);

describe('a closing', () => {
  test('is made with the batch, numbered, from the closing before until the batch was started', async () => {
    const { begin, tell, clock, closing, closings } = createDay();
    const start = clock.now();
    await begin({}, accepted('M-1', 'P-1'), approved(1050, 50));
    await clock.advance(hourMs);
    const batchAt = clock.now();
    const batch = await begin({ kind: 'closeBatch' }, accepted('M-2'));
    expect((await closings()).items).toEqual([]);
    await clock.advance(60_000);
    await tell(batch, approved());
    expect(await closing(1)).toMatchObject({
      terminalId: 'T1',
      number: 1,
      from: start,
      to: batchAt,
      at: batchAt + 60_000,
      actor: 'mila',
      report: {
        rows: [{ kind: 'pay', phase: 'complete', movedCount: 1, movedCents: 1050, tipCents: 50 }],
        unknown: [],
        legs: [],
      },
      corrections: { rows: [], operations: [] },
    });
    await begin({}, accepted('M-3', 'P-3'), approved(500));
    await begin({ terminalId: 'T2' }, accepted('M-4', 'P-4'), approved(1000));
    await clock.advance(hourMs);
    await begin({ kind: 'closeBatch' }, closedBatch);
    await begin({ kind: 'closeBatch', terminalId: 'T2' }, lost, resolvedAs(true));
    const { items } = await closings();
    expect(items.map(({ terminalId, number }) => `${terminalId} ${number}`).toSorted()).toEqual([
      'T1 1',
      'T1 2',
      'T2 1',
    ]);
    expect((await closing(2)).from).toBe(batchAt);
    // What is told twice of a batch closes it once.
    await tell(batch, approved());
    expect((await closings('?terminalId=T1')).items).toHaveLength(2);
  });

  test('is not made for a batch that failed, or of which a person saw that it is open', async () => {
    const { begin, closings } = createDay();
    await begin({ kind: 'closeBatch' }, accepted('M-1'), failed);
    await begin({ kind: 'closeBatch' }, lost, resolvedAs(false));
    expect((await closings()).items).toEqual([]);
  });

  test('is made once of a batch, whatever persons and the service say of it one after the other', async () => {
    const { begin, tell, closings } = createDay();
    const batch = await begin({ kind: 'closeBatch' }, accepted('M-1'), gaveUp, resolvedAs(true));
    await tell(batch, resolvedAs(false));
    expect((await closings()).items).toHaveLength(1);
    await tell(batch, approved());
    expect((await closings()).items).toHaveLength(1);
  });

  test('of a batch that started before a day was closed by hand is empty, and in order', async () => {
    const { begin, tell, clock, closeDay, closing, closings } = createDay();
    await begin({}, accepted('M-1', 'P-1'), approved(1000));
    const batch = await begin({ kind: 'closeBatch' }, accepted('M-2'));
    await clock.advance(60_000);
    const to = clock.now();
    await closeDay({ id: operationId(900), terminalId: 'T1', to });
    await tell(batch, approved());
    expect(await closing(2)).toMatchObject({ from: to, to, report: { rows: [] } });
    const newest = await closings('?limit=1');
    expect(newest.items).toMatchObject([{ number: 2 }]);
    expect((await closings(`?cursor=${newest.cursor ?? ''}`)).items).toMatchObject([{ number: 1 }]);
  });

  test('never changes: what comes late is a correction beside it, with the operation', async () => {
    const { begin, tell, clock, closing } = createDay();
    const late = await begin({ amountCents: 700 }, accepted('M-1', 'P-1'));
    await begin({}, accepted('M-2', 'P-2'), approved(1000));
    await clock.advance(hourMs);
    await begin({ kind: 'closeBatch' }, closedBatch);
    const before = await closing(1);
    expect(before.report.unknown.map(({ id }) => id)).toEqual([late]);
    await clock.advance(hourMs);
    await tell(late, approved(700));
    const { corrections, ...after } = await closing(1);
    expect({ ...after, corrections: before.corrections }).toEqual(before);
    expect(corrections?.operations.map(({ id }) => id)).toEqual([late]);
    expect(corrections?.rows).toMatchObject([
      { kind: 'pay', phase: 'complete', count: 1, movedCount: 1, amountCents: 700, movedCents: 700 },
      { kind: 'pay', phase: 'waiting', count: -1, movedCount: 0, amountCents: -700, movedCents: 0 },
    ]);
  });

  test('names what came into doubt later: the customer of a failed payment may have paid', async () => {
    const { begin, tell, clock, closing } = createDay();
    const inDoubt = await begin({}, accepted('M-1', 'P-1'), failed);
    await clock.advance(hourMs);
    await begin({ kind: 'closeBatch' }, closedBatch);
    await clock.advance(hourMs);
    await tell(inDoubt, approved(1000));
    const { corrections } = await closing(1);
    expect(corrections?.rows).toMatchObject([
      { phase: 'failed', count: -1 },
      { phase: 'unknown', count: 1 },
    ]);
    expect(corrections?.operations).toMatchObject([{ id: inDoubt, phase: 'unknown' }]);
  });

  test('names what ended in the same millisecond as late, and nothing that had ended before', async () => {
    const { begin, tell, closing } = createDay();
    const late = await begin({}, accepted('M-1', 'P-1'));
    await begin({}, accepted('M-2', 'P-2'), approved(1000));
    await begin({ kind: 'closeBatch', createdAt: Date.UTC(2026, 10, 22, 12, 0, 1) }, closedBatch);
    await tell(late, approved(1000));
    expect((await closing(1)).corrections).toMatchObject({
      rows: [{ count: 1 }, { count: -1 }],
      operations: [{ id: late }],
    });
  });

  test('takes whole milliseconds as they are asked for, where rows of an earlier version have parts of one', async () => {
    const { begin, clock, closing, read } = createDay();
    const createdAt = Date.UTC(2026, 10, 22, 12) + 0.25;
    await begin({ createdAt }, accepted('M-1', 'P-1'), approved(1000));
    await clock.advance(hourMs);
    await begin({ kind: 'closeBatch', createdAt: createdAt + hourMs }, closedBatch);
    const { from, to, report } = await closing(1);
    expect(report.rows).toMatchObject([{ kind: 'pay', count: 1 }]);
    for (const at of [from, to])
      expect((await read(`/report?from=${at}&to=8000000000000000`)).status).toBe(200);
  });

  test('has no corrections once the sale of one of its voids is forgotten', async () => {
    const dayMs = 24 * hourMs;
    const virtualClock = createVirtualClock(Date.UTC(2026, 10, 22, 12));
    const store = createTestStore({ clock: virtualClock, keepMs: 40 * dayMs });
    const authorize = () => ({ subject: 'till-1', sees: 'all' as const });
    const { send, finish, gateway, clock } = createShop({ authorize, virtualClock, store });
    const second = async () =>
      (await (await gateway.fetch(ask('/closings/terminal-1/2'))).json()) as CorrectedClosing;
    await send('pay', {});
    await finish('M-1');
    await clock.advance(dayMs);
    await gateway.fetch(
      post('/closings', { id: operationId(900), terminalId: 'terminal-1', to: clock.now() }),
    );
    await send('void', { pnRefNum: 'P-1' });
    await finish('M-2');
    await send('closeBatch', {});
    await finish('M-3');
    const { corrections, ...closed } = await second();
    expect(closed.report.rows).toMatchObject([{ kind: 'void', count: 1, movedCents: 1250 }]);
    expect(corrections).toEqual({ rows: [], operations: [] });
    await clock.advance(39.5 * dayMs);
    void gateway.work({ forMs: 25_000 });
    await clock.advance(30_000);
    expect(await second()).toEqual(closed);
  });

  test('and the ending of its batch are written together, or neither is', async () => {
    const { begin, tell, closings, store, read } = createDay();
    const batch = await begin({ kind: 'closeBatch' }, accepted('M-1'));
    const crash = new Error('The machine is gone.');
    const dying: GatewayStore['transact'] = (account, access, steps) =>
      store.transact(account, access, function* (tx) {
        yield* steps(tx);
        throw crash;
      });
    await expect(
      dying('', 'durable', function* (tx) {
        const [row] = yield* tx.operations.list({ account: '', id: batch });
        if (row) yield* applyAndStoreFacts(tx, row, [{ ...approved(), at: tx.now } as OperationFact]);
      }),
    ).rejects.toBe(crash);
    const phase = async () =>
      ((await read(`/operations/${batch}`)).body as { operation: TerminalOperation }).operation.phase;
    expect([await phase(), (await closings()).items.length]).toEqual(['waiting', 0]);
    await tell(batch, approved());
    expect([await phase(), (await closings()).items.length]).toEqual(['complete', 1]);
  });

  test('comes of a batch that a till closes through the gateway', async () => {
    const { send, gateway, finish } = createShop({
      authorize: () => ({ subject: 'till-1', actor: 'mila', sees: 'all' }),
    });
    await send('pay', {});
    await finish('M-1');
    await send('closeBatch', {});
    await finish('M-2');
    const { items } = (await (await gateway.fetch(ask('/closings'))).json()) as { items: object[] };
    expect(items).toMatchObject([{ terminalId: 'terminal-1', number: 1, actor: 'mila' }]);
  });
});

test('a closing is found also if the id of its terminal has a slash', async () => {
  const { begin, closing } = createDay();
  const terminalId = 'bar/1';
  await begin({ kind: 'closeBatch', terminalId }, closedBatch);
  expect(await closing(1, encodeURIComponent(terminalId))).toMatchObject({ terminalId, number: 1 });
});

describe('a day that was forgotten', () => {
  const id = operationId(900);

  test('is closed later, under its own end, and once for an id', async () => {
    const { begin, clock, closeDay, closing, first, gateway } = createDay();
    await begin({}, accepted('M-1', 'P-1'), approved(1000));
    await clock.advance(hourMs);
    const to = clock.now();
    await clock.advance(hourMs);
    await begin({}, accepted('M-2', 'P-2'), approved(1000));
    const closed = await closeDay({ id, terminalId: 'T1', to });
    expect(closed).toMatchObject({ status: 200, body: { number: 1, to, at: clock.now() } });
    expect(figures(closed.body.report.rows)).toMatchObject([{ count: 1, movedCents: 1000 }]);
    expect((await closeDay({ id, terminalId: 'T1', to }, gateway())).body).toEqual(closed.body);
    expect((await closeDay({ id, terminalId: 'T2', to }, first)).status).toBe(409);
    expect((await closeDay({ id: operationId(901), terminalId: 'T1', to })).status).toBe(409);
    // The id of a batch is that of its closing.
    const batch = await begin({ kind: 'closeBatch', terminalId: 'T2' });
    expect((await closeDay({ id: batch, terminalId: 'T1', to: to + 1 })).status).toBe(409);
    expect((await closeDay({ id: operationId(901), terminalId: 'T1', to: clock.now() + 1 })).status).toBe(
      400,
    );
    const next = await closeDay({ id: operationId(901), terminalId: 'T1', to: clock.now() });
    expect(next.body).toMatchObject({ number: 2, from: to });
    expect((await closing(1)).corrections).toEqual({ rows: [], operations: [] });
  });

  test('is refused for a terminal that the record does not know, by the name of the field', async () => {
    const { begin, clock, closeDay, closings, store } = createDay();
    await begin({}, accepted('M-1', 'P-1'), approved(1000));
    const unknown = await closeDay({ id, terminalId: 'T-9', to: clock.now() });
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: 'terminalId' }] } });
    expect((await closings()).items).toEqual([]);
    // The service may know T1 no longer; its operations, or an earlier closing, are enough.
    expect((await closeDay({ id, terminalId: 'T1', to: clock.now() })).status).toBe(200);
    await store.transact('', 'durable', (tx) => tx.operations.remove({ account: '' }));
    await clock.advance(hourMs);
    const empty = await closeDay({ id: operationId(901), terminalId: 'T1', to: clock.now() });
    expect(empty).toMatchObject({ status: 200, body: { number: 2 } });
  });

  test('closed by two instances at once gets one number each, without a gap', async () => {
    const { begin, clock, closeDay, closings, gateway } = createDay();
    await begin({}, accepted('M-1', 'P-1'), approved(1000));
    await clock.advance(hourMs);
    const [by, other] = [gateway(), gateway()];
    const now = clock.now();
    const ends = [5, 4, 3, 2, 1, 0].map((ago) => now - ago * 60_000);
    const asked = ends.map((to, at) =>
      closeDay({ id: operationId(800 + at), terminalId: 'T1', to }, at % 2 ? by : other),
    );
    await Promise.all(asked);
    const { items } = await closings();
    const numbers = items.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const inOrder = items.toSorted((a, b) => a.number - b.number);
    inOrder.slice(1).forEach(({ from }, at) => expect(from).toBe(inOrder[at]?.to));
  });

  test.each([
    [{ id: 'short', terminalId: 'T1', to: 1 }, 'id'],
    [{ id, terminalId: '', to: 1 }, 'terminalId'],
    [{ id, terminalId: 'T1', to: 'now' }, 'to'],
    [{ id, terminalId: 'T1', to: 1, from: 0 }, 'from'],
  ])('is refused with its field: %o', async (body, field) => {
    const { first } = createDay();
    const answer = await first.fetch(post('/closings', body));
    expect(answer.status).toBe(400);
    await expect(answer.json()).resolves.toMatchObject({ errors: [{ field }] });
  });
});

describe('who sees closings', () => {
  test('callers who see the terminal do, page by page; others see none and close nothing', async () => {
    const { begin, clock, closings, read, closeDay } = createDay();
    for (const terminalId of ['T1', 'T2', 'T1']) {
      await clock.advance(hourMs);
      await begin({ kind: 'closeBatch', terminalId }, closedBatch);
    }
    const page = await closings('?limit=2');
    expect(page.items).toHaveLength(2);
    const rest = await closings(`?limit=2&cursor=${page.cursor ?? ''}`);
    expect(rest).toEqual({ items: [expect.objectContaining({ terminalId: 'T1', number: 1 })] });
    expect((await closings('', { terminals: ['T2'] })).items).toMatchObject([{ terminalId: 'T2' }]);
    expect((await closings('?terminalId=T1', { terminals: ['T2'] })).items).toEqual([]);
    const now = clock.now();
    expect((await closings(`?from=${now}`)).items).toEqual([]);
    expect((await read('/closings', { mirror: 'T1' })).status).toBe(403);
    for (const sees of ['own', { terminals: ['T2'] }] as const) {
      expect((await closings('?terminalId=T1', sees)).items).toEqual([]);
      expect((await read('/closings/T1/1', sees)).status).toBe(404);
      expect(
        (await closeDay({ id: operationId(99), terminalId: 'T1', to: now }, undefined, sees)).status,
      ).toBe(403);
    }
    expect((await read('/closings/T1/9')).status).toBe(404);
  });

  test('authorize decides, and hears what is asked', async () => {
    const heard: unknown[] = [];
    const { first } = createDay({ authorize: (_, ...rest) => void heard.push(rest) as never });
    const body = { id: operationId(1), terminalId: 'T1', to: 1 };
    for (const request of [ask('/closings?terminalId=T1'), ask('/closings/T1/2'), post('/closings', body)])
      expect((await first.fetch(request)).status).toBe(403);
    expect(heard).toEqual([
      ['listClosings', { query: { terminalId: 'T1' } }],
      ['getClosing', { query: { terminalId: 'T1', number: '2' } }],
      ['closeDay', { body }],
    ]);
  });
});

const actions = fc.array(
  fc.record({
    what: fc.constantFrom(
      'pay',
      'pay',
      'pay',
      'preAuth',
      'refund',
      'void',
      'close',
      'close',
      'day',
      'late',
      'seen',
    ),
    terminalId: fc.constantFrom('T1', 'T2'),
    outcome: fc.constantFrom<OperationFact[][]>([approved()], [approved(400)], [failed], [lost], []),
    cents: fc.integer({ min: 1, max: 900 }),
    which: fc.nat({ max: 50 }),
    afterMs: fc.nat({ max: 2 * hourMs }),
  }),
  { maxLength: 30 },
);

test('of random days, closings and corrections together are the report of the whole time', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (all) => {
      const { begin, tell, clock, closings, closing, closeDay, report, read } = createDay();
      const started: { id: string; pnRefNum: string; terminalId: string }[] = [];
      let count = 0;
      for (const { what, terminalId, outcome, cents, which, afterMs } of all) {
        await clock.advance(afterMs);
        count += 1;
        const earlier = started[which % Math.max(1, started.length)];
        const facts = outcome[0] === lost ? [lost] : [accepted(`M-${count}`, `P-${count}`), ...outcome];
        if (what === 'close') await begin({ kind: 'closeBatch', terminalId }, closedBatch);
        else if (what === 'day') {
          const to = clock.now() - (which * hourMs) / 10;
          await closeDay({ id: operationId(1000 + count), terminalId, to });
        } else if (what === 'late' || what === 'seen') {
          if (earlier)
            await tell(earlier.id, what === 'late' ? approved(cents) : resolvedAs(cents % 2 === 0));
        } else if (what === 'refund' || what === 'void') {
          if (!earlier) continue;
          const { pnRefNum } = earlier;
          const amountCents = what === 'refund' ? cents : undefined;
          const follow = facts.map((fact) => (fact.type === 'accepted' ? { ...fact, pnRefNum } : fact));
          const id = await begin({ kind: what, terminalId, amountCents, pnRefNum }, ...follow);
          started.push({ id, pnRefNum, terminalId });
        } else {
          const pnRefNum = `P-${count}`;
          const id = await begin({ kind: what as 'pay', terminalId, amountCents: cents }, ...facts);
          started.push({ id, pnRefNum, terminalId });
        }
      }
      const rows: ReportRow[] = [];
      for (const terminalId of ['T1', 'T2']) {
        const { items } = await closings(`?terminalId=${terminalId}&limit=200`);
        for (const { number } of items) {
          const { report: closed, corrections } = await closing(number, terminalId);
          rows.push(...closed.rows, ...(corrections?.rows ?? []));
        }
        const from = Math.max(0, ...items.map(({ to }) => to));
        const open = await read(`/report?from=${from}&to=8000000000000000&terminalId=${terminalId}`);
        rows.push(...(open.body as RecordedReport).rows);
      }
      expect(figures(rows)).toEqual(figures((await report(0, 8_000_000_000_000_000)).rows));
    }),
    { numRuns: runs(40, 1000) },
  );
});
