import type { Meta, StoryObj } from '@storybook/react-vite';
import { PaymentLinkForm, useLinkEntry } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => <Returned hook="useLinkEntry" value={useLinkEntry()} />;

const Live = () => (
  <PaymentLinkForm.Root>
    <PaymentLinkForm.Entry>
      <Inside />
    </PaymentLinkForm.Entry>
  </PaymentLinkForm.Root>
);

export default {
  title: 'Hooks/useLinkEntry',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const InAForm: StoryObj = { play: pressed(undefined, 1000, /submit/) };
