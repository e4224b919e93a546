import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { TerminalCheckout } from 'tillkit';
import type { Harness } from '../test/harness.tsx';
import { notLoaded, stillLoading } from './endings.ts';
import { galleryOf, inWidth, narrow as asTelephone, wide } from './gallery.tsx';
import { customFields, terminalCheckoutStates } from './terminalCheckoutStates.tsx';

const meta: Meta<typeof TerminalCheckout> = {
  title: 'Take a payment/TerminalCheckout',
  component: TerminalCheckout,
  argTypes: { kind: { control: 'radio', options: ['pay', 'preAuth'] } },
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Context) => (loaded as { harness: Harness }).harness;

async function load(context: Context) {
  await harnessOf(context).advance(200);
  await waitFor(() => expect(context.canvasElement.querySelector('[data-loading]')).toBeNull());
}

async function fill(context: Context, amount = '12.50') {
  const { canvas, userEvent } = context;
  await load(context);
  await userEvent.click(canvas.getByRole('radio', { name: /^Front counter/ }));
  await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), amount);
}

/** Presses the button and lets time pass. */
async function charge(context: Context, afterMs: number) {
  const { canvas, userEvent } = context;
  await userEvent.click(canvas.getByRole('button', { name: /^Charge \$/ }));
  await canvas.findByRole('region', { name: 'Payment status' });
  await harnessOf(context).advance(afterMs);
}

const filled: Play = async (context) => {
  await fill(context);
  const button = { name: 'Charge $12.50 on Front counter' };
  await expect(context.canvas.getByRole('button', button)).toBeVisible();
};

const waitsForCard: Play = async (context) => {
  await fill(context);
  await charge(context, 2500);
  await expect(await context.canvas.findByText(/The customer can now tap/, { selector: 'p' })).toBeVisible();
};

const endsAs =
  (title: string, amount?: string, afterMs = 9000): Play =>
  async (context) => {
    await fill(context, amount);
    await charge(context, afterMs);
    await expect(await context.canvas.findByRole('heading', { name: title })).toBeVisible();
  };

export const Empty: Story = {
  args: { quickAmountsCents: [], customFields: [], customValues: [] }, // only a list with a value has a control in Storybook
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getByRole('button', { name: 'Charge' })).toHaveAccessibleDescription(
      'Still missing: terminal and amount.',
    );
  },
};

export const Filled: Story = { play: filled };

/** The code that shows outcomes is still loading: an amount can be typed, and nothing can be sent yet. */
export const StillLoading: Story = {
  parameters: { sandbox: stillLoading },
  play: async (context) => {
    await fill(context);
    const button = context.canvas.getByRole('button', { name: 'One moment…' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
  },
};

export const StillLoadingDark: Story = {
  ...StillLoading,
  parameters: { sandbox: stillLoading, theme: 'dark' },
  tags: ['look', '!test'],
};

export const NotLoaded: Story = {
  parameters: { sandbox: notLoaded },
  play: async (context) => {
    await fill(context);
    const button = await context.canvas.findByRole('button', { name: 'Not loaded. Try again' });
    await expect(button).toHaveAccessibleDescription(/^Nothing can be sent yet/);
  },
};

export const NotLoadedNarrow: Story = { ...NotLoaded, decorators: asTelephone, tags: ['look', '!test'] };

export const Incomplete: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Receipt' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Charge' }));
    await expect(canvas.getByRole('radio', { name: /^Front counter/ })).toHaveFocus();
    await expect(canvas.getByRole('textbox', { name: 'Email' })).toBeInvalid();
  },
};

const prefilled = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

export const PreAuthorization: Story = {
  args: { ...prefilled, kind: 'preAuth' },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(await canvas.findByRole('button', { name: 'Authorize $12.50 on Front counter' }));
    await canvas.findByRole('region', { name: 'Payment status' });
    await harnessOf(context).advance(9000);
    await expect(await canvas.findByRole('heading', { name: 'Authorized' })).toBeVisible();
  },
};

export const QuickAmounts: Story = {
  args: { defaultTerminalId: 'terminal-1', quickAmountsCents: [500, 1000, 2000, 5000] },
  play: async (context) => {
    await load(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: '$20.00' }));
    const button = { name: 'Charge $20.00 on Front counter' };
    await expect(await context.canvas.findByRole('button', button)).toBeVisible();
  },
};

