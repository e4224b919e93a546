'use client';
import { forwardRef } from 'react';
import { TransactionActionsCapture } from './TransactionActionsCapture.ts';
import { TransactionActionsEntry } from './TransactionActionsEntry.tsx';
import { TransactionActionsFacts } from './TransactionActionsFacts.tsx';
import { TransactionActionsImpossible } from './TransactionActionsImpossible.tsx';
import { TransactionActionsInDoubt } from './TransactionActionsInDoubt.tsx';
import { TransactionActionsRefund } from './TransactionActionsRefund.ts';
import { TransactionActionsRoot, type TransactionActionsRootProps } from './TransactionActionsRoot.tsx';
import { TransactionActionsStatus } from './TransactionActionsStatus.tsx';
import { TransactionActionsVoid } from './TransactionActionsVoid.tsx';
import { TransactionActionsVoided } from './TransactionActionsVoided.tsx';

export interface TransactionActionsProps extends Omit<TransactionActionsRootProps, 'children'> {}

/**
 * What may be done with a transaction, and why not the rest: capture, void and refund, then their status.
 *
 * @example
 * <TransactionActions transaction={transaction} onPaymentComplete={refetch} />
 */
export const TransactionActions = forwardRef<HTMLElement, TransactionActionsProps>(
  function TransactionActions(props, ref) {
    return (
      <TransactionActionsRoot {...props} ref={ref}>
        <TransactionActionsEntry>
          <TransactionActionsFacts />
          <TransactionActionsVoided />
          <TransactionActionsInDoubt />
          <TransactionActionsCapture />
          <TransactionActionsVoid />
          <TransactionActionsRefund />
          <TransactionActionsImpossible />
        </TransactionActionsEntry>
        <TransactionActionsStatus />
      </TransactionActionsRoot>
    );
  },
);
