import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTransaction } from 'tillkit';
import { pnRefNumOf, prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = ({ pnRefNum }: { pnRefNum: string }) => (
  <Returned hook="useTransaction" value={useTransaction({ pnRefNum })} />
);

export default {
  title: 'Hooks/useTransaction',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => ({ pnRefNum: await sell(harness) })),
  render: (_, context) => <Live pnRefNum={pnRefNumOf(context)} />,
} satisfies Meta;

export const AfterASale: StoryObj = { play: pressed(undefined, 1000, /leftCents: 1250/) };
