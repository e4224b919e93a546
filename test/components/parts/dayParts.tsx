import type { ReactNode } from 'react';
import * as parts from 'tillkit/parts';
import type { RecordedOperation, RecordedReport, TerminalOperations } from 'tillkit/core';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import type { PartCase } from './partCase.ts';

const refund: RecordedOperation = {
  id: 'operation-1',
  kind: 'refund',
  phase: 'complete',
  terminalId: 'terminal-1',
  amountCents: 1250,
  anomalies: [],
  seenProcessing: false,
  createdAt: Date.UTC(2026, 0, 15),
  seq: 1,
  isOwn: true,
};
const slip = (part: ReactNode) => (
  <parts.Receipt.Root operation={refund} reprint>
    {part}
  </parts.Receipt.Root>
);

export const receipt: Record<string, PartCase> = {
  ReceiptRoot: { tag: 'article', props: { operation: refund, paper: '58mm', reprint: true } },
  ReceiptTitle: { tag: 'h2', inside: slip },
  ReceiptReprint: { tag: 'p', inside: slip },
  ReceiptShop: { tag: 'div', inside: slip, props: { children: 'Café Aurora' } },
  ReceiptFooter: { tag: 'div', inside: slip, props: { children: 'Thank you' } },
  ReceiptFigures: { tag: 'dl', inside: slip },
  ReceiptSentences: { tag: 'div', inside: slip },
  ReceiptDetails: { tag: 'dl', inside: slip },
  ReceiptPrint: { tag: 'button', inside: slip },
};

const day = (part: ReactNode) => <parts.DayReport.Root number="7">{part}</parts.DayReport.Root>;
const row = { terminalId: 'terminal-1', count: 1, amountCents: 1250, movedCents: 1250 } as const;
const report: RecordedReport = {
  rows: [{ ...row, kind: 'pay', phase: 'complete' }],
  unknown: [{ ...refund, phase: 'unknown' }],
  holds: [
    {
      pnRefNum: 'P-9',
      kind: 'preAuth',
      terminalId: 'terminal-1',
      status: 'complete',
      authorizedCents: 20_000,
      capturedCents: 0,
      refundedCents: 0,
      settled: 'unknown',
      createdAt: 0,
      leftCents: 20_000,
      isHeld: true,
      allowed: [],
      operations: [],
    },
  ],
  legs: [{ name: 'Cash', currency: 'USD', count: 1, cents: 500 }],
};
/** A record that answers a report like that. */
const telling = (getReport: TerminalOperations['record']['getReport']): HarnessOptions => ({
  changes: { record: { ...createHarness().operations.record, getReport } },
});
const reported = { inside: day, harness: telling(() => Promise.resolve(report)) };

export const dayReport: Record<string, PartCase> = {
  DayReportRoot: { tag: 'section', props: { paper: '80mm' } },
  DayReportDay: { tag: 'div', inside: day },
  DayReportShop: { tag: 'div', inside: day, props: { children: 'Café Aurora' } },
  DayReportTitle: { tag: 'h2', inside: day },
  DayReportPeriod: { tag: 'p', inside: day },
  DayReportNote: { tag: 'p', inside: day },
  DayReportError: {
    tag: 'div',
    inside: day,
    harness: telling(() => Promise.reject(new Error('It is away.'))),
  },
  DayReportLoading: { tag: 'p', inside: day, harness: telling(() => new Promise(() => undefined)) },
  DayReportEmpty: {
    tag: 'div',
    inside: day,
    harness: telling(() => Promise.resolve({ rows: [], unknown: [], holds: [], legs: [] })),
  },
  DayReportTotals: { tag: 'div', ...reported },
  DayReportUnknown: { tag: 'section', ...reported },
  DayReportHeld: { tag: 'section', ...reported },
  DayReportLegs: { tag: 'section', ...reported },
  DayReportTerminals: { tag: 'details', ...reported },
  DayReportPayments: { tag: 'details', ...reported },
  DayReportPrint: { tag: 'button', ...reported },
};
