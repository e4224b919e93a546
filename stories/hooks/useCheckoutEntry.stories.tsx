import type { Meta, StoryObj } from '@storybook/react-vite';
import { TerminalCheckout, useCheckoutEntry } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => <Returned hook="useCheckoutEntry" value={useCheckoutEntry()} />;

const Live = () => (
  <TerminalCheckout.Root defaultAmountCents={1250}>
    <TerminalCheckout.Entry>
      <Inside />
    </TerminalCheckout.Entry>
  </TerminalCheckout.Root>
);

export default {
  title: 'Hooks/useCheckoutEntry',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const InACheckout: StoryObj = { play: pressed(undefined, 1000, /sale/) };
