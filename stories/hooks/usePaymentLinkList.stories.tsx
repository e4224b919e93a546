import type { Meta, StoryObj } from '@storybook/react-vite';
import { usePaymentLinkList } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="usePaymentLinkList" value={usePaymentLinkList({ limit: 10 })} />;

export default {
  title: 'Hooks/usePaymentLinkList',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Loaded: StoryObj = { play: pressed(undefined, 1000, /links/) };
