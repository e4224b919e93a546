'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type TransactionEntry, TransactionEntryContext } from './transactionActionsContext.ts';

/** The transaction, and what may be done with it. Throws outside of a `TransactionActionsEntry`. */
export function useTransactionEntry(): TransactionEntry {
  return usePartContext(TransactionEntryContext, 'TransactionActionsEntry');
}
