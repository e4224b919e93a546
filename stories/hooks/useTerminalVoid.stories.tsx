import type { Meta, StoryObj } from '@storybook/react-vite';
import { useTerminalVoid, useOperations } from 'tillkit';
import { transactionOf } from 'tillkit/core';
import { pnRefNumOf, prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live({ pnRefNum }: { pnRefNum: string }) {
  const flow = useTerminalVoid({ flowKey: `void ${pnRefNum}` });
  const transaction = transactionOf(useOperations(), pnRefNum);
  const undo = () => flow.start({ terminalId: 'terminal-1', pnRefNum }, { transaction });
  return (
    <Returned hook="useTerminalVoid" value={flow}>
      <button onClick={() => void undo()}>Void the sale</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalVoid',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => ({ pnRefNum: await sell(harness) })),
  render: (_, context) => <Live pnRefNum={pnRefNumOf(context)} />,
} satisfies Meta;

export const WhileAVoidGoesOn: StoryObj = { play: pressed('Void the sale', 2000, '"waiting"') };
export const Voided: StoryObj = { play: pressed('Void the sale', 10_000, '"complete"') };
