import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOperation } from 'tillkit';
import { prepared, pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Live = ({ id }: { id: string }) => <Returned hook="useOperation" value={useOperation(id)} />;

export default {
  title: 'Hooks/useOperation',
  tags: ['look', '!test'],
  beforeEach: prepared(async ({ operations }) => {
    await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    return { id: operations.list()[0]?.id };
  }),
  render: (_, { loaded }) => <Live id={(loaded as { id: string }).id} />,
} satisfies Meta;

export const WhileAPaymentGoesOn: StoryObj = { play: pressed(undefined, 2000, '"waiting"') };
export const Approved: StoryObj = { play: pressed(undefined, 10_000, '"complete"') };
