import { describe, expect, test } from 'vitest';
import {
  localReport,
  localTransaction,
  localTransactionsPage,
} from '../../../src/core/standalone/localRecord.ts';
import type { TerminalOperation } from '../../../src/exports/core.ts';

let made = 0;
function operation(changes: Partial<TerminalOperation>): TerminalOperation {
  made += 1;
  return {
    id: `op-${made}`,
    kind: 'pay',
    phase: 'complete',
    terminalId: 'T1',
    currency: 'USD',
    amountCents: 1000,
    confirmedCents: 1000,
    pnRefNum: 'r1',
    anomalies: [],
    connection: 'ok',
    seenProcessing: true,
    flowKey: 'till',
    createdAt: made,
    ...changes,
  };
}
const all = { from: 0, to: Infinity };

describe('a transaction of this browser', () => {
  test('is a sale with what followed, and nothing of the page', () => {
    const sale = operation({ orderNumber: 'A7', toldPhase: 'complete', lastCheckedAt: 5, scope: 'x' });
    const refund = operation({ kind: 'refund', amountCents: 300, confirmedCents: 300 });
    const transaction = localTransaction([refund, sale], 'r1');
    expect(transaction).toMatchObject({
      pnRefNum: 'r1',
      kind: 'pay',
      authorizedCents: 1000,
      refundedCents: 300,
      leftCents: 700,
      isHeld: false,
      orderNumber: 'A7',
      currency: 'USD',
    });
    expect(transaction?.operations.map(({ id, isOwn, seq }) => [id, isOwn, seq])).toEqual([
      [sale.id, true, 0],
      [refund.id, true, 0],
    ]);
    const page = ['flowKey', 'scope', 'connection', 'nextCheckAt', 'lastCheckedAt', 'toldPhase'];
    expect(page.filter((name) => name in (transaction?.operations[0] ?? {}))).toEqual([]);
    expect(transaction?.allowed.find((rule) => rule.operation === 'refund')).toMatchObject({
      allowed: true,
      maxCents: 700,
    });
  });

  test('is a hold until it is captured, and has what was captured left then', () => {
    const hold = operation({ kind: 'preAuth' });
    expect(localTransaction([hold], 'r1')).toMatchObject({ isHeld: true, leftCents: 1000, capturedCents: 0 });
    const capture = operation({ kind: 'capture', amountCents: 800, confirmedCents: 800 });
    expect(localTransaction([capture, hold], 'r1')).toMatchObject({ isHeld: false, leftCents: 800 });
  });

  test('has nothing left where it was voided, and allows nothing', () => {
    const [sale, hold] = [operation({}), operation({ kind: 'preAuth' })];
    for (const first of [sale, hold]) {
      const voided = operation({ kind: 'void', amountCents: undefined, confirmedCents: undefined });
      const transaction = localTransaction([voided, first], 'r1');
      expect(transaction).toMatchObject({ isHeld: false, leftCents: 0 });
      expect(transaction?.allowed.some(({ allowed }) => allowed)).toBe(false);
    }
  });

  test('allows nothing while something about it is open', () => {
    const transaction = localTransaction(
      [operation({ kind: 'refund', phase: 'unknown' }), operation({})],
      'r1',
    );
    expect(transaction?.allowed.some(({ allowed }) => allowed)).toBe(false);
  });

  test('is no hold where nothing was approved', () => {
    const hold = operation({ kind: 'preAuth', phase: 'partial', confirmedCents: 0 });
    expect(localTransaction([hold], 'r1')).toMatchObject({ isHeld: false, leftCents: 0 });
  });

  test('is found by its provider too; where none is named, only if no other one gave its reference', () => {
    const [ofP, later] = [operation({ provider: 'P' }), operation({ provider: 'P' })];
    const idOf = (provider: string | undefined, ...known: TerminalOperation[]) =>
      localTransaction(known, 'r1', provider)?.operations[0]?.id;
    expect(idOf('P', ofP)).toBe(ofP.id);
    expect(idOf('Q', ofP)).toBeUndefined();
    expect(idOf(undefined, ofP, later)).toBe(later.id);
    expect(idOf(undefined, ofP, operation({ provider: 'Q' }))).toBeUndefined();
    const ofNone = operation({});
    expect(idOf('Q', ofP, ofNone)).toBe(ofNone.id); // it was sent without a provider, so it may be Q's
    expect(idOf('P', ofP, ofNone)).toBe(ofP.id);
  });

  test('is none where nothing was paid', () => {
    expect(localTransaction([operation({ phase: 'failed' })], 'r1')).toBeUndefined();
    expect(localTransaction([operation({})], 'r2')).toBeUndefined();
  });
});

