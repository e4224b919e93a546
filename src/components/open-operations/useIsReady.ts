'use client';
import { useSyncExternalStore } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** Whether the journal was read. Until then nobody knows what is open. */
export function useIsReady(): boolean {
  const { operations } = usePaymentsContext();
  return useSyncExternalStore(operations.subscribe, operations.isReady, () => false);
}
