'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { TerminalCheckoutContext, type TerminalCheckoutSale } from './terminalCheckoutContext.ts';

/** The sale a part belongs to. Throws outside of a `TerminalCheckoutRoot`. */
export function useTerminalCheckoutContext(): TerminalCheckoutSale {
  return usePartContext(TerminalCheckoutContext, 'TerminalCheckoutRoot');
}
