import type { Meta, StoryObj } from '@storybook/react-vite';
import { useReport } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) };

const Live = () => <Returned hook="useReport" value={useReport(day)} />;

export default {
  title: 'Hooks/useReport',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const AfterASale: StoryObj = { play: pressed(undefined, 1000, /movedCents: 1250/) };
