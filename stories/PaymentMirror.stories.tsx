import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { PaymentMirror } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { request } from './endings.ts';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { paymentMirrorStates, welcome } from './paymentMirrorStates.tsx';

const meta: Meta<typeof PaymentMirror> = {
  title: 'Components/PaymentMirror',
  component: PaymentMirror,
  args: { terminalId: request.terminalId, children: welcome },
  argTypes: { children: { control: false } },
  parameters: { layout: 'fullscreen' },
  decorators: [(Story) => <div style={{ blockSize: '100dvb' }}>{Story()}</div>],
};
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story['play']>;

const harnessOf = ({ loaded }: Pick<Parameters<Play>[0], 'loaded'>) =>
  (loaded as { harness: Harness }).harness;

const after =
  (kind: 'pay' | 'preAuth', scenario: ScenarioName, ms: number, ...texts: (string | RegExp)[]): Play =>
  async ({ canvas, loaded }) => {
    const { operations, sandbox, advance } = harnessOf({ loaded });
    sandbox.setScenario(scenario);
    await operations.start(kind, request);
    await advance(ms);
    const region = await canvas.findByRole('region', { name: 'Your payment' });
    for (const text of texts) await expect(region).toHaveTextContent(text);
  };

const shows =
  (text: string): Play =>
  async ({ canvas }) => {
    await expect(await canvas.findByText(text)).toBeVisible();
  };

export const Idle: Story = { play: shows('Café Aurora') };

export const Sale: Story = {
  play: after('pay', 'approved', 1000, 'To pay $1,234.50', 'Tap, insert or swipe your card'),
};

export const Approved: Story = { play: after('pay', 'approved', 9000, 'Paid', 'Thank you!') };

export const PartlyApproved: Story = {
  play: after('pay', 'partly-approved', 9000, 'Partly paid', /Still to pay: \$/),
};

export const Declined: Story = {
  play: after('pay', 'declined', 9000, 'Payment not completed', 'Your card was not charged.'),
};

export const Unknown: Story = {
  play: after('pay', 'lost-answer', 3000, 'Please wait', 'Please do not pay again.'),
};

export const Held: Story = { play: after('preAuth', 'approved', 9000, 'Held on your card') };

export const Link: Story = {
  args: { link: { address: 'https://pay.example/l/7Q2m-checkout', amountCents: 4900 } },
  play: shows('Scan the code to pay'),
};

export const Dark: Story = { ...Sale, parameters: { theme: 'dark' } };

export const RightToLeft: Story = { ...Sale, parameters: { direction: 'rtl' } };

export const AllStates: Story = {
  ...galleryOf(paymentMirrorStates),
  decorators: [(Story) => <div style={{ padding: '1rem' }}>{Story()}</div>],
  tags: ['gallery', '!manifest'],
};

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
