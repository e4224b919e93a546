import { TransactionActions } from 'tillkit';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { State } from './gallery.tsx';

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

const state = (name: string, transaction: Transaction, text: string | RegExp, act?: State['act']): State => ({
  name,
  render: () => <TransactionActions transaction={transaction} />,
  act,
  shows: (cell) => cell.getByText(text, { selector: 'section *' }),
});

const presses =
  (...names: RegExp[]): NonNullable<State['act']> =>
  async (cell, user) => {
    for (const name of names) await user.click(cell.getByRole('button', { name }));
  };

/** What may be done in each state of a transaction, and how it goes on. */
export const transactionActionsStates: State[] = [
  state('Pre-authorized', hold, 'Left to capture'),
  state('Captured in part', { ...hold, capturedCents: 4200 }, /was captured already/),
  state('Sale in doubt', sale, /Nobody can tell here whether it is settled/),
  state('Not settled', { ...sale, settled: false }, /not settled yet/),
  state('Settled', { ...sale, settled: true }, 'It is settled. Refund it instead.'),
  state('Refunded in part', { ...sale, settled: true, refundedCents: 1250 }, 'Left to refund'),
  state('Refunded', { ...sale, settled: true, refundedCents: 5000 }, 'All of it was refunded.'),
  state('Void asked', { ...sale, settled: false }, /Void the whole/, presses(/^Void/)),
  state('Refund asked', { ...sale, settled: true }, /goes back to the customer’s card/, presses(/^Refund/)),
  {
    ...state('Capture unknown', hold, 'Not known yet', async (cell, user, harness) => {
      harness.sandbox.setScenario('lost-answer');
      await presses(/^Capture/)(cell, user, harness);
      await harness.advance(500);
    }),
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
    ...state('Terminal busy', { ...sale, settled: true }, /Nothing was sent/),
    prepare: ({ operations }) =>
      operations.start('pay', { terminalId: 'terminal-1', amount: 4205, receipt: false }),
    act: presses(/^Refund/, /^Yes, refund/),
  },
];
