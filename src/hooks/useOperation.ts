'use client';
import { useSyncExternalStore } from 'react';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export type UseOperationResult = TerminalOperation | undefined;

/**
 * One operation by its id, wherever on the page it was started.
 *
 * @example
 * const operation = useOperation(id);
 */
export function useOperation(id: string | undefined): UseOperationResult {
  const { operations } = usePaymentsContext();
  const read = () => (id === undefined ? undefined : operations.get(id));
  return useSyncExternalStore(operations.subscribe, read, () => undefined);
}
