import type { Meta, StoryObj } from '@storybook/react-vite';
import { useAllTerminals } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useAllTerminals" value={useAllTerminals()} />;

export default {
  title: 'Hooks/useAllTerminals',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Loaded: StoryObj = { play: pressed(undefined, 1000, /name: "Front counter"/) };
