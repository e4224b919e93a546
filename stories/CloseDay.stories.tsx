import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { CloseDay } from 'tillkit';
import type { Harness } from '../test/harness.tsx';
import { closeDayStates, forgottenBefore, heldUp, sold } from './closeDayStates.tsx';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';

const meta: Meta<typeof CloseDay> = { title: 'The day/CloseDay', component: CloseDay };
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;
type Context = Parameters<Play>[0];

const harnessOf = ({ loaded }: Pick<Context, 'loaded'>) => (loaded as { harness: Harness }).harness;
const load = async (context: Context) => {
  await harnessOf(context).advance(500);
  return context.canvas.findByText('Front counter');
};

export const Ready: Story = {
  beforeEach: (context) => sold(harnessOf(context)),
  play: async (context) => {
    await load(context);
    await expect(await context.canvas.findByRole('button', { name: 'Close 3 terminals' })).toBeVisible();
  },
};

export const Closed: Story = {
  beforeEach: Ready.beforeEach!,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(await canvas.findByRole('button', { name: 'Close 3 terminals' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Yes, close the day' }));
    await harnessOf(context).advance(3000);
    await canvas.findByText('Everything is closed.');
    await expect(canvas.getAllByText('Day closed')).toHaveLength(3);
  },
};

export const HeldUp: Story = {
  beforeEach: (context) => heldUp(harnessOf(context)),
  play: async (context) => {
    await load(context);
    await context.canvas.findByText(/Held, not charged yet/);
    await expect(context.canvas.getByRole('button', { name: 'Close the day on Bar' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
};

export const Forgotten: Story = {
  args: { onOpen: fn() },
  parameters: { sandbox: forgottenBefore },
  play: async (context) => {
    await load(context);
    await expect(context.canvas.getAllByText(/Wed, Jan 14 was not closed/)).toHaveLength(1);
    await context.userEvent.click(context.canvas.getByRole('button', { name: /No\.\s16$/ }));
    await expect(context.args.onOpen).toHaveBeenCalledWith({ terminalId: 'terminal-1', number: 16 });
  },
};

export const Dark: Story = { ...HeldUp, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...HeldUp, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const AllStates: Story = { ...galleryOf(closeDayStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
