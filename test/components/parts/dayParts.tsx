import type { ReactNode } from 'react';
import * as parts from 'tillkit/parts';
import { act, screen } from '@testing-library/react';
import {
  type CorrectedClosing,
  PaymentsError,
  type RecordedOperation,
  type RecordedReport,
  type TerminalOperations,
} from 'tillkit/core';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import { type PartCase, press } from './partCase.ts';
import { sale } from './sale.ts';

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

const screenOf = (part: ReactNode) => (
  <parts.PaymentMirror.Root terminalId="terminal-1">{part}</parts.PaymentMirror.Root>
);
const paid = { inside: screenOf, arrange: sale(9000) };

export const paymentMirror: Record<string, PartCase> = {
  PaymentMirrorRoot: { tag: 'section', props: { terminalId: 'terminal-1' }, arrange: sale(9000) },
  PaymentMirrorIdle: { tag: 'div', inside: screenOf, props: { children: 'Welcome' } },
  PaymentMirrorBody: { tag: 'div', ...paid },
  PaymentMirrorAmount: { tag: 'p', ...paid },
  PaymentMirrorTitle: { tag: 'h2', ...paid },
  PaymentMirrorSentences: { tag: 'div', ...paid },
  PaymentMirrorQrCode: {
    tag: 'svg',
    inside: (part) => (
      <parts.PaymentMirror.Root terminalId="terminal-1" link={{ address: 'https://pay.test/l/1' }}>
        {part}
      </parts.PaymentMirror.Root>
    ),
  },
};

const day = (part: ReactNode) => <parts.DayReport.Root number="7">{part}</parts.DayReport.Root>;
const row = {
  terminalId: 'terminal-1',
  count: 1,
  movedCount: 1,
  amountCents: 1250,
  movedCents: 1250,
  tipCents: 0,
} as const;
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
/** A gateway's record with a closing that was corrected. */
const closing: CorrectedClosing = {
  terminalId: 'terminal-1',
  number: 1,
  from: 0,
  to: 1,
  at: 2,
  report,
  corrections: { rows: report.rows, operations: [refund] },
};
const closedRecord: HarnessOptions = {
  isAway: true,
  changes: {
    record: { ...createHarness().operations.record, getClosing: () => Promise.resolve(closing) },
  },
};

/** A record that answers a report like that. */
const telling = (getReport: TerminalOperations['record']['getReport']): HarnessOptions => ({
  changes: { record: { ...createHarness().operations.record, getReport } },
});
const reported = { inside: day, harness: telling(() => Promise.resolve(report)) };

export const dayReport: Record<string, PartCase> = {
  DayReportRoot: { tag: 'section', props: { paper: '80mm' } },
  DayReportDay: { tag: 'fieldset', inside: day },
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
  DayReportCorrections: {
    tag: 'section',
    inside: (part) => <parts.DayReport.Root closing={closing}>{part}</parts.DayReport.Root>,
    harness: closedRecord,
  },
  DayReportTerminals: { tag: 'details', ...reported },
  DayReportPayments: { tag: 'details', ...reported },
  DayReportPrint: { tag: 'button', ...reported },
};

const list = (part: ReactNode) => <parts.TransactionList.Root>{part}</parts.TransactionList.Root>;

const away = () => Promise.reject(new PaymentsError('unanswered', 'No answer.'));

/** A record with these answers. */
const record = (change: Partial<TerminalOperations['record']>) => ({
  changes: {
    record: {
      ...createHarness().operations.record,
      listOperations: () => Promise.resolve({ items: [refund] }),
      getReport: () => Promise.resolve({ rows: [], unknown: [], holds: [], legs: [] }),
      exportOperations: away,
      ...change,
    },
  },
});

export const transactionList: Record<string, PartCase> = {
  TransactionListRoot: { tag: 'section' },
  TransactionListHead: { tag: 'header', inside: list },
  TransactionListHeadline: { tag: 'h2', inside: list },
  TransactionListDownload: { tag: 'button', inside: list },
  TransactionListDownloadError: {
    tag: 'p',
    inside: (part) => list([part, <parts.TransactionList.Download key="download" />]),
    harness: record({}),
    prepare: press('Download as a table (CSV)'),
  },
  TransactionListNote: { tag: 'p', inside: list },
  TransactionListTools: { tag: 'div', inside: list },
  TransactionListDay: { tag: 'fieldset', inside: list },
  TransactionListSearch: { tag: 'label', inside: list },
  TransactionListReading: {
    tag: 'p',
    inside: (part) => list([part, <parts.TransactionList.Search key="search" />]),
    prepare: async (user, { advance }) => {
      await user.type(screen.getByRole('searchbox'), '31.40');
      await act(() => advance(500));
    },
  },
  TransactionListFilters: { tag: 'fieldset', inside: list },
  TransactionListError: { tag: 'div', inside: list, harness: record({ listOperations: away }) },
  TransactionListToLookAt: {
    tag: 'section',
    inside: list,
    harness: record({ listOperations: ({ open }) => Promise.resolve({ items: open ? [] : [refund] }) }),
  },
  TransactionListRows: {
    tag: 'section',
    inside: list,
    harness: record({
      listOperations: ({ unseen, open }) => Promise.resolve({ items: unseen || open ? [] : [refund] }),
    }),
  },
  TransactionListRow: { tag: 'li', inside: (part) => list(<ul>{part}</ul>), props: { operation: refund } },
  TransactionListEmpty: {
    tag: 'div',
    inside: list,
    harness: record({ listOperations: () => Promise.resolve({ items: [] }) }),
  },
  TransactionListMore: {
    tag: 'button',
    inside: list,
    harness: record({ listOperations: () => Promise.resolve({ items: [refund], cursor: 'next' }) }),
  },
};

const sold = async ({ operations, advance }: Harness) => {
  await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(9000);
};
const closed = async ({ operations, advance }: Harness) => {
  await operations.start('closeBatch', { terminalId: 'terminal-1' });
  await advance(9000);
};
const board = (part: ReactNode) => <parts.CloseDay.Root>{part}</parts.CloseDay.Root>;
const boardTerminal = {
  id: 'terminal-1',
  title: 'Front counter',
  unclosed: undefined,
  isFree: true,
  isReady: true,
};

export const closeDay: Record<string, PartCase> = {
  CloseDayRoot: { tag: 'section' },
  CloseDayTitle: { tag: 'h2', inside: board },
  CloseDayNote: { tag: 'p', inside: board },
  CloseDayError: { tag: 'div', inside: board, harness: record({ getReport: away }) },
  CloseDayLoading: { tag: 'p', inside: board, harness: { latencyMs: 1e9 } },
  CloseDayEmpty: { tag: 'p', inside: board, harness: { terminals: 0 } },
  CloseDayTerminals: { tag: 'ul', inside: board },
  CloseDayTerminal: {
    tag: 'li',
    inside: (part) => board(<ul>{part}</ul>),
    props: { terminal: boardTerminal },
  },
  CloseDayMore: { tag: 'button', inside: board, harness: { terminals: 21 } },
  CloseDayActions: { tag: 'div', inside: board },
  CloseDayAllClosed: {
    tag: 'p',
    inside: (part) => <parts.CloseDay.Root terminalId="terminal-1">{part}</parts.CloseDay.Root>,
    arrange: closed,
  },
  CloseDayCloseAll: { tag: 'button', inside: board, arrange: sold },
  CloseDayDone: { tag: 'button', inside: board, arrange: closed },
};
