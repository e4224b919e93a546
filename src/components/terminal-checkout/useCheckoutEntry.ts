'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type CheckoutEntry, CheckoutEntryContext } from './terminalCheckoutContext.ts';

/** The payment that is being entered. Throws outside of a `TerminalCheckoutEntry`. */
export function useCheckoutEntry(): CheckoutEntry {
  return usePartContext(CheckoutEntryContext, 'TerminalCheckoutEntry');
}
