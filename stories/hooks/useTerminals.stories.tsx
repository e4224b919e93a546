import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminals } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useTerminals" value={useTerminals({ page: 1, limit: 10 })} />;

export default {
  title: 'Hooks/useTerminals',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Loaded: StoryObj = { play: pressed(undefined, 1000, /name: "Front counter"/) };
