'use client';
import { forwardRef } from 'react';
import type { PaymentMirrorProps } from 'tillkit';
import { PaymentMirror as Parts } from 'tillkit/parts';

/** What the customer's screen shows of a payment or a link. Its children are what it shows between payments. */
export const PaymentMirror = forwardRef<HTMLElement, PaymentMirrorProps>(function PaymentMirror(
  { children, ...props },
  ref,
) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Idle>{children}</Parts.Idle>
      <Parts.Body>
        <Parts.Amount />
        <Parts.Title />
        <Parts.Sentences />
        <Parts.QrCode />
      </Parts.Body>
    </Parts.Root>
  );
});