/** For an order the amount that is due is filled in. Without a gateway only this browser's payments count. */
export const Order: Story = {
  args: { defaultTerminalId: 'terminal-1', order: { number: 'A-1001', totalCents: 4261 } },
  play: async (context) => {
    await load(context);
    await harnessOf(context).advance(500);
    await expect(await context.canvas.findByText('Due')).toBeVisible();
    const button = { name: 'Charge $42.61 on Front counter' };
    await expect(await context.canvas.findByRole('button', button)).toBeVisible();
  },
};

/** An order that is split between three people. */
export const OrderSplit: Story = {
  ...Order,
  play: async (context) => {
    await Order.play?.(context);
    const more = await context.canvas.findByRole('button', { name: 'One person more' });
    await context.userEvent.click(more);
    await context.userEvent.click(more);
    const button = { name: 'Charge $14.20 on Front counter' };
    await expect(await context.canvas.findByRole('button', button)).toBeVisible();
  },
};

export const OrderSplitNarrow: Story = { ...OrderSplit, decorators: asTelephone, tags: ['look', '!test'] };

/** A keypad of twelve keys, without the system keyboard. */
export const Keypad: Story = {
  args: {
    defaultTerminalId: 'terminal-1',
    entry: 'cents',
    layout: 'keypad',
    quickAmountsCents: [500, 1000, 2000],
  },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    for (const name of ['1', '2', '5', '0']) await userEvent.click(canvas.getByRole('button', { name }));
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.50');
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('inputmode', 'none');
    const button = { name: 'Charge $12.50 on Front counter' };
    await expect(await canvas.findByRole('button', button)).toBeVisible();
  },
};

/** On a telephone: the unknown payment in one line above the terminals, which are one line too. */
export const KeypadNarrow: Story = {
  args: Keypad.args!,
  decorators: asTelephone,
  play: async (context) => {
    const { operations, sandbox, advance } = harnessOf(context);
    sandbox.setScenario('lost-answer', { next: true });
    const request = { terminalId: 'terminal-2', amount: 2007, receipt: false };
    await operations.start('pay', request, { flowKey: 'other' });
    await advance(500);
    await load(context);
    const pill = await context.canvas.findByRole('button', { name: '1 unknown, $20.07, Bar' });
    await expect(pill).toBeVisible();
    const [first, , last] = context.canvas.getAllByRole('radio');
    await expect(last!.getBoundingClientRect().top).toBe(first!.getBoundingClientRect().top);
  },
};

/** Order number and receipt are shown after their buttons were pressed. */
export const Added: Story = {
  args: prefilled,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Order number' }));
    await expect(canvas.getByRole('textbox', { name: 'Order number' })).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: 'Receipt' }));
    await expect(canvas.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  },
};

export const AskedFirst: Story = {
  args: { ...prefilled, confirmAboveCents: 1000 },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(await canvas.findByRole('button', { name: 'Charge $12.50 on Front counter' }));
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect(harnessOf(context).sandbox.ledger.charges).toHaveLength(0);
  },
};

export const HostFields: Story = {
  args: {
    fields: {
      terminalId: { readOnly: true, value: 'terminal-1' },
      amount: { readOnly: true, value: 1250 },
      orderNumber: { hidden: true, value: 'A-1042' },
      receipt: { value: true },
      email: { required: true },
      phone: { hidden: true },
    },
  },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('readonly');
    await userEvent.click(await canvas.findByRole('button', { name: 'Charge $12.50 on Front counter' }));
    await expect(canvas.getByRole('textbox', { name: 'Email' })).toHaveFocus();
    await expect(canvas.getByText('Enter an email address.')).toBeVisible();
  },
};

export const CustomValues: Story = {
  args: { ...prefilled, customFields },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.type(canvas.getByRole('textbox', { name: 'Table' }), '12');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Shift' }), 'Evening');
    await charge(context, 300);
    const sent = harnessOf(context).sandbox.ledger.requests.find(({ operation }) => operation === 'pay');
    await expect(sent?.body).toMatchObject({ customValues: [{ value: '12' }, { valueLabel: 'Evening' }] });
  },
};

export const WaitingForCard: Story = { play: waitsForCard };

export const Approved: Story = { play: endsAs('Approved') };

