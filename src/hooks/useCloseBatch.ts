'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseCloseBatchOptions = UseTerminalFlowOptions;
export type UseCloseBatchResult = UseTerminalFlowResult<'closeBatch'>;

/**
 * Closes a terminal's batch, which starts settlement. Refused while an operation of that terminal is open.
 *
 * @example
 * const { start } = useCloseBatch();
 * await start({ terminalId: 'T-1' });
 */
export function useCloseBatch(options?: UseCloseBatchOptions): UseCloseBatchResult {
  return useTerminalFlow('closeBatch', options);
}
