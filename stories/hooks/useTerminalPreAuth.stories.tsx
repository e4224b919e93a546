import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalPreAuth } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const hold = { terminalId: 'terminal-1', amount: 5000, receipt: false };

function Live() {
  const flow = useTerminalPreAuth();
  return (
    <Returned hook="useTerminalPreAuth" value={flow}>
      <button onClick={() => void flow.start(hold)}>Hold 50.00</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalPreAuth',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const WhileAHoldGoesOn: StoryObj = { play: pressed('Hold 50.00', 2000, '"waiting"') };
export const Held: StoryObj = { play: pressed('Hold 50.00', 10_000, '"complete"') };
