import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalCapture, useOperations } from 'tillkit';
import { transactionOf } from 'tillkit/core';
import { pnRefNumOf, prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live({ pnRefNum }: { pnRefNum: string }) {
  const flow = useTerminalCapture({ flowKey: `capture ${pnRefNum}` });
  const transaction = transactionOf(useOperations(), pnRefNum);
  const capture = () => flow.start({ terminalId: 'terminal-1', pnRefNum, amount: 1250 }, { transaction });
  return (
    <Returned hook="useTerminalCapture" value={flow}>
      <button onClick={() => void capture()}>Capture 12.50</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalCapture',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => ({ pnRefNum: await sell(harness, 'preAuth') })),
  render: (_, context) => <Live pnRefNum={pnRefNumOf(context)} />,
} satisfies Meta;

export const WhileACaptureGoesOn: StoryObj = { play: pressed('Capture 12.50', 2000, '"waiting"') };
export const Captured: StoryObj = { play: pressed('Capture 12.50', 10_000, '"complete"') };
