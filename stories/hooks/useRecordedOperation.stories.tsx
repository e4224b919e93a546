import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOperations, useRecordedOperation } from 'tillkit';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

function Live() {
  const [sale] = useOperations();
  return <Returned hook="useRecordedOperation" value={useRecordedOperation({ id: sale?.id })} />;
}

export default {
  title: 'Hooks/useRecordedOperation',
  tags: ['look', '!test'],
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const AfterASale: StoryObj = { play: pressed(undefined, 1000, /timeline: \[/) };
