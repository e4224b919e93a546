import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { DayReport } from 'tillkit';
import type { Harness } from '../test/harness.tsx';
import { closedBefore, dayReportStates, morning } from './dayReportStates.tsx';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';

const meta: Meta<typeof DayReport> = {
  title: 'The day/DayReport',
  component: DayReport,
  args: { shop: `Café Aurora\nHarbour Street 4` },
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;
const day = ({ loaded }: Pick<Context, 'loaded'>) => morning(harnessOf({ loaded }));

const load = async ({ canvas, loaded }: Context) => {
  await harnessOf({ loaded }).advance(300);
  return canvas.findByRole('region', { name: /Day report/ });
};

export const SoFar: Story = {
  beforeEach: day,
  play: async (context) => {
    const report = await load(context);
    await within(report).findByText('Net');
    await expect(report).toHaveTextContent(/Net\$1,316\.90/);
    await expect(report).toHaveTextContent(/Not known yet.*\$19\.90/);
    await expect(report).toHaveTextContent(/Held, not charged yet.*\$200\.00/);
  },
};

export const Empty: Story = {
  play: async (context) => {
    await within(await load(context)).findByText('No payments yet today');
  },
};

export const Yesterday: Story = {
  beforeEach: day,
  play: async (context) => {
    const report = await load(context);
    await context.userEvent.click(within(report).getByRole('button', { name: 'Yesterday' }));
    await within(report).findByText('No payments on this day');
    await expect(report).toHaveTextContent('Wednesday, January 14, 2026');
  },
};

export const FiguresOpen: Story = {
  args: { onOpen: fn() },
  beforeEach: day,
  play: async (context) => {
    const report = await load(context);
    await context.userEvent.click(await within(report).findByRole('button', { name: /^Given back/ }));
    await expect(context.args.onOpen).toHaveBeenCalledWith(
      expect.objectContaining({ kind: ['refund', 'void'], from: Date.UTC(2026, 0, 15) }),
    );
  },
};

export const Closed: Story = {
  args: { closing: { terminalId: 'terminal-3', number: 17 } },
  parameters: { sandbox: closedBefore },
  play: async (context) => {
    const report = await load(context);
    await within(report).findByText('Corrections');
    await expect(report).toHaveTextContent(/Net\$944\.80/);
    await expect(report).toHaveTextContent(/Closed Jan 14, 2026, 10:01 PM by Mila/);
  },
};

export const Dark: Story = { ...SoFar, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...SoFar, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const AllStates: Story = { ...galleryOf(dayReportStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
