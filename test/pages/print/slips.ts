import type { CorrectedClosing, RecordedOperation, RecordedReport } from 'tillkit/core';

const sale: RecordedOperation = {
  id: 'sale',
  kind: 'pay',
  phase: 'complete',
  terminalId: 'Terminal at the front counter, by the door',
  amountCents: 123_450,
  orderNumber: 'A-1042',
  pnRefNum: '600700800900100',
  anomalies: [],
  seenProcessing: true,
  createdAt: Date.UTC(2026, 0, 15, 9, 30),
  endedAt: Date.UTC(2026, 0, 15, 9, 31),
  seq: 3,
  isOwn: true,
};

/** A slip of each outcome. */
export const slips: readonly RecordedOperation[] = [
  sale,
  { ...sale, id: 'tip', confirmedCents: 133_450, tipCents: 10_000 },
  { ...sale, id: 'partial', phase: 'partial', confirmedCents: 100_000 },
  { ...sale, id: 'failed', phase: 'failed', message: 'Card •••• 4242: the issuer said no.' },
  { ...sale, id: 'hold', kind: 'preAuth' },
  { ...sale, id: 'capture', kind: 'capture' },
  { ...sale, id: 'void', kind: 'void', amountCents: undefined },
  { ...sale, id: 'refund', kind: 'refund', amountCents: 1_234_567_890 },
  { ...sale, id: 'batch', kind: 'closeBatch', amountCents: undefined, pnRefNum: undefined },
  {
    ...sale,
    id: 'unknown',
    phase: 'unknown',
    reason: 'no-response',
    pnRefNum: undefined,
    msgIdentifier: '0123456789abcdef'.repeat(4),
  },
  { ...sale, id: 'resolved', phase: 'resolved', resolution: { charged: true, basis: 'receipt' } },
];

const atTheDoor = { terminalId: sale.terminalId, currency: 'EUR' } as const;
const onTerrace = { terminalId: 'Terrace', currency: 'EUR' } as const;

/** A full day: two terminals, two currencies, and what is in none of the sums. */
export const fullDay: RecordedReport = {
  rows: [
    {
      ...atTheDoor,
      kind: 'pay',
      phase: 'complete',
      count: 1204,
      movedCount: 1204,
      amountCents: 1_234_567_890,
      movedCents: 1_234_667_890,
      tipCents: 60_000,
    },
    {
      ...atTheDoor,
      kind: 'refund',
      phase: 'complete',
      count: 12,
      movedCount: 12,
      amountCents: 100_000,
      movedCents: 100_000,
      tipCents: 0,
    },
    {
      ...onTerrace,
      kind: 'pay',
      phase: 'partial',
      count: 2,
      movedCount: 2,
      amountCents: 500_000,
      movedCents: 300_000,
      tipCents: 0,
    },
    {
      ...onTerrace,
      kind: 'pay',
      phase: 'resolved',
      count: 3,
      movedCount: 1,
      amountCents: 30_000,
      movedCents: 10_000,
      tipCents: 0,
    },
    {
      ...onTerrace,
      currency: 'JPY',
      kind: 'pay',
      phase: 'complete',
      count: 4,
      movedCount: 4,
      amountCents: 12_000,
      movedCents: 12_000,
      tipCents: 0,
    },
  ],
  unknown: slips.filter(({ phase }) => phase === 'unknown'),
  holds: [
    {
      pnRefNum: 'P-9',
      kind: 'preAuth',
      terminalId: sale.terminalId,
      status: 'complete',
      currency: 'EUR',
      authorizedCents: 2_000_000,
      capturedCents: 0,
      refundedCents: 0,
      settled: 'unknown',
      createdAt: sale.createdAt,
      orderNumber: 'A-2000',
      leftCents: 2_000_000,
      isHeld: true,
      allowed: [],
      operations: [],
    },
  ],
  legs: [{ name: 'Cash', currency: 'EUR', count: 17, cents: 43_210 }],
};

/** A closed day of one terminal, with what came late. */
export const closedDay: CorrectedClosing = {
  terminalId: sale.terminalId,
  number: 1017,
  from: Date.UTC(2026, 0, 14, 20),
  to: Date.UTC(2026, 0, 15, 20),
  at: Date.UTC(2026, 0, 15, 20, 1),
  actor: 'Mila Österreicher',
  report: { ...fullDay, rows: fullDay.rows.slice(0, 2), legs: [] },
  corrections: {
    rows: [
      {
        ...atTheDoor,
        kind: 'pay',
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 123_450,
        movedCents: 123_450,
        tipCents: 0,
      },
      {
        ...atTheDoor,
        kind: 'refund',
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 1000,
        movedCents: 1000,
        tipCents: 0,
      },
    ],
    operations: slips.slice(0, 3),
  },
};
