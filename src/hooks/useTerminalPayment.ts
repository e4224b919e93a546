'use client';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from './useTerminalFlow.ts';

export type UseTerminalPaymentOptions = UseTerminalFlowOptions;
export type UseTerminalPaymentResult = UseTerminalFlowResult<'pay'>;

/**
 * A sale on a terminal, from the press to its ending.
 *
 * @example
 * const { phase, operation, start } = useTerminalPayment();
 * await start({ terminalId: 'T-1', amount: 1250, receipt: false });
 */
export function useTerminalPayment(options?: UseTerminalPaymentOptions): UseTerminalPaymentResult {
  return useTerminalFlow('pay', options);
}
