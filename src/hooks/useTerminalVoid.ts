'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseTerminalVoidOptions = UseTerminalFlowOptions;
export type UseTerminalVoidResult = UseTerminalFlowResult<'void'>;

/**
 * Undoes a transaction that is not settled yet, the whole of it.
 *
 * @example
 * const { start } = useTerminalVoid();
 * await start({ terminalId: 'T-1', pnRefNum: '123' }, { transaction });
 */
export function useTerminalVoid(options?: UseTerminalVoidOptions): UseTerminalVoidResult {
  return useTerminalFlow('void', options);
}
