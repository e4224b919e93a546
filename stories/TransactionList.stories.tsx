import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { TransactionList } from 'tillkit';
import type { Harness } from '../test/harness.tsx';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { sellDay, sellDayWithUnknown, transactionListStates } from './transactionListStates.tsx';

const harnessOf = ({ loaded }: Pick<Parameters<Play>[0], 'loaded'>) =>
  (loaded as { harness: Harness }).harness;

const meta: Meta<typeof TransactionList> = {
  title: 'The day/TransactionList',
  component: TransactionList,
  decorators: (List, { parameters }) => (
    <div style={{ maxInlineSize: parameters['width'] ?? '56rem' }}>
      <List />
    </div>
  ),
  argTypes: { actions: { control: false }, orderHref: { control: false } },
  beforeEach: ({ loaded, parameters }) =>
    (parameters['isUnknown'] ? sellDayWithUnknown : sellDay)(harnessOf({ loaded })),
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;

const eventually = (loaded: Parameters<Play>[0]['loaded'], check: () => unknown) =>
  waitFor(async () => {
    await harnessOf({ loaded }).advance(400);
    await check();
  });

export const Day: Story = {
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByText(/A-1042/)).toBeVisible());
  },
};

/** A payment with an unknown outcome is shown without a press. */
export const NotKnownYet: Story = {
  parameters: { isUnknown: true },
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () =>
      expect(canvas.getByRole('region', { name: 'Please check these' })).toHaveTextContent(
        /Not known yet.*\$27\.90/,
      ),
    );
  },
};

export const Opened: Story = {
  play: async ({ canvas, loaded, userEvent }) => {
    await eventually(loaded, () => expect(canvas.getByText(/Order A-1038/)).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: /A-1038/ }));
    await eventually(loaded, () => expect(canvas.getByText('What happened')).toBeVisible());
    await eventually(loaded, () => expect(canvas.getByRole('button', { name: /Give back/ })).toBeVisible());
  },
};

/** The typed text is searched as an amount. It could also be an order number. */
export const Searching: Story = {
  play: async ({ canvas, loaded, userEvent }) => {
    await eventually(loaded, () => expect(canvas.getByText(/A-1042/)).toBeVisible());
    await userEvent.type(canvas.getByRole('searchbox'), '31.40');
    await eventually(loaded, () => expect(canvas.getByText('Searching for amount $31.40')).toBeVisible());
    await eventually(loaded, () => expect(canvas.queryByText(/Order A-1042/)).toBeNull());
    await expect(canvas.getByText(/Order A-1039/)).toBeVisible();
  },
};

export const Yesterday: Story = {
  play: async ({ canvas, loaded, userEvent }) => {
    await eventually(loaded, () => expect(canvas.getByText(/A-1042/)).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: 'Yesterday' }));
    await eventually(loaded, () => expect(canvas.getByText('No payments on this day.')).toBeVisible());
  },
};

export const Narrow: Story = { ...Day, parameters: { width: 360 }, tags: ['look', '!test'] };

export const Dark: Story = { ...Day, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...Day, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const AllStates: Story = {
  ...galleryOf(transactionListStates),
  tags: ['gallery', '!manifest'],
};

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
