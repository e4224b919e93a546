import { DayReport, type DayReportProps } from 'tillkit';
import type { CorrectedClosing, MoneyOperation, RecordedOperation } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const end = async ({ operations, advance }: Harness, ms = 9000) => {
  await advance(ms);
  for (const { id } of operations.list()) operations.acknowledge(id);
};

const begin = async (
  harness: Harness,
  kind: 'pay' | 'preAuth',
  terminalId: string,
  amount: number,
  scenario: ScenarioName = 'approved',
) => {
  harness.sandbox.setScenario(scenario, { next: true });
  const orderNumber = `A-${harness.operations.list().length + 101}`;
  const result = await harness.operations.start(kind, { terminalId, amount, orderNumber, receipt: false });
  await end(harness, scenario === 'lost-answer' ? 2000 : 9000);
  return result.started ? harness.operations.get(result.operation.id)?.pnRefNum : undefined;
};

const follow = async (
  harness: Harness,
  kind: Extract<MoneyOperation, 'void'>,
  terminalId: string,
  pnRefNum = '',
) => {
  await harness.operations.start(kind, { terminalId, pnRefNum });
  await end(harness);
};

/** A morning on three terminals: sales, a tip, a void, a partial approval, a decline, a hold and an unknown outcome. */
export async function morning(harness: Harness) {
  await begin(harness, 'pay', 'terminal-1', 123_450);
  await begin(harness, 'pay', 'terminal-1', 4200, 'tip');
  const wrong = await begin(harness, 'pay', 'terminal-3', 3140);
  await follow(harness, 'void', 'terminal-3', wrong);
  await begin(harness, 'pay', 'terminal-3', 5000, 'partly-approved');
  await begin(harness, 'pay', 'terminal-3', 880, 'declined');
  await begin(harness, 'preAuth', 'terminal-3', 20_000);
  await begin(harness, 'pay', 'terminal-2', 1990, 'lost-answer');
}

type Text = (words: Parameters<State['shows']>[1]) => string;

const state = (name: string, text: Text, props: DayReportProps = {}, more: Partial<State> = {}): State => ({
  name,
  render: () => <DayReport shop={'Café Aurora\nHarbour Street 4'} {...props} />,
  shows: (cell, words) => cell.getByText(like(text(words)), { selector: 'section *' }),
  ...more,
});

/** A record whose reports do not come, or fail. */
const recordThat = (getReport: () => Promise<never>): HarnessOptions => ({
  changes: { record: { ...createHarness().operations.record, getReport } },
});

const at = Date.UTC(2026, 0, 14, 22);
const ofTerrace = { kind: 'pay', terminalId: 'terminal-3', currency: 'USD' } as const;
const late: RecordedOperation = {
  ...ofTerrace,
  id: 'late',
  phase: 'unknown',
  amountCents: 1990,
  orderNumber: 'A-107',
  anomalies: [],
  seenProcessing: true,
  createdAt: at - 3_600_000,
  seq: 1,
  isOwn: true,
};

/** A day that was closed while the outcome of one payment was unknown. The outcome became known later. */
const closing: CorrectedClosing = {
  terminalId: 'terminal-3',
  number: 17,
  from: at - 24 * 3_600_000,
  to: at,
  at: at + 60_000,
  actor: 'Mila',
  report: {
    rows: [
      {
        ...ofTerrace,
        phase: 'complete',
        count: 24,
        movedCount: 24,
        amountCents: 96_420,
        movedCents: 97_620,
        tipCents: 1200,
      },
      {
        ...ofTerrace,
        kind: 'refund',
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 3140,
        movedCents: 3140,
        tipCents: 0,
      },
      {
        ...ofTerrace,
        phase: 'unknown',
        count: 1,
        movedCount: 0,
        amountCents: 1990,
        movedCents: 0,
        tipCents: 0,
      },
    ],
    unknown: [late],
    holds: [],
    legs: [],
  },
  corrections: {
    rows: [
      {
        ...ofTerrace,
        phase: 'complete',
        count: 1,
        movedCount: 1,
        amountCents: 1990,
        movedCents: 1990,
        tipCents: 0,
      },
      {
        ...ofTerrace,
        phase: 'unknown',
        count: -1,
        movedCount: 0,
        amountCents: -1990,
        movedCents: 0,
        tipCents: 0,
      },
    ],
    operations: [{ ...late, phase: 'complete', confirmedCents: 1990, endedAt: at + 3_600_000 }],
  },
};

/** A page in front of a gateway that keeps the closing. */
export const closedBefore: HarnessOptions = {
  isAway: true,
  changes: { record: { ...createHarness().operations.record, getClosing: () => Promise.resolve(closing) } },
};

const opens =
  (...texts: Text[]): NonNullable<State['act']> =>
  async (cell, user, { advance }, words) => {
    for (const text of texts) await user.click(await cell.findByText(text(words), { selector: 'summary' }));
    await advance(100);
  };

export const dayReportStates: State[] = [
  state('Empty', ({ dayReport }) => dayReport.emptyToday),
  state('No payments on a day', ({ dayReport }) => dayReport.emptyDay, { day: '2026-01-02' }),
  state('So far', ({ dayReport }) => dayReport.net, {}, { prepare: morning }),
  state(
    'Its figures open',
    ({ dayReport }) => dayReport.givenBack,
    { onOpen: () => undefined },
    { prepare: morning },
  ),
  state(
    'Numbered, from four in the morning',
    ({ dayReport }) => dayReport.from({ time: '…' }),
    { number: '117', dayStartsAt: '04:00' },
    { prepare: morning },
  ),
  state(
    'Opened',
    ({ paymentStatus }) => paymentStatus.failedTitle,
    {},
    {
      prepare: morning,
      act: opens(
        ({ dayReport }) => dayReport.terminals,
        ({ dayReport }) => dayReport.list,
      ),
    },
  ),
  state(
    'Loading',
    ({ dayReport }) => dayReport.loading,
    {},
    { sandbox: recordThat(() => new Promise(() => undefined)) },
  ),
  state(
    'Not loaded',
    ({ dayReport }) => dayReport.notLoaded,
    {},
    { sandbox: recordThat(() => Promise.reject(new Error('It is away.'))) },
  ),
  state(
    'Closed, with corrections',
    ({ dayReport }) => dayReport.corrections,
    { closing },
    { sandbox: closedBefore },
  ),
  state('No closings kept', ({ dayReport }) => dayReport.notKept, { closing }),
];
