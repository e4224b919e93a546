import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect } from 'storybook/test';
import { PaymentMirror } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { request } from './endings.ts';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { paymentMirrorStates, welcome } from './paymentMirrorStates.tsx';

/** As high as a small tablet, and at most as high as the window. */
const onTablet = [
  (Story: () => ReactNode) => (
    <div style={{ blockSize: 'min(40rem, calc(100dvb - 3rem))', maxInlineSize: 'none' }}>
      <Story />
    </div>
  ),
];

const meta: Meta<typeof PaymentMirror> = {
  title: 'Take a payment/PaymentMirror',
  component: PaymentMirror,
  args: { terminalId: 'terminal-1', children: welcome },
  argTypes: { children: { control: false } },
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

export const Idle: Story = {
  decorators: onTablet,
  play: shows('Café Aurora'),
};

export const Sale: Story = {
  decorators: onTablet,
  play: after('pay', 'approved', 1000, 'To pay $1,234.50', 'Tap, insert or swipe your card'),
};

export const Approved: Story = {
  decorators: onTablet,
  play: after('pay', 'approved', 9000, 'Paid', 'Thank you!'),
};

export const PartlyApproved: Story = {
  decorators: onTablet,
  play: after('pay', 'partly-approved', 9000, 'Partly paid', /Still to pay: \$/),
};

export const Declined: Story = {
  decorators: onTablet,
  play: after('pay', 'declined', 9000, 'Payment not completed', 'Your card was not charged.'),
};

export const Unknown: Story = {
  decorators: onTablet,
  play: after('pay', 'lost-answer', 3000, 'Please wait', 'Please do not pay again.'),
};

export const Held: Story = {
  decorators: onTablet,
  play: after('preAuth', 'approved', 9000, 'Held on your card'),
};

export const Link: Story = {
  decorators: onTablet,
  args: { link: { address: 'https://pay.example/l/7Q2m-checkout', amountCents: 4900 } },
  play: shows('Scan the code to pay'),
};

export const Dark: Story = { ...Sale, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...Sale, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };

export const AllStates: Story = {
  ...galleryOf(paymentMirrorStates),
  tags: ['gallery', '!manifest'],
};

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
