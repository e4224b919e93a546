'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type ShownTransaction, TransactionActionsContext } from './transactionActionsContext.ts';

/** The transaction a part belongs to. Throws outside of a `TransactionActionsRoot`. */
export function useTransactionActionsContext(): ShownTransaction {
  return usePartContext(TransactionActionsContext, 'TransactionActionsRoot');
}
