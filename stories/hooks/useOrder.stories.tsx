import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOrder } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const order = { number: 'A-1042', totalCents: 5000 };

const Live = () => <Returned hook="useOrder" value={useOrder(order)} />;

export default {
  title: 'Hooks/useOrder',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const PartlyPaid: StoryObj = { play: pressed(undefined, 1000, /paidCents: 1250/) };
