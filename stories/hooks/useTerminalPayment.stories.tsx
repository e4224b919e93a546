import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalPayment } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const sale = { terminalId: 'terminal-1', receipt: false };

function Live() {
  const flow = useTerminalPayment();
  return (
    <Returned hook="useTerminalPayment" value={flow}>
      <button onClick={() => void flow.start({ ...sale, amount: 1250 })}>Charge 12.50</button>
      <button onClick={() => void flow.start({ ...sale, amount: 1203 })}>
        Charge 12.03: the answer is lost
      </button>
      <button onClick={flow.reset}>reset()</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalPayment',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const WhileAPaymentGoesOn: StoryObj = { play: pressed('Charge 12.50', 2000, '"waiting"') };
export const Approved: StoryObj = { play: pressed('Charge 12.50', 10_000, '"complete"') };
export const NotKnownYet: StoryObj = {
  play: pressed('Charge 12.03: the answer is lost', 60_000, '"unknown"'),
};
