'use client';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** Undefined where it may not be done. */
export function usePossibleAction(operation: AllowedOperation['operation']): AllowedOperation | undefined {
  return useTransactionEntry().flow.actions.find(
    (action) => action.operation === operation && action.allowed,
  );
}
