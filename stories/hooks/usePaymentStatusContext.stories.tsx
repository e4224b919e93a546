import type { Meta, StoryObj } from '@storybook/react-vite';
import { useOperations } from 'tillkit';
import { PaymentStatus, usePaymentStatusContext } from 'tillkit/parts';
import { prepared, pressed, sell } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => <Returned hook="usePaymentStatusContext" value={usePaymentStatusContext()} />;

function Live() {
  const [sale] = useOperations();
  return (
    <PaymentStatus.Root operationId={sale?.id ?? ''}>
      <Inside />
    </PaymentStatus.Root>
  );
}

export default {
  title: 'Hooks/usePaymentStatusContext',
  beforeEach: prepared(async (harness) => void (await sell(harness))),
  render: () => <Live />,
} satisfies Meta;

export const InAStatus: StoryObj = { play: pressed(undefined, 1000, /complete/) };
