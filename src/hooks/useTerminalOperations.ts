'use client';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export type UseTerminalOperationsResult = TerminalOperations;

/**
 * The operations of the provider, for what one does to a single one: `acknowledge`, `resolveUnknown`, `checkNow`.
 *
 * @example
 * const { acknowledge } = useTerminalOperations();
 */
export function useTerminalOperations(): UseTerminalOperationsResult {
  return usePaymentsContext().operations;
}