/** The previous sale is one line until it is acknowledged. */
export const NextByDigit: Story = {
  play: async (context) => {
    await endsAs('Approved')(context);
    await harnessOf(context).advance(2000);
    await context.userEvent.keyboard('7');
    await harnessOf(context).advance(200);
    await expect(await context.canvas.findByRole('group', { name: 'Last payment' })).toBeVisible();
    await expect(context.canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('7');
  },
};

export const NotCompleted: Story = { play: endsAs('Not completed', '12.01') };

export const NotAccepted: Story = { play: endsAs('Not accepted', '12.04', 500) };

export const Unknown: Story = { play: endsAs("We don't know yet if the card was charged", '12.03', 500) };

const putOff: Play = async (context) => {
  await endsAs("We don't know yet if the card was charged", '12.03', 500)(context);
  await context.userEvent.click(context.canvas.getByRole('button', { name: 'Decide later' }));
  await expect(
    context.canvas.getByRole('button', { name: '1 unknown, $12.03, Front counter' }),
  ).toBeVisible();
};

export const PutOff: Story = { play: putOff };

export const PutOffChecked: Story = {
  play: async (context) => {
    await putOff(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: /^1 unknown/ }));
    await expect(context.canvas.getByRole('region', { name: 'Payment status' })).toBeVisible();
    await expect(context.canvas.queryByRole('textbox', { name: 'Amount' })).toBeNull();
  },
};

export const PutOffDark: Story = { ...PutOff, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

const partly: Play = async (context) => {
  await fill(context);
  harnessOf(context).sandbox.setScenario('partly-approved', { next: true });
  await charge(context, 9000);
  await expect(await context.canvas.findByRole('heading', { name: 'Partly approved' })).toBeVisible();
};

export const PartlyApproved: Story = {
  play: async (context) => {
    const { canvas } = context;
    await partly(context);
    await expect(canvas.getByRole('button', { name: 'Charge the other $4.50' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Give back $8.00' })).toBeVisible();
  },
};

export const RestOfPart: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await partly(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Charge the other $4.50' }));
    await expect(await canvas.findByRole('textbox', { name: 'Amount' })).toHaveValue('4.50');
    await expect(harnessOf(context).sandbox.ledger.charges).toHaveLength(1);
  },
};

export const PartGivenBack: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await partly(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Give back $8.00' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Yes, give back $8.00' }));
    await harnessOf(context).advance(9000);
    await expect(await canvas.findByRole('heading', { name: 'Voided' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Back to this sale' })).toBeVisible();
    await expect(canvas.queryByText(/still due/, { selector: 'section *' })).toBeNull();
  },
};

export const SameAmountAgain: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await endsAs("We don't know yet if the card was charged", '12.03', 500)(context);
    await harnessOf(context).advance(1000);
    await userEvent.click(canvas.getAllByRole('button', { name: 'Not charged' })[0]!);
    await userEvent.click(canvas.getByRole('button', { name: 'Yes, it was not charged' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Next customer' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '12.03{Enter}');
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toHaveFocus();
  },
};

export const TerminalBusy: Story = {
  play: async (context) => {
    await harnessOf(context).operations.start(
      'pay',
      { terminalId: 'terminal-1', amount: 4200, receipt: false },
      { flowKey: 'other' },
    );
    await fill(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: /^Charge/ }));
    await expect(await context.canvas.findByRole('region', { name: 'Payment status' })).toBeVisible();
  },
};

/** Before an amount is typed: the operation that holds the terminal, and buttons for the free terminals. */
export const TerminalTaken: Story = {
  args: { defaultTerminalId: 'terminal-1' },
  play: async (context) => {
    const { canvas } = context;
    await harnessOf(context).operations.start(
      'pay',
      { terminalId: 'terminal-1', amount: 4200, receipt: false },
      { flowKey: 'other' },
    );
    await load(context);
    await expect(await canvas.findByRole('radio', { name: 'Front counter Busy' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Charge on Front counter' })).not.toHaveAttribute(
      'data-variant',
    );
    await expect(canvas.getByRole('radio', { name: 'Bar Free' })).toBeVisible();
  },
};

/** The only terminal of this till. */
export const LockedTerminal: Story = {
  args: { terminals: { lock: 'terminal-2' } },
  play: async (context) => {
    await load(context);
    await expect(await context.canvas.findByRole('group', { name: 'Terminal' })).toHaveTextContent(
      'Bar Free',
    );
    await expect(context.canvas.queryByRole('radio')).toBeNull();
  },
};

export const Dark: Story = { parameters: { theme: 'dark' }, play: filled };

export const UnknownDark: Story = {
  parameters: { theme: 'dark' },
  play: endsAs("We don't know yet if the card was charged", '12.03', 500),
  tags: ['look', '!test'],
};

export const RightToLeft: Story = { parameters: { direction: 'rtl' }, play: waitsForCard };

export const Narrow: Story = {
  decorators: inWidth('280px'),
  play: filled,
};

export const Wide: Story = {
  decorators: wide,
  play: async (context) => {
    await filled(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Receipt' }));
    await expect(context.canvas.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  },
};

export const AllStates: Story = { ...galleryOf(terminalCheckoutStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
