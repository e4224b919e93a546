'use client';
import { forwardRef } from 'react';
import type { TransactionActionsProps } from 'tillkit';
import { TransactionActions as Parts } from 'tillkit/parts';

/** Gives back money of a transaction, or captures what is held, then shows the status. */
export const TransactionActions = forwardRef<HTMLElement, TransactionActionsProps>(
  function TransactionActions(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Entry>
          <Parts.Facts>
            <Parts.Title />
            <Parts.Amount />
            <Parts.Details />
          </Parts.Facts>
          <Parts.WhyNot />
          <Parts.Capture>
            <Parts.About>
              <Parts.Name />
              <Parts.Text />
            </Parts.About>
            <Parts.Question />
            <Parts.Controls />
            <Parts.Refusal />
          </Parts.Capture>
          <Parts.GiveBack>
            <Parts.About>
              <Parts.Name />
              <Parts.Text />
            </Parts.About>
            <Parts.Question />
            <Parts.Controls />
            <Parts.Refusal />
          </Parts.GiveBack>
        </Parts.Entry>
        <Parts.Status>
          <Parts.InsteadHint />
          <Parts.Back />
          <Parts.Instead />
        </Parts.Status>
      </Parts.Root>
    );
  },
);
