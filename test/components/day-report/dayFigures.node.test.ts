import { describe, expect, test } from 'vitest';
import type { RecordedTransaction, ReportRow } from 'tillkit/core';
import { dayFigures } from '../../../src/components/day-report/dayFigures.ts';

const row = ({
  count = 1,
  amountCents = 1000,
  movedCents = amountCents,
  movedCount = movedCents === 0 ? 0 : count,
  ...more
}: Partial<ReportRow>): ReportRow => ({
  terminalId: 'T1',
  kind: 'pay',
  phase: 'complete',
  tipCents: 0,
  count,
  movedCount,
  amountCents,
  movedCents,
  ...more,
});
const report = (...rows: ReportRow[]) => ({ rows, holds: [] });
const figuresOf = (...rows: ReportRow[]) => dayFigures(report(...rows), 'EUR');

describe('the figures of a day', () => {
  test('are what moved: sales and collections, less refunds and voids', () => {
    const [figures] = figuresOf(
      row({ count: 3, amountCents: 3000, movedCents: 3000 }),
      row({ kind: 'capture', amountCents: 500, movedCents: 500 }),
      row({ kind: 'refund', count: 2, amountCents: 700, movedCents: 700 }),
      row({ kind: 'void', amountCents: 0, movedCents: 1000 }),
    );
    expect(figures).toMatchObject({
      currency: 'EUR',
      takenCents: 3500,
      takenCount: 4,
      givenBackCents: 1700,
      givenBackCount: 3,
      netCents: 1800,
      extraCents: 0,
    });
  });

  test('tell tips from what else is approved beyond what was asked for; both are parts of what was taken', () => {
    const [figures] = figuresOf(
      row({ amountCents: 1000, movedCents: 1150, tipCents: 150 }),
      row({ amountCents: 1000, movedCents: 1300, tipCents: 100 }),
      row({ kind: 'capture', amountCents: 1000, movedCents: 1007 }),
      row({ phase: 'resolved', count: 2, movedCount: 1, amountCents: 1800, movedCents: 1000 }),
    );
    expect(figures).toMatchObject({ takenCents: 4457, takenCount: 4, tipCents: 250, extraCents: 207 });
  });

  test('name what was approved in part, which counts with what was approved', () => {
    const [figures] = figuresOf(
      row({}),
      row({ phase: 'partial', count: 2, amountCents: 5000, movedCents: 3200 }),
    );
    expect(figures).toMatchObject({
      takenCents: 4200,
      takenCount: 3,
      extraCents: 0,
      partly: { count: 2, cents: 3200, askedCents: 5000 },
    });
  });

  test('count of what a person said only what moved money, and all of it in a line of its own', () => {
    const said = { phase: 'resolved', count: 3, movedCount: 1, amountCents: 3000, movedCents: 1000 } as const;
    const [figures] = figuresOf(row(said), row({ ...said, kind: 'void', movedCount: 2 }));
    expect(figures).toMatchObject({
      takenCents: 1000,
      takenCount: 1,
      givenBackCount: 2,
      byHandCount: 6,
      extraCents: 0,
    });
  });

  test('count a hold that a person recorded, which may be in no list of holds', () => {
    const [figures] = figuresOf(row({ kind: 'preAuth', phase: 'resolved', movedCents: 9000 }));
    expect(figures).toMatchObject({ takenCents: 0, takenCount: 0, byHandCount: 1 });
  });

  test('count no void that gave nothing back, as that of a hold', () => {
    const [figures] = figuresOf(
      row({ kind: 'void', amountCents: 0 }),
      row({ kind: 'void', amountCents: 0, movedCents: 300 }),
    );
    expect(figures).toMatchObject({ givenBackCents: 300, givenBackCount: 1 });
  });

  test.each(['sending', 'waiting', 'unknown', 'failed', 'rejected'] as const)(
    'have nothing of what is %s',
    (phase) => {
      const [figures] = figuresOf(row({}), row({ phase, count: 9, amountCents: 9000, movedCents: 0 }));
      expect(figures).toMatchObject({ takenCents: 1000, takenCount: 1, netCents: 1000, extraCents: 0 });
    },
  );

  test('have no pre-authorization, which moves nothing', () => {
    expect(figuresOf(row({}), row({ kind: 'preAuth', movedCents: 9000 }))[0]).toMatchObject({
      takenCents: 1000,
      netCents: 1000,
    });
  });

  test('are zero where nothing was approved, and there are none without a payment', () => {
    expect(figuresOf(row({ phase: 'failed', movedCents: 0 }))).toMatchObject([
      { takenCents: 0, netCents: 0 },
    ]);
    expect(figuresOf()).toEqual([]);
  });

  test('never add up two currencies; what names none has the provider’s', () => {
    const figures = figuresOf(
      row({ currency: 'USD', count: 2, movedCents: 300 }),
      row({ currency: 'EUR', movedCents: 200 }),
      row({ count: 3, movedCents: 100 }),
    );
    expect(figures.map(({ currency, takenCents }) => [currency, takenCents])).toEqual([
      ['EUR', 300],
      ['USD', 300],
    ]);
  });

  test('are the sum of the terminals’ figures', () => {
    const [figures] = figuresOf(
      row({ movedCents: 700 }),
      row({ terminalId: 'T2', movedCents: 900 }),
      row({ terminalId: 'T2', kind: 'refund', movedCents: 100 }),
    );
    expect(figures?.terminals).toMatchObject([
      { terminalId: 'T1', netCents: 700 },
      { terminalId: 'T2', takenCents: 900, givenBackCents: 100, netCents: 800 },
    ]);
    expect(figures?.netCents).toBe(1500);
  });

  test('name what is held, in its own currency', () => {
    const hold = { currency: 'USD', leftCents: 20_000 } as RecordedTransaction;
    const figures = dayFigures({ rows: [row({})], holds: [hold, hold] }, 'EUR');
    expect(figures.map(({ currency, held, takenCents }) => [currency, held, takenCents])).toEqual([
      ['EUR', { count: 0, cents: 0 }, 1000],
      ['USD', { count: 2, cents: 40_000 }, 0],
    ]);
  });
});
