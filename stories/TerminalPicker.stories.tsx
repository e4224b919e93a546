import { QueryClient } from '@tanstack/react-query';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { TerminalPicker } from 'tillkit';
import * as parts from 'tillkit/parts';
import { createPaymentsClient, paymentsKeys } from 'tillkit/core';
import type { Harness } from '../test/harness.tsx';
import { galleryOf, narrow } from './gallery.tsx';
import { terminalPickerStates } from './terminalPickerStates.tsx';

const meta: Meta<typeof TerminalPicker> = {
  title: 'Take a payment/TerminalPicker',
  component: TerminalPicker,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Context) => (loaded as { harness: Harness }).harness;

/** Advances the virtual clock until a condition holds. Loading a list also takes real time, so one advance may not do. */
const eventually = (context: Context, check: () => Promise<unknown>) =>
  waitFor(
    async () => {
      await harnessOf(context).advance(100);
      await check();
    },
    { timeout: 30_000, interval: 5 },
  );

async function load(context: Context) {
  const combobox = context.canvas.getByRole('combobox', { name: 'Terminal' });
  await eventually(context, () => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return combobox;
}

const opened: Play = async (context) => {
  await context.userEvent.click(await load(context));
  await expect(context.canvas.getAllByRole('option').length).toBeGreaterThan(1);
};

const namesakes = [
  { id: 'terminal-1', name: 'Front desk of the annexe by the garden', provider: 'alpha' },
  { id: 'terminal-2', name: 'Front desk of the annexe by the garden', provider: 'alpha' },
  { id: 'terminal-3', name: 'Bar', provider: 'beta' },
];

export const Chosen: Story = {
  args: { defaultValue: 'terminal-2' },
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getByRole('combobox')).toHaveValue('Bar');
  },
};

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
  parameters: { sandbox: { terminals: 1150 } },
  play: async (context) => {
    await opened(context);
    await expect(context.canvas.getByText('100 of 1,150 shown. Type to find others.')).toBeVisible();
  },
};

export const Searching: Story = {
  parameters: { sandbox: { terminals: 1150 } },
  play: async (context) => {
    await context.userEvent.type(await load(context), 'till 1149');
    await expect(context.canvas.getByText('Searching… 1 of 12 pages')).toBeVisible();
  },
};

export const SearchPaused: Story = {
  parameters: { sandbox: { terminals: 1150 } },
  play: async (context) => {
    const combobox = await load(context);
    harnessOf(context).sandbox.setScenario('rate-limited', { operation: 'listTerminals' });
    await context.userEvent.type(combobox, 'till 9');
    const goOn = () => context.canvas.getByRole('button', { name: 'Search the rest' });
    await eventually(context, () => expect(goOn()).toHaveAttribute('aria-disabled', 'true'));
    await expect(context.canvas.getByText(/Searched 1 of 12 pages/)).toBeVisible();
  },
};

export const SearchFailed: Story = {
  parameters: { sandbox: { terminals: 1150 } },
  play: async (context) => {
    const combobox = await load(context);
    harnessOf(context).sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    await context.userEvent.type(combobox, 'kitchen');
    await eventually(context, () =>
      expect(context.canvas.getByRole('button', { name: 'Search the rest' })).toBeVisible(),
    );
    await expect(context.canvas.getByText(/Searched 1 of 12 pages. The others could not/)).toBeVisible();
  },
};

const refreshed = new QueryClient();

export const Refreshing: Story = {
  parameters: { sandbox: { provider: { queryClient: refreshed } } },
  beforeEach: () => refreshed.clear(),
  play: async (context) => {
    await opened(context);
    void refreshed.invalidateQueries({ queryKey: paymentsKeys.all });
    await expect(await context.canvas.findByText('Refreshing…')).toBeVisible();
    await expect(context.canvas.getAllByRole('option')).toHaveLength(3);
  },
};

export const RefreshFailed: Story = {
  ...Refreshing,
  play: async (context) => {
    await opened(context);
    harnessOf(context).sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    void refreshed.invalidateQueries({ queryKey: paymentsKeys.all });
    await eventually(context, () =>
      expect(context.canvas.getByRole('button', { name: 'Load again' })).toBeVisible(),
    );
    await expect(context.canvas.getAllByRole('option')).toHaveLength(3);
  },
};

/** A service that has many terminals and answers at once. */
const ofMany = (count: number) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    fetcher: async ({ url }) => {
      const [page, limit] = ['page', 'limit'].map((name) => Number(new URL(url).searchParams.get(name)));
      const from = (page! - 1) * limit!;
      const items = Array.from({ length: Math.min(limit!, count - from) }, (_, index) => {
        const place = from + index + 1;
        return { terminalId: `terminal-${place}`, name: `Till ${place}`, model: 'A920', status: 'online' };
      });
      return Response.json({ items, total: count, page, limit });
    },
  });

