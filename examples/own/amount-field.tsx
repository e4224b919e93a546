'use client';
import { forwardRef } from 'react';
import type { AmountFieldProps } from 'tillkit';
import { AmountField as Parts } from 'tillkit/parts';

/** An amount of money: label, currency, input, hint, error and, if wanted, a keypad. The ref is the input. */
export const AmountField = forwardRef<HTMLInputElement, AmountFieldProps>(function AmountField(props, ref) {
  return (
    <Parts.Root {...props}>
      <Parts.Label />
      <Parts.Control>
        <Parts.Currency />
        <Parts.Input ref={ref} />
      </Parts.Control>
      <Parts.Hint />
      <Parts.Error />
      <Parts.Keypad />
    </Parts.Root>
  );
});
