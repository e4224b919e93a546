import type { Meta, StoryObj } from '@storybook/react-vite';
import { TransactionActions, useTransactionEntry } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const transaction = {
  pnRefNum: 'pn-3',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 0,
  settled: true,
} as const;

const Inside = () => <Returned hook="useTransactionEntry" value={useTransactionEntry()} />;

const Live = () => (
  <TransactionActions.Root transaction={transaction}>
    <TransactionActions.Entry>
      <Inside />
    </TransactionActions.Entry>
  </TransactionActions.Root>
);

export default { title: 'Hooks/useTransactionEntry', render: () => <Live /> } satisfies Meta;

export const InATransaction: StoryObj = { play: pressed(undefined, 1000, /pn-3/) };
