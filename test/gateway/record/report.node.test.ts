import { beforeEach, describe, expect, test } from 'vitest';
import {
  createRecordReaderForCallers,
  type RecordReaderForCallers,
} from '../../../src/gateway/createRecordReaderForCallers.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { fuzz } from '../fuzz.ts';
import { checkDays, days, moneyOf } from './randomDays.ts';
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
  type Draft,
  type TestRecord,
} from '../store/recordRows.ts';

let record: TestRecord;
let questions: RecordReaderForCallers;

beforeEach(() => {
  record = createTestRecord();
  questions = createRecordReaderForCallers({ store: record.store });
});

const anytime = new URLSearchParams({ from: '0', to: `${startedAt * 2}` });
const reportOf = (caller = callerOf(), words: URLSearchParams | string = anytime) =>
  questions.getReport(caller, new URLSearchParams(words));

const pay = (amountCents: number, pnRefNum: string, more: Draft = {}) =>
  record.begin({ amountCents, ...more }, accepted('m', pnRefNum), approved(amountCents));
const hold = (amountCents: number, pnRefNum: string, more: Draft = {}) =>
  pay(amountCents, pnRefNum, { kind: 'preAuth', ...more });
const follow = (kind: 'capture' | 'refund', amountCents: number, pnRefNum: string, more: Draft = {}) =>
  record.begin({ kind, amountCents, pnRefNum, ...more }, accepted('m'), approved(amountCents));
const undo = (pnRefNum: string, more: Draft = {}) =>
  record.begin({ kind: 'void', amountCents: undefined, pnRefNum, ...more }, accepted('m'), approved());

