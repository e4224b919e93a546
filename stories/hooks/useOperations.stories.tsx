import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOperations } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = () => <Returned hook="useOperations" value={useOperations()} />;

export default {
  title: 'Hooks/useOperations',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const AfterASale: StoryObj = { play: pressed(undefined, 1000, /phase: "complete"/) };
