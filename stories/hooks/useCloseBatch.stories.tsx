import type { Meta, StoryObj } from '@storybook/react-vite';
import { useCloseBatch } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const flow = useCloseBatch();
  return (
    <Returned hook="useCloseBatch" value={flow}>
      <button onClick={() => void flow.start({ terminalId: 'terminal-1' })}>Close the batch</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useCloseBatch',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const Closed: StoryObj = { play: pressed('Close the batch', 10_000, '"complete"') };
