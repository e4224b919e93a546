import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { OpenOperations } from 'tillkit';
import { createMemoryJournal, createTerminalOperations } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { createHarness, type Harness } from '../test/harness.tsx';
import { galleryOf, inWidth, narrow as asTelephone } from './gallery.tsx';
import { openOperationsStates } from './openOperationsStates.tsx';
import { createStoryHarness } from './scenarios.tsx';

const meta: Meta<typeof OpenOperations> = {
  title: 'After the sale/OpenOperations',
  component: OpenOperations,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;

interface Sale {
  terminalId: string;
  amount: number;
  scenario: ScenarioName;
}

/** Sales that are under way before the story begins. */
const sales =
  (afterMs: number, ...all: Sale[]) =>
  async ({ loaded }: Context) => {
    const { operations, sandbox, advance } = harnessOf({ loaded });
    for (const { scenario, ...sale } of all) {
      sandbox.setScenario(scenario, { terminalId: sale.terminalId, next: true });
      await operations.start('pay', { ...sale, receipt: false });
      await advance(afterMs);
    }
  };

const load = async (context: Context, title = 'Open payments') => {
  await harnessOf(context).advance(300);
  return context.canvas.findByRole('region', { name: title });
};

const waiting: Sale = { terminalId: 'terminal-1', amount: 123_450, scenario: 'slow' };
const unknown: Sale = { terminalId: 'terminal-2', amount: 4200, scenario: 'lost-answer' };

export const Unknown: Story = {
  beforeEach: sales(2000, waiting, unknown),
  play: async (context) => {
    const region = await load(context);
    const [row] = within(region).getAllByRole('button', { name: /Not known yet/ });
    await expect(row).toHaveTextContent('$42.00');
  },
};

export const Empty: Story = {
  play: async (context) => {
    await expect(within(await load(context)).getByText('Nothing is open')).toBeVisible();
  },
};

export const Waiting: Story = {
  beforeEach: sales(2000, waiting),
  play: async (context) => {
    const region = await load(context);
    await expect(await within(region).findByRole('button', { name: /Front counter/ })).toHaveTextContent(
      /\$1,234\.50 Sale At the terminal/,
    );
  },
};

const opens: Play = async (context) => {
  const region = await load(context);
  await context.userEvent.click(await within(region).findByRole('button', { name: /Bar/ }));
  await expect(within(region).getByRole('region', { name: 'Payment status' })).toHaveTextContent(
    "We don't know yet if the card was charged",
  );
};

export const Opened: Story = { beforeEach: sales(2000, waiting, unknown), play: opens };

const approved: Sale = { terminalId: 'terminal-1', amount: 1250, scenario: 'approved' };
const partly: Sale = { terminalId: 'terminal-2', amount: 4200, scenario: 'partly-approved' };
const declined: Sale = { terminalId: 'terminal-3', amount: 880, scenario: 'declined' };

export const Ended: Story = {
  beforeEach: sales(9000, approved, partly, declined),
  play: async (context) => {
    const region = await load(context);
    await within(region).findByRole('button', { name: /Front counter/ });
    const rows = within(region).getAllByRole('button');
    await expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Not completed'),
      expect.stringContaining('Partly approved'),
      expect.stringContaining('Approved'),
    ]);
  },
};

export const Acknowledged: Story = {
  ...Ended,
  play: async (context) => {
    const region = await load(context);
    await context.userEvent.click(await within(region).findByRole('button', { name: /^\$26\.88/ }));
    await context.userEvent.click(within(region).getByRole('button', { name: 'Done' }));
    await expect(region).not.toHaveTextContent('$26.88');
    await expect(region).toHaveFocus();
    await expect(harnessOf(context).operations.list({ standing: true })).toHaveLength(2);
  },
};

export const OtherScope: Story = {
  // One journal, two operators: Ann starts the sales, and Ben sees the page.
  loaders: [
    () => {
      const first = createStoryHarness();
      const journal = createMemoryJournal();
      const { client, clock } = first;
      const ann = createTerminalOperations({ client, journal, clock, scopeKey: 'ann' });
      const ben = createTerminalOperations({ client, journal, clock, scopeKey: 'ben' });
      const harness = createHarness({ provider: { client, operations: ben } });
      return { harness: { ...first, operations: ann, wrapper: harness.wrapper } };
    },
  ],
  decorators: [
    (Story, { loaded }) => {
      const { wrapper: Wrapper } = harnessOf({ loaded });
      return (
        <Wrapper>
          <Story />
        </Wrapper>
      );
    },
  ],
  beforeEach: sales(2000, waiting, unknown),
  play: async (context) => {
    const region = await load(context);
    await expect(await within(region).findAllByRole('button', { name: /Another operator/ })).toHaveLength(2);
    await expect(region).not.toHaveTextContent('$');
  },
};

export const Dark: Story = { ...Opened, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...Unknown, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const Narrow: Story = {
  ...Unknown,
  decorators: inWidth('280px'),
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(openOperationsStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
