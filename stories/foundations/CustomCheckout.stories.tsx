import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { TerminalCheckout, TransactionActions, useTransactionEntry } from 'tillkit/parts';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { Harness } from '../../test/harness.tsx';

/** `TerminalCheckout` as the till of a bar: amount and prices first, the terminal below, one large button. */
function BarTill() {
  return (
    <TerminalCheckout.Root defaultTerminalId="terminal-1" quickAmountsCents={[350, 500, 750, 1250]}>
      <TerminalCheckout.Entry>
        <TerminalCheckout.Amount>
          <TerminalCheckout.QuickAmounts style={{ gridTemplateColumns: 'repeat(2, 1fr)' }} />
          <TerminalCheckout.AmountField />
        </TerminalCheckout.Amount>
        <TerminalCheckout.Terminal />
        <TerminalCheckout.Action>
          <TerminalCheckout.Hint />
          <TerminalCheckout.Charge style={{ minBlockSize: 64 }} />
        </TerminalCheckout.Action>
        <TerminalCheckout.Question />
        <TerminalCheckout.Refusal />
      </TerminalCheckout.Entry>
      <TerminalCheckout.Status>
        <TerminalCheckout.Later />
        <TerminalCheckout.Back />
        <TerminalCheckout.Next>Next round</TerminalCheckout.Next>
      </TerminalCheckout.Status>
    </TerminalCheckout.Root>
  );
}

/** What is left, in a sentence of the host's own. */
function Left() {
  const { authorizedCents, refundedCents } = useTransactionEntry().flow.transaction;
  return <small>{Math.round((100 * (authorizedCents - refundedCents)) / authorizedCents)} % is left.</small>;
}

/** `TransactionActions` of a desk that only gives money back. */
function RefundDesk({ transaction }: { transaction: Transaction }) {
  return (
    <TransactionActions.Root transaction={transaction}>
      <TransactionActions.Entry>
        <header>
          <TransactionActions.Title render={<h2>Bring it back</h2>} />
          <TransactionActions.Amount />
          <Left />
        </header>
        <TransactionActions.GiveBack>
          <TransactionActions.Name />
          <TransactionActions.Question />
          <TransactionActions.Controls />
          <TransactionActions.Refusal />
        </TransactionActions.GiveBack>
      </TransactionActions.Entry>
      <TransactionActions.Status>
        <TransactionActions.Instead />
        <TransactionActions.Back>Back to the desk</TransactionActions.Back>
      </TransactionActions.Status>
    </TransactionActions.Root>
  );
}

export default { title: 'Make it yours/Custom checkout', tags: ['!manifest'] } satisfies Meta;
type Story = StoryObj;
type Context = Parameters<NonNullable<Story['play']>>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;

export const ATillOfOnesOwn: Story = {
  render: () => <BarTill />,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await harnessOf(context).advance(300);
    await userEvent.click(await canvas.findByRole('button', { name: '$7.50' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Charge $7.50 on Front counter' }));
    await canvas.findByRole('region', { name: 'Payment status' });
    await harnessOf(context).advance(9000);
    await userEvent.click(await canvas.findByRole('button', { name: 'Next round' }));
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    await expect(harnessOf(context).sandbox.ledger.charges).toHaveLength(1);
  },
};

export const TillDark: Story = { ...ATillOfOnesOwn, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const TillRightToLeft: Story = {
  ...ATillOfOnesOwn,
  parameters: { direction: 'rtl' },
  tags: ['look', '!test'],
};

export const ADeskOfOnesOwn: Story = {
  beforeEach: async ({ loaded }) => {
    const { operations, advance } = harnessOf({ loaded });
    await operations.start('pay', { terminalId: 'terminal-1', amount: 5000, receipt: false });
    await advance(9000);
    const transaction = transactionOf(operations.list(), operations.list()[0]?.pnRefNum ?? '');
    Object.assign(loaded, { transaction: transaction && { ...transaction, settled: 'unknown' } });
  },
  render: (_, { loaded }) => (
    <RefundDesk transaction={(loaded as { transaction: Transaction }).transaction} />
  ),
  play: async (context) => {
    const { canvas, userEvent } = context;
    await harnessOf(context).advance(300);
    await expect(canvas.getByText('100 % is left.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Give back $50.00' }));
    await expect(canvas.getByRole('button', { name: 'Go back' })).toHaveFocus();
    await expect(canvas.getByRole('alertdialog', { name: 'Give back $50.00?' })).toBeVisible();
  },
};
