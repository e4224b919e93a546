'use client';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

const addresses = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

/** What is asked for where a receipt is wanted. */
export function useReceiptAddresses() {
  const { draft, fields } = useCheckoutEntry().sale;
  return draft.wantsReceipt ? addresses.filter(({ name }) => !fields[name]?.hidden) : [];
}
