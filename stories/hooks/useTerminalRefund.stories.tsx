import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalRefund, useOperations } from 'tillkit';
import { transactionOf } from 'tillkit/core';
import { pnRefNumOf, prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live({ pnRefNum }: { pnRefNum: string }) {
  const flow = useTerminalRefund({ flowKey: `refund ${pnRefNum}` });
  const transaction = transactionOf(useOperations(), pnRefNum);
  const refund = () => flow.start({ terminalId: 'terminal-1', pnRefNum, amount: 500 }, { transaction });
  return (
    <Returned hook="useTerminalRefund" value={flow}>
      <button onClick={() => void refund()}>Refund 5.00</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalRefund',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => {
    const pnRefNum = await sell(harness);
    await harness.operations.start('closeBatch', { terminalId: 'terminal-1' });
    await harness.advance(10_000); // only a settled sale can be refunded
    return { pnRefNum };
  }),
  render: (_, context) => <Live pnRefNum={pnRefNumOf(context)} />,
} satisfies Meta;

export const WhileARefundGoesOn: StoryObj = { play: pressed('Refund 5.00', 2000, '"waiting"') };
export const GivenBack: StoryObj = { play: pressed('Refund 5.00', 10_000, '"complete"') };
