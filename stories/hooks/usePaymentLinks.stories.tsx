import type { Meta, StoryObj } from '@storybook/react-vite';
import { usePaymentLinks } from 'tillkit';
import { prepared, pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="usePaymentLinks" value={usePaymentLinks({ page: 1, limit: 10 })} />;

export default {
  title: 'Hooks/usePaymentLinks',
  tags: ['look', '!test'],
  beforeEach: prepared(async ({ client, advance }) => {
    const made = client.createPaymentLink({ amount: 12_500 });
    await advance(1000);
    await made;
  }),
  render: () => <Live />,
} satisfies Meta;

export const Loaded: StoryObj = { play: pressed(undefined, 1000, /amountCents: 12500/) };
