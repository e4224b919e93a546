import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { PaymentLinkForm } from 'tillkit';
import { eventually, harnessOf } from './linkStory.ts';

export default {
  title: 'Payment links/PaymentLinkForm',
  component: PaymentLinkForm,
  args: {
    onLinkCreated: fn(),
    customValues: [
      { key: 'invoice-number', label: 'Invoice number', required: true },
      { key: 'customer-reference', label: 'Customer reference' },
      { key: 'table', label: 'Table' },
      { key: 'note', label: 'Note' },
    ],
  },
} satisfies Meta<typeof PaymentLinkForm>;

type Story = StoryObj<typeof PaymentLinkForm>;

export const Empty: Story = {
  args: { customValues: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    await expect(canvas.queryByRole('group', { name: 'Custom values' })).toBeNull();
  },
};

export const Filled: Story = {
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '1250.00');
    await userEvent.type(canvas.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
    await userEvent.click(canvas.getByRole('button', { name: 'Add custom value' }));
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Kind of custom value' }), 'Note');
    await userEvent.type(canvas.getByRole('textbox', { name: 'Note' }), 'Deposit for the summer party');
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Collect billing address' }));
    await userEvent.upload(canvas.getByLabelText('Add files', { selector: 'input' }), [
      new File([new Uint8Array(240_000)], 'invoice-2026-001.pdf'),
    ]);
    await eventually(loaded, () => expect(canvas.getByText('Uploaded')).toBeVisible());
    await expect(harnessOf(loaded).sandbox.ledger.links).toHaveLength(0);
  },
};

export const Invalid: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Add custom value' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Create payment link' }));
    await expect(await canvas.findByText('Enter an amount.')).toBeVisible();
    await expect(canvas.getAllByText('Enter a value.')).toHaveLength(2);
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  },
};

export const Sending: Story = {
  play: async (context) => {
    await Filled.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Create payment link' }));
    await expect(await canvas.findByRole('button', { name: 'Creating…' })).toBeVisible();
  },
};

export const Created: Story = {
  play: async (context) => {
    await Sending.play?.(context);
    const { canvas, loaded, args } = context;
    await eventually(loaded, () =>
      expect(canvas.getByRole('heading', { name: 'Payment link created' })).toHaveFocus(),
    );
    const [link] = harnessOf(loaded).sandbox.ledger.links;
    await expect(link).toMatchObject({ amount: 125_000 });
    await expect(canvas.getByRole('link', { name: 'Open link' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await expect(args.onLinkCreated).toHaveBeenCalledOnce();
  },
};

export const Rejected: Story = {
  args: { customValues: [{ key: 'not-configured', label: 'Loyalty number' }] },
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    await userEvent.click(canvas.getByRole('button', { name: 'Add custom value' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Loyalty number' }), '77120');
    await userEvent.click(canvas.getByRole('button', { name: 'Create payment link' }));
    await eventually(loaded, () => expect(canvas.getByText(/^The service says:/)).toBeVisible());
    await expect(canvas.getByRole('combobox', { name: 'Kind of custom value' })).toHaveFocus();
  },
};

export const RejectedAsAWhole: Story = {
  args: { customValues: [] },
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' }),
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    await userEvent.click(canvas.getByRole('button', { name: 'Create payment link' }));
    await eventually(loaded, () => expect(canvas.getByText('Not accepted')).toHaveFocus());
  },
};

export const Unknown: Story = {
  args: { customValues: [] },
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' }),
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    await userEvent.click(canvas.getByRole('button', { name: 'Create payment link' }));
    await eventually(loaded, () => expect(canvas.getByText('Not known yet')).toHaveFocus());
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('48.00');
    await expect(canvas.queryByRole('button', { name: 'Create payment link' })).toBeNull();
    await expect(harnessOf(loaded).sandbox.ledger.links).toHaveLength(1);
  },
};

export const Dark: Story = { ...Filled, parameters: { theme: 'dark' } };
export const DarkCreated: Story = { ...Created, parameters: { theme: 'dark' } };
export const RightToLeft: Story = { ...Filled, parameters: { direction: 'rtl' } };
export const Narrow: Story = {
  ...Filled,
  decorators: (Form) => (
    <div style={{ maxInlineSize: '17rem' }}>
      <Form />
    </div>
  ),
};
export const Wide: Story = {
  ...Filled,
  decorators: (Form) => (
    <div style={{ maxInlineSize: '56rem' }}>
      <Form />
    </div>
  ),
};
