'use client';
import type { ReactNode } from 'react';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { TransactionActionsBack } from './TransactionActionsBack.tsx';
import { useTransactionActionsContext } from './useTransactionActionsContext.ts';

export interface TransactionActionsStatusProps {
  /** What a person can do after the outcome; default `TransactionActionsBack`. */
  children?: ReactNode;
}

/** What is being done with the transaction, and what became of it. */
export function TransactionActionsStatus({
  children = <TransactionActionsBack />,
}: TransactionActionsStatusProps) {
  const { flow, status } = useTransactionActionsContext();
  const { shown } = flow;
  return shown ? (
    <PaymentStatus ref={status} operationId={shown.id} actions={!isOpen(shown) && children} />
  ) : null;
}
