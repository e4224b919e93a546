import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { CloseBatch } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { galleryOf, inWidth, narrow as asTelephone } from './gallery.tsx';
import { closeBatchStates, summary } from './closeBatchStates.tsx';

const meta: Meta<typeof CloseBatch> = {
  title: 'The day/CloseBatch',
  component: CloseBatch,
  args: { terminalId: 'terminal-1' },
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;

/** Starts a sale on the terminal before the story begins. */
const sale =
  (scenario: ScenarioName, afterMs: number) =>
  async ({ loaded }: Context) => {
    const { operations, sandbox, advance } = harnessOf({ loaded });
    sandbox.setScenario(scenario, { next: true });
    await operations.start('pay', { terminalId: 'terminal-1', amount: 4200, receipt: false });
    await advance(afterMs);
  };

/** Waits until the terminals' names have loaded. */
async function load(context: Context) {
  await harnessOf(context).advance(300);
  await context.canvas.findAllByText('Front counter', { exact: false });
  return context.canvas.findByRole('button', { name: 'Close the day' });
}

async function close(context: Context, afterMs: number) {
  const { canvas, userEvent } = context;
  await userEvent.click(await load(context));
  await userEvent.click(canvas.getByRole('button', { name: 'Yes, close the day' }));
  await canvas.findByRole('region', { name: 'Payment status' });
  await harnessOf(context).advance(afterMs);
}

const isReady: Play = async (context) => {
  await expect(await load(context)).toHaveAttribute('aria-disabled', 'false');
};

const isBlocked: Play = async (context) => {
  const button = await load(context);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/One payment has no result yet/);
};

export const Ready: Story = { play: isReady };

export const WithSummary: Story = {
  args: { summary },
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getByText(/14 payments/)).toBeVisible();
  },
};

export const Asked: Story = {
  play: async (context) => {
    await context.userEvent.click(await load(context));
    await expect(context.canvas.getByRole('button', { name: 'Go back' })).toHaveFocus();
  },
};

export const Blocked: Story = { beforeEach: sale('slow', 2000), play: isBlocked };

export const BlockedOpened: Story = {
  beforeEach: sale('lost-answer', 1000),
  play: async (context) => {
    await isBlocked(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: /\$42\.00/ }));
    const answer = context.canvas.getAllByRole('button', { name: 'Charged' })[0];
    await waitFor(() => expect(answer).toBeVisible());
  },
};

export const OldDoubt: Story = {
  beforeEach: sale('lost-request', 25 * 60 * 60_000),
  play: async (context) => {
    await isReady(context);
    await expect(context.canvas.getByText(/does not hold up the end of day/)).toBeVisible();
  },
};

export const Closed: Story = {
  play: async (context) => {
    await close(context, 500);
    await waitFor(() => expect(context.canvas.getByRole('heading', { name: 'Day closed' })).toBeVisible());
  },
};

export const Unknown: Story = {
  play: async (context) => {
    harnessOf(context).sandbox.setScenario('lost-answer');
    await close(context, 500);
    await waitFor(() =>
      expect(
        context.canvas.getByRole('heading', { name: "We don't know yet if the day was closed" }),
      ).toBeVisible(),
    );
  },
};

export const Dark: Story = { ...Blocked, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...Blocked, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const Narrow: Story = {
  ...Blocked,
  decorators: inWidth('280px'),
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(closeBatchStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