describe('the transactions of this browser', () => {
  const day = [1, 2, 3, 4, 5].map((at) =>
    operation({ createdAt: at, pnRefNum: `r${at}`, orderNumber: `A${at % 2}`, terminalId: `T${at % 2}` }),
  );
  const refsOf = (query: Parameters<typeof localTransactionsPage>[1]) =>
    localTransactionsPage(day, query).items.map(({ pnRefNum }) => pnRefNum);

  test('are the newest first, page by page', () => {
    expect(refsOf({})).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    const first = localTransactionsPage(day, { limit: 2 });
    expect(first.items.map(({ pnRefNum }) => pnRefNum)).toEqual(['r5', 'r4']);
    const second = localTransactionsPage(day, { limit: 2, cursor: first.cursor });
    expect(second.items.map(({ pnRefNum }) => pnRefNum)).toEqual(['r3', 'r2']);
    const third = localTransactionsPage(day, { limit: 2, cursor: second.cursor });
    expect([third.items.map(({ pnRefNum }) => pnRefNum), third.cursor]).toEqual([['r1'], undefined]);
  });

  test('are all there, page by page, where a reference was given again', () => {
    const again = [1, 2, 3].map((at) => operation({ createdAt: at, amountCents: at, confirmedCents: at }));
    const seen: number[] = [];
    for (let cursor: string | undefined, isMore = true; isMore;) {
      const page = localTransactionsPage(again, { limit: 1, cursor });
      seen.push(...page.items.map(({ authorizedCents }) => authorizedCents));
      cursor = page.cursor;
      isMore = cursor !== undefined;
    }
    expect(seen).toEqual([3, 2, 1]);
  });

  test('go on behind the last one of a page, also once that one is no longer among them', () => {
    const { cursor } = localTransactionsPage(day, { limit: 2 });
    const left = day.filter(({ pnRefNum }) => pnRefNum !== 'r4');
    const second = localTransactionsPage(left, { limit: 2, cursor });
    expect(second.items.map(({ pnRefNum }) => pnRefNum)).toEqual(['r3', 'r2']);
  });

  test('are those of a time, a terminal, an order or a reference', () => {
    expect(refsOf({ from: 2, to: 4 })).toEqual(['r3', 'r2']);
    expect(refsOf({ terminalId: 'T1' })).toEqual(['r5', 'r3', 'r1']);
    expect(refsOf({ terminalId: ['T1', 'T0'], limit: 9 })).toHaveLength(5);
    expect(refsOf({ orderNumber: 'A0' })).toEqual(['r4', 'r2']);
    expect(refsOf({ pnRefNum: 'r4' })).toEqual(['r4']);
  });
});

