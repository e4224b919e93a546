import { CloseDay, type CloseDayProps } from 'tillkit';
import type { Closing, RecordedReport, ReportRow } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const end = ({ operations }: Harness) => {
  for (const { id } of operations.list({ open: false })) operations.acknowledge(id);
};

const begin = async (
  harness: Harness,
  kind: 'pay' | 'preAuth',
  terminalId: string,
  amount: number,
  scenario: ScenarioName = 'approved',
) => {
  harness.sandbox.setScenario(scenario, { next: true });
  await harness.operations.start(kind, { terminalId, amount, receipt: false });
  await harness.advance(scenario === 'slow' ? 1500 : 9000);
  end(harness);
};

/** A day on which all three terminals sold something. */
export async function sold(harness: Harness) {
  await begin(harness, 'pay', 'terminal-1', 123_450);
  await begin(harness, 'pay', 'terminal-1', 4200);
  await begin(harness, 'pay', 'terminal-2', 3140);
  await begin(harness, 'pay', 'terminal-3', 880, 'tip');
}

/** One terminal has a held amount, one an unknown payment, one a payment under way. */
export async function heldUp(harness: Harness) {
  await begin(harness, 'pay', 'terminal-1', 123_450);
  await begin(harness, 'preAuth', 'terminal-1', 20_000);
  await begin(harness, 'pay', 'terminal-2', 1990, 'lost-answer');
  await begin(harness, 'pay', 'terminal-3', 880, 'slow');
}

const at = Date.UTC(2026, 0, 13, 22);
const today = Date.UTC(2026, 0, 15);
const row = (terminalId: string, count: number, cents: number): ReportRow => ({
  terminalId,
  kind: 'pay',
  phase: 'complete',
  currency: 'USD',
  count,
  movedCount: count,
  amountCents: cents,
  movedCents: cents,
  tipCents: 0,
});
const reportOf = (rows: readonly ReportRow[]): RecordedReport => ({ rows, unknown: [], holds: [], legs: [] });
const closingOf = (terminalId: string, to: number, number: number): Closing => ({
  terminalId,
  number,
  from: at - 24 * 3_600_000,
  to,
  at: to + 60_000,
  actor: 'Mila',
  report: reportOf([]),
});

/** A gateway's record: one terminal was not closed the day before, and one has nothing new. */
export const forgottenBefore: HarnessOptions = {
  isAway: true,
  changes: {
    record: {
      ...createHarness().operations.record,
      listOperations: () => Promise.resolve({ items: [] }),
      listClosings: ({ terminalId }) => {
        const [id = ''] = [terminalId].flat();
        const to = id === 'terminal-1' ? at : at + 24 * 3_600_000;
        return Promise.resolve({ items: [closingOf(id, to, id === 'terminal-1' ? 16 : 9)] });
      },
      getReport: ({ from, to, terminalId }) => {
        const [id = ''] = [terminalId].flat();
        const isToday = from >= today || to > today;
        if (id === 'terminal-1')
          return Promise.resolve(reportOf([isToday ? row(id, 4, 15_500) : row(id, 21, 84_300)]));
        return Promise.resolve(reportOf(id === 'terminal-3' && isToday ? [row(id, 7, 31_240)] : []));
      },
    },
  },
};

type Words = Parameters<State['shows']>[1];
type Text = (words: Words) => string;

const state = (name: string, text: Text, more: Partial<State> = {}, props: CloseDayProps = {}): State => ({
  name,
  render: () => <CloseDay {...props} />,
  shows: (cell, words) => cell.getAllByText(like(text(words)), { selector: 'section *' })[0]!,
  ...more,
});

const three = { value: 3, text: '…' };

/** Presses "Close 3 terminals", and then "Yes" if `isYes`. */
const closes =
  (scenario?: ScenarioName, isYes = true): State['act'] =>
  async (cell, user, { sandbox, advance }, { closeDay, closeBatch }) => {
    await user.click(await cell.findByRole('button', { name: like(closeDay.closeAll({ count: three })) }));
    if (!isYes) return;
    if (scenario) sandbox.setScenario(scenario, { next: true });
    await user.click(cell.getByRole('button', { name: closeBatch.confirmYes }));
    await advance(3000);
  };

/** A record whose reports do not come, or fail. */
const recordThat = (getReport: () => Promise<never>): HarnessOptions => ({
  changes: {
    record: {
      ...createHarness().operations.record,
      listOperations: () => Promise.resolve({ items: [] }),
      getReport,
    },
  },
});

export const closeDayStates: State[] = [
  state('Nothing taken', ({ closeDay }) => closeDay.nothingToClose),
  state('Ready', ({ closeDay }) => closeDay.closeAll({ count: three }), { prepare: sold }),
  state('Asked', ({ closeDay }) => closeDay.confirmTitle({ count: three }), {
    prepare: sold,
    act: closes(undefined, false),
  }),
  state('Held up', ({ closeDay }) => closeDay.held, { prepare: heldUp }),
  state('Closed', ({ closeDay }) => closeDay.allClosed, { prepare: sold, act: closes() }),
  state('One is not known', ({ paymentStatus }) => paymentStatus.unknownTitle, {
    prepare: sold,
    act: closes('lost-answer'),
  }),
  state('One is refused', ({ paymentStatus }) => paymentStatus.rejectedTitle, {
    prepare: sold,
    act: closes('unauthorized'),
  }),
  state(
    'A day was forgotten',
    ({ closeDay }) => closeDay.forgotten({ day: '…' }),
    { sandbox: forgottenBefore },
    { onOpen: () => undefined },
  ),
  state(
    'Asked about a late day',
    ({ closeDay }) => closeDay.lateText,
    {
      sandbox: forgottenBefore,
      act: async (cell, user, { advance }, { closeDay }) => {
        await advance(300);
        const [late = document.body] = await cell.findAllByText(like(closeDay.closeLate({ day: '…' })), {
          selector: 'li .tillkit-notice button',
        });
        await user.click(late);
      },
    },
    { terminalId: 'terminal-1' },
  ),
  state('No terminals', ({ closeDay }) => closeDay.empty, { sandbox: { terminals: 0 } }),
  state('Loading', ({ closeDay }) => closeDay.loading, {
    sandbox: recordThat(() => new Promise(() => undefined)),
  }),
  state('Not loaded', ({ closeDay }) => closeDay.notLoaded, {
    sandbox: recordThat(() => Promise.reject(new Error('It is away.'))),
  }),
];
