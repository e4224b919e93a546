'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type TransactionAction, TransactionActionContext } from './transactionActionsContext.ts';

/** The capture, void or refund a part belongs to. Throws outside of one. */
export function useTransactionAction(): TransactionAction {
  return usePartContext(TransactionActionContext, 'TransactionActionsCapture');
}