describe('a transaction', () => {
  const list = async (words = '', caller = callerOf()) =>
    (await questions.listTransactions(caller, new URLSearchParams(words))).items;

  test('is a sale with what followed, and what is left of it', async () => {
    const sale = await pay(1000, 'p-1', { orderNumber: 'A-1', actor: 'Ada' });
    const refund = await follow('refund', 300, 'p-1', { subject: 'till-2' });
    const [transaction, ...others] = await list();
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({
      pnRefNum: 'p-1',
      kind: 'pay',
      terminalId: 'T1',
      currency: 'EUR',
      createdAt: startedAt,
      orderNumber: 'A-1',
      authorizedCents: 1000,
      capturedCents: 1000,
      refundedCents: 300,
      leftCents: 700,
      isHeld: false,
      settled: 'unknown',
    });
    expect(transaction?.operations.map(({ id, isOwn, actor }) => [id, isOwn, actor])).toEqual([
      [sale, true, 'Ada'],
      [refund, false, undefined],
    ]);
    expect(transaction?.allowed).toContainEqual({
      operation: 'refund',
      allowed: true,
      maxCents: 700,
      reason: 'settlement-unknown',
    });
    expect(await questions.getTransaction(callerOf(), '-', 'p-1')).toEqual(transaction);
    expect(await questions.getTransaction(callerOf(), 'P', 'p-1')).toEqual(transaction);
    expect(await questions.getTransaction(callerOf(), '-', 'p-2')).toBeUndefined();
  });

  test('is held until it is captured or voided', async () => {
    await hold(5000, 'held');
    await hold(5000, 'captured');
    await follow('capture', 4000, 'captured');
    await hold(5000, 'voided');
    await undo('voided');
    await record.begin({ kind: 'preAuth' }, accepted('m', 'nothing'), approved(0));
    const seen = (await list()).map(({ pnRefNum, isHeld, leftCents, authorizedCents, capturedCents }) => [
      pnRefNum,
      { isHeld, leftCents, authorizedCents, capturedCents },
    ]);
    expect(Object.fromEntries(seen)).toEqual({
      held: { isHeld: true, leftCents: 5000, authorizedCents: 5000, capturedCents: 0 },
      captured: { isHeld: false, leftCents: 4000, authorizedCents: 5000, capturedCents: 4000 },
      voided: { isHeld: false, leftCents: 0, authorizedCents: 5000, capturedCents: 0 },
      nothing: { isHeld: false, leftCents: 0, authorizedCents: 0, capturedCents: 0 },
    });
  });

  test('allows nothing once it is voided, or while something on it is open', async () => {
    await pay(1000, 'voided');
    await undo('voided');
    await pay(1000, 'open');
    await record.begin({ kind: 'refund', amountCents: 100, pnRefNum: 'open' }, lost);
    for (const { pnRefNum, allowed, leftCents } of await list()) {
      expect(allowed.map((rule) => rule.allowed)).toEqual([false, false, false]);
      expect(leftCents).toBe(pnRefNum === 'voided' ? 0 : 1000);
    }
    expect(await list()).toHaveLength(2);
  });

  test('is made by what was charged, as the service or a person said', async () => {
    await record.begin({}, accepted('m', 'failed'), failed);
    await record.begin({}, accepted('m', 'waiting'));
    await record.begin({}, lost, resolvedAs(true)); // its reference is not known
    const stopped = { type: 'gave-up', at: 0, reason: 'stopped' } as const;
    await record.begin({}, accepted('m', 'not charged'), stopped, resolvedAs(false));
    await record.begin({}, accepted('m', 'charged'), stopped, resolvedAs(true));
    await record.begin({ amountCents: 1000 }, accepted('m', 'partial'), approved(600));
    const seen = (await list()).map(({ pnRefNum, leftCents }) => [pnRefNum, leftCents]);
    expect(seen).toEqual([
      ['partial', 600],
      ['charged', 1000],
    ]);
  });

  test('of one reference is one for each provider, and in each currency its own', async () => {
    await pay(1000, 'r', { provider: 'P' });
    await pay(2000, 'r', { provider: 'Q' });
    await undo('r', { provider: 'Q' });
    await pay(3000, 'yen', { currency: 'JPY' });
    await follow('refund', 500, 'yen', { currency: 'EUR' });
    await follow('refund', 200, 'yen', { currency: undefined });
    const left = async (provider: string, pnRefNum: string) =>
      (await questions.getTransaction(callerOf(), provider, pnRefNum))?.leftCents;
    expect(await left('P', 'r')).toBe(1000);
    expect(await left('Q', 'r')).toBe(0);
    expect(await left('-', 'r')).toBeUndefined();
    expect(await left('-', 'yen')).toBe(2800);
  });

  test('of a reference that a service gave again is the later one, and the earlier keeps what followed it', async () => {
    await pay(1000, 'r');
    await undo('r');
    await record.clock.advance(minuteMs);
    await pay(3000, 'r');
    expect((await questions.getTransaction(callerOf(), '-', 'r'))?.leftCents).toBe(3000);
    expect((await list()).map(({ leftCents }) => leftCents)).toEqual([3000, 0]);
  });

  test('is seen by every caller that may see its first operation, and whole', async () => {
    await pay(1000, 'mine');
    await follow('refund', 100, 'mine', { subject: 'till-2' });
    await pay(1000, 'theirs', { subject: 'till-2', terminalId: 'T2' });
    await follow('refund', 100, 'theirs');
    await pay(1000, 'mine', { account: 'other', subject: 'till-9' });
    await undo('mine', { account: 'other' });
    const seen = async (caller: ReturnType<typeof callerOf>) =>
      (await list('', caller)).map(({ pnRefNum, leftCents }) => [pnRefNum, leftCents]);
    expect(await seen(callerOf({ sees: 'own' }))).toEqual([['mine', 900]]);
    expect(await seen(callerOf({ sees: { terminals: ['T2'] } }))).toEqual([['theirs', 900]]);
    expect(await seen(callerOf({ sees: { mirror: 'T1' } }))).toEqual([['mine', 900]]);
    expect(await seen(callerOf({ account: 'other' }))).toEqual([['mine', 0]]);
    const own = callerOf({ sees: 'own' });
    expect(await questions.getTransaction(own, '-', 'theirs')).toBeUndefined();
    await record.clock.advance(16 * minuteMs);
    expect(await seen(callerOf({ sees: { mirror: 'T1' } }))).toEqual([]);
  });

  test('is on one page only, and found by its words', async () => {
    for (let at = 0; at < 5; at += 1) {
      await pay(1000, `p-${at}`, { orderNumber: `A-${at}`, terminalId: `T${at % 2}` });
      await follow('refund', 1, `p-${at}`);
      await record.clock.advance(minuteMs);
    }
    const first = await questions.listTransactions(callerOf(), new URLSearchParams('limit=3'));
    const rest = await list(`limit=3&cursor=${first.cursor}`);
    expect([...first.items, ...rest].map(({ pnRefNum }) => pnRefNum)).toEqual([
      'p-4',
      'p-3',
      'p-2',
      'p-1',
      'p-0',
    ]);
    const names = async (words: string) => (await list(words)).map(({ pnRefNum }) => pnRefNum);
    expect(await names('orderNumber=A-2')).toEqual(['p-2']);
    expect(await names('pnRefNum=p-3')).toEqual(['p-3']);
    expect(await names('terminalId=T1')).toEqual(['p-3', 'p-1']);
    expect(await names(`from=${startedAt + 4 * minuteMs}`)).toEqual(['p-4']);
    await expect(list('kind=pay')).rejects.toMatchObject({ status: 400, field: 'kind' });
  });
});

