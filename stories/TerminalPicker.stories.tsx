import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { TerminalPicker } from 'tillkit';
import type { Harness } from '../test/harness.tsx';

const meta: Meta<typeof TerminalPicker> = {
  title: 'Components/TerminalPicker',
  component: TerminalPicker,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Context) => (loaded as { harness: Harness }).harness;

async function load(context: Context) {
  await harnessOf(context).advance(200);
  const combobox = context.canvas.getByRole('combobox', { name: 'Terminal' });
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return combobox;
}

const opened: Play = async (context) => {
  await context.userEvent.click(await load(context));
  await expect(context.canvas.getAllByRole('option').length).toBeGreaterThan(1);
};

const namesakes = [
  { id: 'terminal-1', name: 'Front desk', provider: 'alpha' },
  { id: 'terminal-2', name: 'Front desk', provider: 'alpha' },
  { id: 'terminal-3', name: 'Bar', provider: 'beta' },
];

export const Loading: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByPlaceholderText('Loading terminals…')).toBeVisible();
  },
};

export const Empty: Story = {
  parameters: { sandbox: { terminals: 0 } },
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getByText(/Ask your payment provider/)).toBeVisible();
  },
};

export const LoadError: Story = {
  beforeEach: ({ loaded }) =>
    (loaded as { harness: Harness }).harness.sandbox.setScenario('unauthorized', {
      operation: 'listTerminals',
    }),
  play: async (context) => {
    await load(context);
    await expect(await context.canvas.findByRole('button', { name: 'Load again' })).toBeVisible();
  },
};

export const Chosen: Story = {
  args: { defaultValue: 'terminal-2' },
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getByRole('combobox')).toHaveValue('Bar');
  },
};

export const Single: Story = {
  parameters: { sandbox: { terminals: 1 } },
  play: async (context) => {
    await load(context);
    await waitFor(() => expect(context.canvas.getByRole('combobox')).toHaveValue('Front counter'));
  },
};

export const OpenList: Story = { args: { defaultValue: 'terminal-2' }, play: opened };

export const Filtered: Story = {
  play: async (context) => {
    await context.userEvent.type(await load(context), 'p400');
    await expect(context.canvas.getByRole('option', { name: /Bar/ })).toBeVisible();
  },
};

export const NoMatch: Story = {
  play: async (context) => {
    await context.userEvent.type(await load(context), 'kitchen');
    await expect(context.canvas.getByText('No terminal matches “kitchen”')).toBeVisible();
  },
};

export const SameNames: Story = { parameters: { sandbox: { terminals: namesakes } }, play: opened };

export const Many: Story = {
  parameters: { sandbox: { terminals: 130 } },
  play: async (context) => {
    const combobox = context.canvas.getByRole('combobox');
    await waitFor(async () => {
      await harnessOf(context).advance(200);
      await expect(combobox).toHaveAttribute('aria-busy', 'false');
    });
    await context.userEvent.click(combobox);
    await expect(context.canvas.getByText('100 of 130 shown. Type to find others.')).toBeVisible();
  },
};

export const Busy: Story = {
  play: async (context) => {
    const { operations, advance } = harnessOf(context);
    await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await operations.start('pay', { terminalId: 'terminal-2', amount: 1203, receipt: false });
    await advance(200);
    await opened(context);
    await expect(context.canvas.getByRole('option', { name: /Front counter Busy/ })).toBeVisible();
    await expect(context.canvas.getByRole('option', { name: /Bar Not known yet/ })).toBeVisible();
  },
};

export const Invalid: Story = {
  args: { error: 'Choose a terminal.', required: true },
  play: async (context) => {
    await expect(await load(context)).toBeInvalid();
  },
};

export const Disabled: Story = {
  args: { disabled: true, defaultValue: 'terminal-1' },
  play: async (context) => {
    await expect(await load(context)).toBeDisabled();
  },
};

export const Narrow: Story = {
  args: { defaultValue: 'terminal-2' },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 280 }}>
        <Story />
      </div>
    ),
  ],
  play: opened,
};

export const Dark: Story = {
  args: { defaultValue: 'terminal-2' },
  parameters: { theme: 'dark' },
  play: opened,
};

export const RightToLeft: Story = {
  args: { defaultValue: 'terminal-2' },
  parameters: { direction: 'rtl' },
  play: opened,
};
