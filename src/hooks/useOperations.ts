'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import type { OperationFilter } from '../core/operations/operationStore.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export type UseOperationsOptions = Pick<OperationFilter, 'open' | 'terminalId'>;
export type UseOperationsResult = readonly TerminalOperation[];

const none: UseOperationsResult = [];

/**
 * The operations of this page, newest first.
 *
 * @example
 * const open = useOperations({ open: true });
 */
export function useOperations({ open, terminalId }: UseOperationsOptions = {}): UseOperationsResult {
  const { operations } = usePaymentsContext();
  const read = useMemo(() => stableList(operations, { open, terminalId }), [operations, open, terminalId]);
  return useSyncExternalStore(operations.subscribe, read, () => none);
}

/** The list, and the same array as long as nothing in it changed. */
function stableList(operations: TerminalOperations, filter: OperationFilter): () => UseOperationsResult {
  let last = none;
  return () => {
    const next = operations.list(filter);
    if (next.length !== last.length || next.some((operation, index) => operation !== last[index]))
      last = next;
    return last;
  };
}
