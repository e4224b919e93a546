import { TransactionActions } from 'tillkit';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { Harness } from '../test/harness.tsx';
import { saleElsewhere, unreadable, unwritable } from './endings.ts';
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

const sum = { amount: '…', terminal: '…', max: '…', rest: '…', isHold: false };
const captureButton: Text = (words) => words.captureButton(sum);
const voidButton: Text = (words) => words.voidButton(sum);
const refundButton: Text = (words) => words.refundButton(sum);
const refundYes: Text = (words) => words.confirmRefundYes(sum);

/** The service refused the same refund a minute ago, with an answer that can be wrong. */
async function refundedBefore({ operations, sandbox, advance }: Harness) {
  sandbox.setScenario('rate-limited', { next: true });
  await operations.start(
    'refund',
    { terminalId: 'terminal-1', pnRefNum: sale.pnRefNum, amount: 5000 },
    { flowKey: 'other' },
  );
  await advance(60_000);
}

/** What may be done in each state of a transaction, and how it goes on. */
export const transactionActionsStates: State[] = [
  state('Pre-authorized', hold, ({ leftToCapture }) => leftToCapture),
  state('Captured in part', { ...hold, capturedCents: 4200 }, ({ alreadyCaptured }) => alreadyCaptured(sum)),
  state('Sale in doubt', sale, ({ inDoubt }) => inDoubt),
  state('Not settled', { ...sale, settled: false }, ({ refundNotSettled }) => refundNotSettled),
  state('Settled', settled, ({ voidSettled }) => voidSettled),
  state(
    'Refunded in part',
    { ...sale, settled: true, refundedCents: 1250 },
    ({ leftToRefund }) => leftToRefund,
  ),
  state('Refunded', { ...sale, settled: true, refundedCents: 5000 }, ({ allRefunded }) => allRefunded),
  state(
    'Void asked',
    { ...sale, settled: false },
    (words) => words.confirmVoidTitle(sum),
    presses(voidButton),
  ),
  state('Refund asked', settled, (words) => words.confirmRefundTitle(sum), presses(refundButton)),
  {
    ...state('Capture unknown', hold, captureButton, async (cell, user, harness, words) => {
      harness.sandbox.setScenario('lost-answer');
      await presses(captureButton)(cell, user, harness, words);
      await harness.advance(500);
    }),
    shows: (cell, { paymentStatus }) => inRegion(cell, paymentStatus.unknownTitle),
    // One that the service knows.
    prepare: async ({ operations, advance }) => {
      await operations.start('preAuth', { terminalId: 'terminal-1', amount: 5000, receipt: false });
      await advance(9000);
    },
    render: ({ operations }) => (
      <TransactionActions
        transaction={transactionOf(operations.list(), operations.list().at(-1)?.pnRefNum ?? '') ?? hold}
      />
    ),
  },
  {
    ...state('Terminal busy', settled, (words) => words.busy(sum)),
    prepare: ({ operations }) =>
      operations.start('pay', { terminalId: 'terminal-1', amount: 4205, receipt: false }),
    act: presses(refundButton, refundYes),
  },
  {
    ...state('Busy elsewhere', settled, (words) => words.busyElsewhere(sum)),
    sandbox: unreadable,
    prepare: saleElsewhere,
    act: presses(refundButton, refundYes),
  },
  {
    ...state('Not recorded', settled, ({ noJournal }) => noJournal, presses(refundButton, refundYes)),
    sandbox: unwritable,
  },
  state(
    'Not valid',
    { ...settled, pnRefNum: ' ' },
    (words) => words.refused({ code: 'invalid-request', field: 'pnRefNum' }),
    presses(refundButton, refundYes),
  ),
  {
    ...state('Same amount again', settled, ({ duplicateTitle }) => duplicateTitle),
    prepare: refundedBefore,
    act: presses(refundButton, refundYes),
  },
];
