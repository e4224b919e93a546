import type { Meta, StoryObj } from '@storybook/react-vite';
import { CloseBatch, useBatchEntry } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => <Returned hook="useBatchEntry" value={useBatchEntry()} />;

const Live = () => (
  <CloseBatch.Root terminalId="terminal-1">
    <CloseBatch.Entry>
      <Inside />
    </CloseBatch.Entry>
  </CloseBatch.Root>
);

export default { title: 'Hooks/useBatchEntry', render: () => <Live /> } satisfies Meta;

export const InABatch: StoryObj = { play: pressed(undefined, 1000, /Front counter/) };
