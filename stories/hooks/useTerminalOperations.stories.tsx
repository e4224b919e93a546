import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOperations, useTerminalOperations } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const operations = useTerminalOperations();
  const [ended] = useOperations({ standing: true });
  return (
    <Returned hook="useTerminalOperations" value={operations}>
      {ended && <button onClick={() => operations.acknowledge(ended.id)}>acknowledge the sale</button>}
      {!ended && <span>Nothing stands.</span>}
    </Returned>
  );
}

export default {
  title: 'Hooks/useTerminalOperations',
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const Acknowledged: StoryObj = { play: pressed('acknowledge the sale', 100, 'Nothing stands.') };
