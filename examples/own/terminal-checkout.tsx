'use client';
import { forwardRef } from 'react';
import type { TerminalCheckoutProps } from 'tillkit';
import { TerminalCheckout as Parts } from 'tillkit/parts';

/** A whole sale or pre-authorization: terminal, amount, then its status, then the next customer. */
export const TerminalCheckout = forwardRef<HTMLDivElement, TerminalCheckoutProps>(
  function TerminalCheckout(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Unknown />
        <Parts.Entry>
          <Parts.Last />
          {props.order && <Parts.Order />}
          <Parts.Pair>
            <Parts.Terminal />
            <Parts.Amount>
              <Parts.AmountField />
              <Parts.QuickAmounts>
                {(cents) => <Parts.QuickAmount key={cents} amountCents={cents} />}
              </Parts.QuickAmounts>
              <Parts.Keypad />
            </Parts.Amount>
          </Parts.Pair>
          <Parts.Add>
            <Parts.OrderNumber />
            <Parts.CustomValues />
            <Parts.Receipt>
              <Parts.ReceiptWanted />
              <Parts.Addresses />
            </Parts.Receipt>
          </Parts.Add>
          <Parts.Action>
            <Parts.Charge />
            <Parts.Hint />
          </Parts.Action>
          <Parts.Question />
          <Parts.Refusal />
        </Parts.Entry>
        <Parts.Status>
          <Parts.LaterHint />
          <Parts.Later />
          <Parts.Back />
          <Parts.Next />
          <Parts.TryAgain />
          <Parts.Rest />
        </Parts.Status>
      </Parts.Root>
    );
  },
);
