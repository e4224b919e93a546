import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { TransactionActions } from 'tillkit';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { Harness } from '../test/harness.tsx';
import { galleryOf, inWidth, narrow as asTelephone, wide } from './gallery.tsx';
import { transactionActionsStates } from './transactionActionsStates.tsx';

const meta: Meta<typeof TransactionActions> = {
  title: 'After the sale/TransactionActions',
  component: TransactionActions,
  beforeEach: makeTransaction,
  argTypes: { transaction: { control: false } }, // the sandbox provides it
  render: (args, { loaded: { transaction } }) => <TransactionActions {...args} transaction={transaction} />,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;

interface Made {
  kind?: Transaction['kind'];
  /** Closes the batch, and says so in the component's transaction. */
  settled?: boolean;
}

/** A transaction in the story's sandbox, as its host knows it. */
async function makeTransaction({ loaded, parameters }: Context) {
  const { operations, advance } = harnessOf({ loaded });
  const { kind = 'pay', settled } = (parameters['made'] ?? {}) as Made;
  const terminalId = 'terminal-1';
  await operations.start(kind, { terminalId, amount: 5000, receipt: false });
  await advance(9000);
  const { pnRefNum = '' } = operations.list()[0] ?? {};
  if (settled) {
    await operations.start('closeBatch', { terminalId });
    await advance(3000);
  }
  const transaction = transactionOf(operations.list(), pnRefNum);
  Object.assign(loaded, { transaction: transaction && { ...transaction, settled: settled ?? 'unknown' } });
}

const made = (values: Made) => ({ made: values });

/** Waits until the terminals' names have loaded. */
async function load(context: Context) {
  await harnessOf(context).advance(300);
  await context.canvas.findByText('Front counter');
}

const shows =
  (text: string | RegExp): Play =>
  async (context) => {
    await load(context);
    await expect(context.canvas.getByText(text)).toBeVisible();
  };

/** Presses buttons one after the other and lets time pass. */
const presses =
  (names: (string | RegExp)[], afterMs: number, heading: string): Play =>
  async (context) => {
    await load(context);
    for (const name of names) {
      await context.userEvent.click(await context.canvas.findByRole('button', { name }));
    }
    await context.canvas.findByRole('region', { name: 'Payment status' });
    await harnessOf(context).advance(afterMs);
    await waitFor(() => expect(context.canvas.getByRole('heading', { name: heading })).toBeVisible());
  };

const preAuthorized: Play = async (context) => {
  await load(context);
  const { canvas } = context;
  await expect(canvas.getByRole('button', { name: 'Collect $50.00 on Front counter' })).toBeEnabled();
  await expect(canvas.getByRole('button', { name: 'Release $50.00' })).toBeEnabled();
};

export const PreAuthorized: Story = { parameters: made({ kind: 'preAuth' }), play: preAuthorized };

export const CaptureTooMuch: Story = {
  parameters: made({ kind: 'preAuth' }),
  play: async (context) => {
    await load(context);
    const { canvas, userEvent } = context;
    const amount = canvas.getByRole('textbox', { name: 'Amount' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '50.01{Enter}');
    await expect(amount).toBeInvalid();
    await expect(canvas.getByText('Only $50.00 is held.')).toBeVisible();
  },
};

export const CaptureLess: Story = {
  parameters: made({ kind: 'preAuth' }),
  play: async (context) => {
    await load(context);
    const { canvas, userEvent } = context;
    const amount = canvas.getByRole('textbox', { name: 'Amount' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '42');
    await expect(canvas.getByText(/You cannot collect the other \$8\.00 later/)).toBeVisible();
  },
};

export const Captured: Story = {
  parameters: made({ kind: 'preAuth' }),
  play: presses([/^Collect/], 9000, 'Collected'),
};

export const CaptureUnknown: Story = {
  parameters: made({ kind: 'preAuth' }),
  play: async (context) => {
    harnessOf(context).sandbox.setScenario('lost-answer');
    await presses([/^Collect/], 500, "We don't know yet if the amount was collected")(context);
    await expect(
      context.canvas.queryByRole('button', { name: /^(Collect|Release|Give back|Refund)/ }),
    ).toBeNull();
  },
};

export const Sale: Story = { play: shows(/If it is not too late, the payment is cancelled/) };

export const Asked: Story = {
  play: async (context) => {
    await load(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Give back $50.00' }));
    await expect(context.canvas.getByRole('button', { name: 'Go back' })).toHaveFocus();
  },
};

export const Voided: Story = {
  play: async (context) => {
    await presses(['Give back $50.00', 'Yes, give back $50.00'], 9000, 'Voided')(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Back to the payment' }));
    await expect(context.canvas.getByText(/It was voided/)).toBeVisible();
  },
};

const tooLate: Play = async (context) => {
  const { operations, advance } = harnessOf(context);
  await operations.start('closeBatch', { terminalId: 'terminal-1' });
  await advance(3000);
  await presses(['Give back $50.00', 'Yes, give back $50.00'], 500, 'Not accepted')(context);
};

export const RefundInstead: Story = {
  play: async (context) => {
    await tooLate(context);
    await expect(context.canvas.getByRole('button', { name: 'Refund $50.00 instead' })).toBeVisible();
    await expect(harnessOf(context).sandbox.ledger.requests.at(-1)?.operation).toBe('void');
  },
};

export const RefundedInstead: Story = {
  play: async (context) => {
    await tooLate(context);
    await presses(['Refund $50.00 instead', 'Yes, give back $50.00'], 9000, 'Refunded')(context);
  },
};

export const VoidUnknown: Story = {
  play: async (context) => {
    harnessOf(context).sandbox.setScenario('lost-answer');
    const heading = "We don't know yet if the payment was voided";
    await presses(['Give back $50.00', 'Yes, give back $50.00'], 500, heading)(context);
    await expect(context.canvas.queryByRole('button', { name: /^(Give back|Refund)/ })).toBeNull();
  },
};

export const Settled: Story = {
  parameters: made({ settled: true }),
  play: shows(/goes back to the card, which can take some days/),
};

export const PartAsked: Story = {
  parameters: made({ settled: true }),
  play: async (context) => {
    await load(context);
    const { canvas, userEvent } = context;
    const amount = canvas.getByRole('textbox', { name: 'Amount' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '12.50{Enter}');
    await expect(canvas.getByRole('alertdialog', { name: 'Give back $12.50?' })).toHaveAccessibleDescription(
      /\$37\.50 stays paid/,
    );
  },
};

export const TooMuch: Story = {
  parameters: made({ settled: true }),
  play: async (context) => {
    await load(context);
    const { canvas, userEvent } = context;
    const amount = canvas.getByRole('textbox', { name: 'Amount' });
    await userEvent.clear(amount);
    await userEvent.type(amount, '50.01{Enter}');
    await expect(canvas.getByText('You can give back $50.00 at most.')).toBeVisible();
  },
};

export const Refunded: Story = {
  parameters: made({ settled: true }),
  play: async (context) => {
    await presses(['Give back $50.00', 'Yes, give back $50.00'], 9000, 'Refunded')(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Back to the payment' }));
    await expect(context.canvas.getByText('All of it was refunded.')).toBeVisible();
  },
};

export const TerminalBusy: Story = {
  parameters: made({ settled: true }),
  play: async (context) => {
    const { operations, advance } = harnessOf(context);
    await operations.start('pay', { terminalId: 'terminal-1', amount: 4205, receipt: false });
    await advance(2000);
    await presses(['Give back $50.00', 'Yes, give back $50.00'], 0, 'Sale')(context);
    await expect(context.canvas.getByText(/Nothing was sent/, { selector: 'p' })).toBeVisible();
  },
};

export const Dark: Story = {
  parameters: { ...made({ kind: 'preAuth' }), theme: 'dark' },
  play: preAuthorized,
  tags: ['look', '!test'],
};

export const SaleDark: Story = { parameters: { theme: 'dark' }, play: Sale.play!, tags: ['look', '!test'] };

export const RightToLeft: Story = {
  parameters: { direction: 'rtl' },
  play: Sale.play!,
  tags: ['look', '!test'],
};

export const Narrow: Story = {
  parameters: made({ kind: 'preAuth' }),
  decorators: inWidth('280px'),
  play: preAuthorized,
  tags: ['look', '!test'],
};

export const Wide: Story = {
  decorators: wide,
  play: Sale.play!,
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(transactionActionsStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
