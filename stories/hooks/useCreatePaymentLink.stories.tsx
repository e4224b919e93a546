import type { Meta, StoryObj } from '@storybook/react-vite';
import { useCreatePaymentLink } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const flow = useCreatePaymentLink();
  return (
    <Returned hook="useCreatePaymentLink" value={flow}>
      <button onClick={() => void flow.create({ amount: 12_500 })}>Link for 125.00</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useCreatePaymentLink',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Created: StoryObj = { play: pressed('Link for 125.00', 2000, /paymentLink: "https/) };
