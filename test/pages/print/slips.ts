import type { RecordedOperation } from 'tillkit/core';

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
