'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseTerminalCaptureOptions = UseTerminalFlowOptions;
export type UseTerminalCaptureResult = UseTerminalFlowResult<'capture'>;

/**
 * Takes what a pre-authorization holds, once, and never more than it holds.
 *
 * @example
 * const { start } = useTerminalCapture();
 * await start({ terminalId: 'T-1', pnRefNum: '123', amount: 4200 }, { transaction });
 */
export function useTerminalCapture(options?: UseTerminalCaptureOptions): UseTerminalCaptureResult {
  return useTerminalFlow('capture', options);
}
