'use client';
import { forwardRef } from 'react';
import type { ReceiptProps } from 'tillkit';
import { Receipt as Parts } from 'tillkit/parts';

/** The slip of a payment, for the screen and for paper. */
export const Receipt = forwardRef<HTMLElement, ReceiptProps>(function Receipt(
  { shop, footer, ...props },
  ref,
) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Reprint />
      <Parts.Shop>{shop}</Parts.Shop>
      <Parts.Title />
      <Parts.Figures />
      <Parts.Sentences />
      <Parts.Details />
      <Parts.Footer>{footer}</Parts.Footer>
      <Parts.Print />
    </Parts.Root>
  );
});
