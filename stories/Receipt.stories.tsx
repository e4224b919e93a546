import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Receipt } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { request } from './endings.ts';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { receiptStates } from './receiptStates.tsx';

const meta: Meta<typeof Receipt> = {
  title: 'After the sale/Receipt',
  component: Receipt,
  args: { shop: `Café Aurora\nHarbour Street 4`, footer: 'Thank you. See you soon!' },
  argTypes: { operation: { control: false }, operationId: { control: false } }, // the sandbox provides it
  beforeEach: async ({ loaded, parameters }) => {
    const harness = harnessOf({ loaded });
    harness.sandbox.setScenario((parameters['scenario'] as ScenarioName | undefined) ?? 'approved');
    await harness.operations.start('pay', request);
    await harness.advance(9000);
    Object.assign(loaded, { operation: harness.operations.list()[0] });
  },
  render: (args, { loaded: { operation } }) => <Receipt {...args} operationId={operation.id} />,
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;

const harnessOf = ({ loaded }: Pick<Parameters<Play>[0], 'loaded'>) =>
  (loaded as { harness: Harness }).harness;

const shows =
  (...texts: (string | RegExp)[]): Play =>
  async ({ canvas, loaded }) => {
    await harnessOf({ loaded }).advance(300);
    const slip = await canvas.findByRole('article');
    for (const text of texts) await expect(slip).toHaveTextContent(text);
  };

export const Approved: Story = {
  play: shows('Approved', /Sale\$1,234\.50/, 'Front counter', 'A-1042', 'Café Aurora'),
};

export const Declined: Story = {
  parameters: { scenario: 'declined' },
  play: shows('Not completed', 'The card was not charged.'),
};

export const Unknown: Story = {
  parameters: { scenario: 'lost-answer' },
  play: shows('Not known yet: this is not a receipt', 'Do not pay again until it is clear.'),
};

export const Reprint: Story = { args: { reprint: true }, play: shows(/^Copy/) };

export const Dark: Story = { ...Approved, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...Approved, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const AllStates: Story = { ...galleryOf(receiptStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
