'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseTerminalRefundOptions = UseTerminalFlowOptions;
export type UseTerminalRefundResult = UseTerminalFlowResult<'refund'>;

/**
 * Gives back money of a settled transaction, all or part of it.
 *
 * @example
 * const { start } = useTerminalRefund();
 * await start({ terminalId: 'T-1', pnRefNum: '123', amount: 500 }, { transaction });
 */
export function useTerminalRefund(options?: UseTerminalRefundOptions): UseTerminalRefundResult {
  return useTerminalFlow('refund', options);
}
