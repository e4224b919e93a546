'use client';
import { definePart } from '../part/definePart.tsx';
import { TerminalCheckoutAddresses } from './TerminalCheckoutAddresses.tsx';
import { TerminalCheckoutReceiptWanted } from './TerminalCheckoutReceiptWanted.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';
import { useReceiptAddresses } from './useReceiptAddresses.ts';

/** Whether a receipt is wanted, and where to. */
export const TerminalCheckoutReceipt = definePart('div', function TerminalCheckoutReceipt() {
  const { fields } = useCheckoutEntry().sale;
  const isEmpty = useReceiptAddresses().length === 0;
  if (fields.receipt?.hidden && isEmpty) return undefined;
  const children = (
    <>
      <TerminalCheckoutReceiptWanted />
      <TerminalCheckoutAddresses />
    </>
  );
  return { className: 'tillkit-terminal-checkout-receipt', children };
});
