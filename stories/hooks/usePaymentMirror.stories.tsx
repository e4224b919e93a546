import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalPayment } from 'tillkit';
import { usePaymentMirror } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false };

function Live() {
  const mirror = usePaymentMirror({ terminalId: 'terminal-1' });
  const { start } = useTerminalPayment();
  return (
    <Returned hook="usePaymentMirror" value={mirror}>
      <button onClick={() => void start(sale)}>Charge 12.50</button>
    </Returned>
  );
}

export default { title: 'Hooks/usePaymentMirror', render: () => <Live /> } satisfies Meta;

export const WhileAPaymentGoesOn: StoryObj = { play: pressed('Charge 12.50', 2000, '"waiting"') };
export const Paid: StoryObj = { play: pressed('Charge 12.50', 8000, '"complete"') };
