import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTransactions } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useTransactions" value={useTransactions({ limit: 20 })} />;

export default {
  title: 'Hooks/useTransactions',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const AfterASale: StoryObj = { play: pressed(undefined, 1000, /authorizedCents: 1250/) };
