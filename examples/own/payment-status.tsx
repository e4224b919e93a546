'use client';
import { forwardRef } from 'react';
import type { PaymentStatusProps } from 'tillkit';
import { PaymentStatus as Parts } from 'tillkit/parts';

/** An operation in words: its progress, its outcome, and what a person can do. */
export const PaymentStatus = forwardRef<HTMLElement, PaymentStatusProps>(function PaymentStatus(
  { actions, ...props },
  ref,
) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Empty />
      <Parts.Progress>
        <Parts.Head>
          <Parts.Amount />
          <Parts.Elapsed />
        </Parts.Head>
        <Parts.Steps />
        <Parts.Now />
        <Parts.Connection />
        <Parts.NotDurable />
        <Parts.Waiting>
          <Parts.Check />
          <Parts.Stop />
        </Parts.Waiting>
      </Parts.Progress>
      <Parts.Outcome />
      <Parts.Sentences />
      <Parts.Approval />
      <Parts.Anomalies />
      <Parts.Unknown />
      <Parts.Details />
      {actions && <Parts.Actions>{actions}</Parts.Actions>}
    </Parts.Root>
  );
});