describe('a report', () => {
  test('has a row for each currency, terminal, kind and phase', async () => {
    await pay(1000, 'p-1');
    await record.begin({ amountCents: 500 }, accepted('m', 'p-2'), approved(550, 50));
    await record.begin({ amountCents: 700 }, accepted('m', 'p-3'), failed);
    await pay(900, 'p-4', { currency: 'JPY' });
    await pay(800, 'p-5', { terminalId: 'T2' });
    await follow('refund', 300, 'p-1');
    await record.begin({ kind: 'closeBatch', amountCents: undefined }, { type: 'batch-closed', at: 0 });
    const { rows } = await reportOf();
    const of = { terminalId: 'T1', currency: 'EUR', phase: 'complete', tipCents: 0 };
    const one = { ...of, count: 1, movedCount: 1 };
    expect(rows).toEqual([
      { ...one, kind: 'closeBatch', movedCount: 0, amountCents: 0, movedCents: 0 },
      { ...of, kind: 'pay', count: 2, movedCount: 2, amountCents: 1500, movedCents: 1550, tipCents: 50 },
      { ...one, kind: 'pay', phase: 'failed', movedCount: 0, amountCents: 700, movedCents: 0 },
      { ...one, kind: 'refund', amountCents: 300, movedCents: 300 },
      { ...one, kind: 'pay', terminalId: 'T2', amountCents: 800, movedCents: 800 },
      { ...one, kind: 'pay', currency: 'JPY', amountCents: 900, movedCents: 900 },
    ]);
  });

  test('has the tip of a hold in the row of the hold: the service names none of the capture', async () => {
    await record.begin({ kind: 'preAuth', amountCents: 5000 }, accepted('m', 'h'), approved(5500, 500));
    await follow('capture', 5200, 'h');
    const tips = (await reportOf()).rows.map(({ kind, tipCents }) => [kind, tipCents]);
    expect(Object.fromEntries(tips)).toEqual({ preAuth: 500, capture: 0 });
  });

  test('tells how many of what people said moved money', async () => {
    for (const charged of [true, false, false])
      await record.begin({ amountCents: 2007 }, lost, resolvedAs(charged));
    const { rows } = await reportOf();
    expect(rows).toMatchObject([
      { phase: 'resolved', count: 3, movedCount: 1, amountCents: 6021, movedCents: 2007 },
    ]);
  });

  test('has of a void what it undid: the money, not the hold, and nothing twice', async () => {
    await pay(1000, 'sale');
    await follow('refund', 100, 'sale');
    await undo('sale');
    await undo('sale');
    await hold(5000, 'hold');
    await undo('hold');
    await hold(5000, 'captured');
    await follow('capture', 4000, 'captured');
    await undo('captured');
    await undo('not known here');
    await record.begin({ kind: 'void', amountCents: undefined, pnRefNum: 'sale' }, accepted('m'), failed);
    const report = await reportOf();
    const voids = report.rows.filter(({ kind }) => kind === 'void');
    expect(voids.map((row) => [row.phase, row.count, row.movedCount, row.movedCents])).toEqual([
      ['complete', 5, 2, 4900],
      ['failed', 1, 0, 0],
    ]);
    expect(moneyOf(report)).toEqual({});
  });

  test('has a void in the currency of what it undid, whichever day that was', async () => {
    await pay(1000, 'sale', { currency: 'JPY' });
    await record.clock.advance(minuteMs);
    await undo('sale', { currency: undefined });
    const from = `${startedAt + minuteMs}`;
    expect(
      moneyOf(await reportOf(callerOf(), new URLSearchParams({ from, to: `${startedAt * 2}` }))),
    ).toEqual({
      JPY: -1000,
    });
  });

  test('reads the few holds that may stand, however many were captured: a terminal’s first closing has them all', async () => {
    const dayMs = 24 * 60 * minuteMs;
    for (let at = 0; at < 40; at += 1) {
      await hold(1000, `done-${at}`);
      if (at % 2 === 0) await follow('capture', 1000, `done-${at}`);
      else await undo(`done-${at}`);
    }
    // What is captured is each time another one of the same reference.
    await follow('capture', 1000, 'older');
    await record.clock.advance(2 * dayMs);
    await hold(1000, 'older');
    await hold(1000, 'again');
    await follow('capture', 1000, 'again');
    await record.clock.advance(minuteMs);
    await hold(2000, 'again');
    await hold(1000, 'shared', { provider: 'P' });
    await follow('capture', 1000, 'shared', { provider: 'Q' });
    await hold(3000, 'none');
    let read = 0;
    const counting: GatewayStore = {
      ...record.store,
      transact: (account, access, steps) =>
        record.store.transact(account, access, (tx) => {
          function* list(...asked: Parameters<typeof tx.operations.list>) {
            const rows = yield* tx.operations.list(...asked);
            read += rows.length;
            return rows;
          }
          return steps({ ...tx, operations: { ...tx.operations, list } });
        }),
    };
    const caller = callerOf();
    const query = new URLSearchParams(`${anytime}&kind=preAuth`);
    const { holds } = await createRecordReaderForCallers({ store: counting }).getReport(caller, query);
    expect(holds.map(({ pnRefNum, leftCents }) => [pnRefNum, leftCents])).toEqual([
      ['none', 3000],
      ['shared', 1000],
      ['again', 2000],
      ['older', 1000],
    ]);
    expect(read).toBeLessThan(20);
  });

  test('names what is open or not known, and the holds that stand', async () => {
    const waiting = await record.begin({}, accepted('m-1'));
    const unknown = await record.begin({}, lost);
    const archived = await record.begin({}, lost, { type: 'archived', at: 0 });
    await pay(1000, 'p-1');
    await hold(5000, 'h-1');
    await hold(5000, 'h-2');
    await follow('capture', 5000, 'h-2');
    const report = await reportOf();
    expect(report.unknown.map(({ id }) => id)).toEqual([archived, unknown, waiting]);
    expect(report.holds.map(({ pnRefNum, leftCents }) => [pnRefNum, leftCents])).toEqual([['h-1', 5000]]);
  });

  test('counts something on the day it was begun, however late its result is known', async () => {
    const late = await record.begin({ amountCents: 1000 }, lost);
    await record.clock.advance(24 * 60 * minuteMs);
    const to = `${record.clock.now()}`;
    const yesterday = new URLSearchParams({ from: `${startedAt}`, to });
    const today = new URLSearchParams({ from: to, to: `${startedAt * 2}` });
    expect((await reportOf(callerOf(), yesterday)).unknown).toHaveLength(1);
    await record.tell(late, [resolvedAs(true)]);
    expect(moneyOf(await reportOf(callerOf(), yesterday))).toEqual({ EUR: 1000 });
    expect(await reportOf(callerOf(), today)).toEqual({ rows: [], unknown: [], holds: [], legs: [] });
  });

  test('counts nothing that one may not see', async () => {
    await pay(1000, 'mine');
    await pay(2000, 'theirs', { subject: 'till-2', terminalId: 'T2' });
    await record.begin({ subject: 'till-2', terminalId: 'T2' }, lost);
    await hold(3000, 'hold', { subject: 'till-2', terminalId: 'T2' });
    await pay(4000, 'mine', { account: 'other' });
    await undo('theirs', { account: 'other' });
    const seen = async (caller: ReturnType<typeof callerOf>, words?: string) => {
      const report = await reportOf(caller, words ?? anytime);
      return [moneyOf(report), report.unknown.length, report.holds.length];
    };
    expect(await seen(callerOf())).toEqual([{ EUR: 3000 }, 1, 1]);
    expect(await seen(callerOf({ sees: 'own' }))).toEqual([{ EUR: 1000 }, 0, 0]);
    expect(await seen(callerOf({ sees: { terminals: ['T1'] } }))).toEqual([{ EUR: 1000 }, 0, 0]);
    expect(await seen(callerOf({ sees: { mirror: 'T2' } }))).toEqual([{ EUR: 2000 }, 1, 1]);
    expect(await seen(callerOf({ account: 'other' }))).toEqual([{ EUR: 4000 }, 0, 0]);
    expect(await seen(callerOf(), `${anytime}&terminalId=T2`)).toEqual([{ EUR: 2000 }, 1, 1]);
    expect(await seen(callerOf(), `${anytime}&terminalId=T2&terminalId=T1`)).toEqual([{ EUR: 3000 }, 1, 1]);
  });

  test('is of a time', async () => {
    await expect(reportOf(callerOf(), 'from=1')).rejects.toMatchObject({ status: 400, field: 'to' });
    await expect(reportOf(callerOf(), 'to=1')).rejects.toMatchObject({ status: 400, field: 'from' });
    await expect(reportOf(callerOf(), `${anytime}&limit=1`)).rejects.toMatchObject({ field: 'limit' });
  });

  test('is the ledger less what it names as unknown, on random days', async () => {
    await expect(fuzz(days, checkDays, { runs: 150, limitMs: 60_000 })).resolves.toBeUndefined();
  });
});