export const TenThousand: Story = {
  parameters: { sandbox: { provider: { client: ofMany(10_000) } } },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await userEvent.type(await load(context), 'till 9999');
    await eventually(context, () =>
      expect(canvas.getByRole('option', { name: /^Till 9999/ })).toHaveAttribute('aria-posinset', '1'),
    );
    await eventually(context, () => expect(canvas.queryByText(/pages/)).toBeNull());
    await userEvent.clear(canvas.getByRole('combobox'));
    await userEvent.keyboard('{End}');
    const last = canvas.getByRole('option', { name: /^Till 10000/ });
    await waitFor(() => expect(last).toBeVisible());
    await expect(last).toHaveAttribute('aria-setsize', '10000');
    await expect(canvas.getByRole('listbox').querySelectorAll('*').length).toBeLessThan(80);
  },
};

export const Remembered: Story = {
  beforeEach: ({ loaded }) => {
    const { baseUrl, clientId } = (loaded as { harness: Harness }).harness.client.options;
    const kept = JSON.stringify({ id: 'terminal-3', name: 'Terrace' });
    localStorage.setItem(`tillkit:terminal:${baseUrl}:${clientId}`, kept);
  },
  play: async (context) => {
    await load(context);
    await waitFor(() => expect(context.canvas.getByRole('combobox')).toHaveValue('Terrace'));
  },
};

export const Unlisted: Story = {
  args: { defaultValue: 'terminal-77' },
  play: async (context) => {
    await load(context);
    const { canvas } = context;
    await waitFor(() => expect(canvas.getByText(/no longer in your list/)).toBeVisible());
    await expect(canvas.getByRole('button', { name: 'Use it anyway' })).toBeVisible();
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

export const ReadOnly: Story = {
  args: { readOnly: true, defaultValue: 'terminal-1' },
  play: async (context) => {
    await context.userEvent.click(await load(context));
    await expect(context.canvas.queryByRole('option')).toBeNull();
  },
};

export const Narrow: Story = {
  args: { defaultValue: 'terminal-2' },
  parameters: { sandbox: { terminals: namesakes } },
  decorators: narrow,
  play: opened,
};

export const NarrowPaused: Story = { ...SearchPaused, decorators: narrow, tags: ['look', '!test'] };

/** Up to four terminals are chips: arrow keys, Space or a press choose. */
export const Chips: Story = {
  args: { layout: 'chips', defaultValue: 'terminal-2' },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await eventually(context, () => expect(canvas.getAllByRole('radio')).toHaveLength(3));
    await userEvent.click(canvas.getByRole('radio', { name: 'Terrace Free' }));
    await expect(canvas.getByRole('radio', { name: 'Terrace Free' })).toBeChecked();
  },
};

/** More than four are one chip, which opens the list. */
export const ChipOfMany: Story = {
  args: { layout: 'chips', defaultValue: 'terminal-2' },
  parameters: { sandbox: { terminals: 10 } },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await eventually(context, () => expect(canvas.getByRole('button', { name: /Bar Free/ })).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: /Bar Free/ }));
    await expect(canvas.getByRole('combobox', { name: 'Terminal' })).toHaveFocus();
    await expect(canvas.getAllByRole('option').length).toBeGreaterThan(4);
  },
};

/** A custom picker made of the parts: other rows, no toggle. */
export const Parts: Story = {
  render: (args) => (
    <parts.TerminalPicker.Root {...args}>
      <parts.TerminalPicker.Label>Terminal</parts.TerminalPicker.Label>
      <parts.TerminalPicker.Anchor>
        <parts.TerminalPicker.Control>
          <parts.TerminalPicker.Input placeholder="Search by name" />
        </parts.TerminalPicker.Control>
        <parts.TerminalPicker.Popup>
          <parts.TerminalPicker.Options>
            {(index) => <parts.TerminalPicker.Option key={index} index={index} className="mine" />}
          </parts.TerminalPicker.Options>
          <parts.TerminalPicker.Message />
        </parts.TerminalPicker.Popup>
      </parts.TerminalPicker.Anchor>
    </parts.TerminalPicker.Root>
  ),
  play: async (context) => {
    await opened(context);
    await expect(context.canvas.queryByRole('button')).toBeNull();
  },
};

export const Dark: Story = {
  args: { defaultValue: 'terminal-2' },
  parameters: { theme: 'dark' },
  play: opened,
  tags: ['look', '!test'],
};

export const RightToLeft: Story = {
  args: { defaultValue: 'terminal-2' },
  parameters: { direction: 'rtl' },
  play: opened,
  tags: ['look', '!test'],
};

export const DarkPaused: Story = {
  ...SearchPaused,
  parameters: { ...SearchPaused.parameters, theme: 'dark' },
  tags: ['look', '!test'],
};

export const RightToLeftMany: Story = {
  ...Many,
  parameters: { ...Many.parameters, direction: 'rtl' },
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(terminalPickerStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: narrow,
  tags: ['look', '!test', '!manifest'],
};
