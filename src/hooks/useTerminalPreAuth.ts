'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseTerminalPreAuthOptions = UseTerminalFlowOptions;
export type UseTerminalPreAuthResult = UseTerminalFlowResult<'preAuth'>;

/**
 * A pre-authorization on a terminal: the amount is held, and captured later.
 *
 * @example
 * const { phase, operation, start } = useTerminalPreAuth();
 * await start({ terminalId: 'T-1', amount: 5000, receipt: false });
 */
export function useTerminalPreAuth(options?: UseTerminalPreAuthOptions): UseTerminalPreAuthResult {
  return useTerminalFlow('preAuth', options);
}
