import { TransactionActions } from 'tillkit';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { Harness } from '../test/harness.tsx';
import { away, noticed, saleElsewhere, slowToWrite, unreadable, unwritable } from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Cell = Parameters<State['shows']>[0];
type Words = Parameters<State['shows']>[1];
type Text = (words: Words['transactionActions']) => string;

const sale: Transaction = {
  pnRefNum: '600700800900100',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 5000,
  capturedCents: 5000,
  refundedCents: 0,
  settled: 'unknown',
};
const hold: Transaction = { ...sale, kind: 'preAuth', capturedCents: 0 };
const settled: Transaction = { ...sale, settled: true };

const inRegion = (cell: Cell, text: string) => cell.getByText(like(text), { selector: 'section *' });

const state = (name: string, transaction: Transaction, text: Text, act?: State['act']): State => ({
  name,
  render: () => <TransactionActions transaction={transaction} />,
  act,
  shows: (cell, { transactionActions }) => inRegion(cell, text(transactionActions)),
});

const presses =
  (...names: Text[]): NonNullable<State['act']> =>
  async (cell, user, _, { transactionActions }) => {
    for (const name of names)
      await user.click(cell.getByRole('button', { name: like(name(transactionActions)) }));
  };

const sum = { amount: '…', terminal: '…', max: '…', rest: '…', isHold: false, way: 'refund' } as const;
const captureButton: Text = (words) => words.captureButton(sum);
const releaseButton: Text = (words) => words.giveBackButton({ ...sum, isHold: true });
const giveBackButton: Text = (words) => words.giveBackButton(sum);
const giveBackYes: Text = (words) => words.confirmYes(sum);
const says =
  (way: Parameters<Words['transactionActions']['giveBackText']>[0]['way']): Text =>
  (words) =>
    words.giveBackText({ way });
const elsewhere: Transaction = {
  ...sale,
  operations: [{ id: 'elsewhere', kind: 'void', phase: 'waiting', anomalies: [], createdAt: 0 }],
};

/** Makes a sale in the sandbox. After `closed` the service no longer voids it. */
const sold = async ({ operations, advance }: Harness) => {
  await operations.start('pay', { terminalId: 'terminal-1', amount: 5000, receipt: false });
  await advance(9000);
};
const closed = async (harness: Harness) => {
  await sold(harness);
  await harness.operations.start('closeBatch', { terminalId: 'terminal-1' });
  await harness.advance(3000);
};
const renderSold: State['render'] = ({ operations }) => (
  <TransactionActions
    transaction={transactionOf(operations.list(), operations.list().at(-1)?.pnRefNum ?? '') ?? sale}
  />
);

/** A minute ago the service refused the same refund, with an answer that can be wrong. */
async function refundedBefore({ operations, sandbox, advance }: Harness) {
  sandbox.setScenario('rate-limited', { next: true });
  await operations.start(
    'refund',
    { terminalId: 'terminal-1', pnRefNum: sale.pnRefNum, amount: 5000 },
    { flowKey: 'other' },
  );
  await advance(60_000);
}

export const transactionActionsStates: State[] = [
  state('Pre-authorized', hold, ({ leftToCapture }) => leftToCapture),
  state('Captured in part', { ...hold, capturedCents: 4200 }, says('try')),
  state('May be too late', sale, says('try')),
  state('Not settled', { ...sale, settled: false }, ({ partLater }) => partLater),
  state('Settled', settled, says('refund')),
  state('Given back in part', { ...settled, refundedCents: 1250 }, ({ leftToRefund }) => leftToRefund),
  state('Given back', { ...settled, refundedCents: 5000 }, ({ allRefunded }) => allRefunded),
  state('Nothing captured', { ...hold, settled: true }, ({ nothingCaptured }) => nothingCaptured),
  state('At another till', elsewhere, ({ underWay }) => underWay),
  {
    ...state('Terminal gone', { ...sale, terminalId: 'T-9' }, (words) => words.terminalGone(sum)),
    sandbox: { terminals: [{ id: 'terminal-1', name: 'Front counter', provider: 'alpha' }] },
  },
  state(
    'Release asked',
    hold,
    (words) => words.confirmTitle({ ...sum, way: 'release' }),
    presses(releaseButton),
  ),
  state('Asked', sale, (words) => words.confirmTitle(sum), presses(giveBackButton)),
  {
    ...state(
      'Too late, a refund instead',
      sale,
      (words) => words.instead(sum),
      async (cell, user, harness, words) => {
        await presses(giveBackButton, giveBackYes)(cell, user, harness, words);
        await harness.advance(500);
      },
    ),
    prepare: closed,
    render: renderSold,
  },
  {
    ...state(
      'Refund asked instead',
      sale,
      (words) => words.confirmTitle(sum),
      async (cell, user, harness, words) => {
        await presses(giveBackButton, giveBackYes)(cell, user, harness, words);
        await harness.advance(500);
        await presses((all) => all.instead(sum))(cell, user, harness, words);
      },
    ),
    prepare: closed,
    render: renderSold,
  },
  {
    ...state('Capture unknown', hold, captureButton, async (cell, user, harness, words) => {
      harness.sandbox.setScenario('lost-answer');
      await presses(captureButton)(cell, user, harness, words);
      await harness.advance(500);
    }),
    shows: (cell, { paymentStatus }) => inRegion(cell, paymentStatus.unknownSentence({ kind: 'capture' })),
    // A capture needs a transaction that the service knows.
    prepare: async ({ operations, advance }) => {
      await operations.start('preAuth', { terminalId: 'terminal-1', amount: 5000, receipt: false });
      await advance(9000);
    },
    render: renderSold,
  },
  {
    ...state('Terminal busy', settled, (words) => words.busy(sum)),
    prepare: ({ operations }) =>
      operations.start('pay', { terminalId: 'terminal-1', amount: 4205, receipt: false }),
    act: presses(giveBackButton, giveBackYes),
  },
  {
    ...state('Busy elsewhere', settled, (words) => words.busyElsewhere(sum)),
    sandbox: unreadable,
    prepare: saleElsewhere,
    act: presses(giveBackButton, giveBackYes),
  },
  {
    ...state('Not recorded', settled, ({ noJournal }) => noJournal, presses(giveBackButton, giveBackYes)),
    sandbox: unwritable,
  },
  {
    ...state('Gateway away', settled, ({ unreachable }) => unreachable, presses(giveBackButton, giveBackYes)),
    sandbox: away,
    prepare: noticed,
  },
  {
    ...state('Too slow to record', settled, ({ tooSlow }) => tooSlow),
    sandbox: slowToWrite,
    act: async (cell, user, harness, words) => {
      await presses(giveBackButton, giveBackYes)(cell, user, harness, words);
      await harness.advance(1000);
    },
  },
  state(
    'Not valid',
    { ...settled, pnRefNum: ' ' },
    (words) => words.refused({ code: 'invalid-request', field: 'pnRefNum' }),
    presses(giveBackButton, giveBackYes),
  ),
  {
    ...state('Same amount again', settled, ({ duplicateTitle }) => duplicateTitle),
    prepare: refundedBefore,
    act: presses(giveBackButton, giveBackYes),
  },
];