describe('the report of this browser', () => {
  test('counts and sums by currency, terminal, kind and phase', () => {
    const { rows } = localReport(
      [
        operation({ pnRefNum: 'a', confirmedCents: 1200, tipCents: 150 }),
        operation({ pnRefNum: 'b' }),
        operation({ pnRefNum: 'c', phase: 'partial', confirmedCents: 400 }),
        operation({ phase: 'failed', confirmedCents: undefined }),
        operation({
          phase: 'resolved',
          resolution: { charged: true, basis: 'receipt' },
          confirmedCents: undefined,
        }),
        operation({
          phase: 'resolved',
          resolution: { charged: false, basis: 'receipt' },
          confirmedCents: undefined,
        }),
        operation({ currency: 'EUR' }),
        operation({ terminalId: 'T2', kind: 'refund', amountCents: 300, confirmedCents: 300 }),
      ],
      all,
    );
    const usd = { currency: 'USD', terminalId: 'T1', kind: 'pay', tipCents: 0 };
    expect(rows).toEqual([
      {
        ...usd,
        currency: 'EUR',
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 1000,
        movedCents: 1000,
      },
      {
        ...usd,
        phase: 'complete',
        count: 2,
        movedCount: 2,
        amountCents: 2000,
        movedCents: 2200,
        tipCents: 150,
      },
      { ...usd, phase: 'failed', count: 1, movedCount: 0, amountCents: 1000, movedCents: 0 },
      { ...usd, phase: 'partial', count: 1, movedCount: 1, amountCents: 1000, movedCents: 400 },
      { ...usd, phase: 'resolved', count: 2, movedCount: 1, amountCents: 2000, movedCents: 1000 },
      {
        currency: 'USD',
        terminalId: 'T2',
        kind: 'refund',
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 300,
        movedCents: 300,
        tipCents: 0,
      },
    ]);
  });

  test('has the tip of a hold in the row of the hold: the service names none of the capture', () => {
    const held = operation({ kind: 'preAuth', confirmedCents: 1200, tipCents: 200 });
    const captured = operation({ kind: 'capture', amountCents: 1100, confirmedCents: 1100 });
    const tips = localReport([captured, held], all).rows.map(({ kind, tipCents }) => [kind, tipCents]);
    expect(Object.fromEntries(tips)).toEqual({ preAuth: 200, capture: 0 });
  });

  test('has in a void what was left of the sale', () => {
    const sale = operation({ pnRefNum: 'v' });
    const refund = operation({ pnRefNum: 'v', kind: 'refund', amountCents: 300, confirmedCents: 300 });
    const voided = operation({ pnRefNum: 'v', kind: 'void', amountCents: undefined, confirmedCents: 1000 });
    const { rows } = localReport([voided, refund, sale], all);
    expect(rows.find(({ kind }) => kind === 'void')?.movedCents).toBe(700);
  });

  test('has in a void what it undid: the money, not the hold, nothing twice, and what was left then', () => {
    const undo = { kind: 'void', amountCents: undefined, confirmedCents: 1000 } as const;
    const movedOf = (...operations: TerminalOperation[]) =>
      localReport(operations.toReversed(), all)
        .rows.filter(({ kind }) => kind === 'void')
        .reduce((cents, { movedCents }) => cents + movedCents, 0);
    expect(movedOf(operation({}), operation(undo), operation(undo))).toBe(1000);
    expect(movedOf(operation({ kind: 'preAuth' }), operation(undo))).toBe(0);
    expect(movedOf(operation(undo))).toBe(0);
    const late = operation({ kind: 'refund', amountCents: 300, confirmedCents: 300, createdAt: 10_000 });
    expect(movedOf(operation({}), operation(undo), late)).toBe(1000);
    const [first, second] = [operation({}), operation(undo)];
    expect(
      movedOf(first, second, operation({ amountCents: 800, confirmedCents: 800 }), operation(undo)),
    ).toBe(1800);
  });

  test('has a void in the currency of what it undid', () => {
    const undo = operation({ kind: 'void', amountCents: undefined, currency: undefined, createdAt: 10_000 });
    expect(localReport([undo, operation({ currency: 'JPY' })], all).rows).toContainEqual(
      expect.objectContaining({ kind: 'void', currency: 'JPY', movedCents: 1000 }),
    );
  });

  test('names what is not known yet, and what is still held', () => {
    const unknown = operation({ phase: 'unknown', pnRefNum: undefined });
    const waiting = operation({ phase: 'waiting', pnRefNum: undefined });
    const hold = operation({ kind: 'preAuth', pnRefNum: 'h' });
    const report = localReport([unknown, waiting, hold, operation({})], all);
    expect(report.unknown.map(({ id }) => id)).toEqual([waiting.id, unknown.id]);
    expect(report.holds.map(({ pnRefNum }) => pnRefNum)).toEqual(['h']);
  });

  test('is of what was begun within its time', () => {
    const [early, late] = [operation({ createdAt: 10 }), operation({ createdAt: 20, phase: 'unknown' })];
    const { rows, unknown } = localReport([early, late], { from: 10, to: 20 });
    expect([rows.length, unknown.length]).toEqual([1, 0]);
  });
});
