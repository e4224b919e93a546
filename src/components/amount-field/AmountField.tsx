'use client';
import { type CSSProperties, forwardRef } from 'react';
import { AmountFieldControl } from './AmountFieldControl.tsx';
import { AmountFieldCurrency } from './AmountFieldCurrency.tsx';
import { AmountFieldError } from './AmountFieldError.tsx';
import { AmountFieldHint } from './AmountFieldHint.tsx';
import { AmountFieldInput } from './AmountFieldInput.tsx';
import { AmountFieldLabel } from './AmountFieldLabel.tsx';
import { AmountFieldRoot } from './AmountFieldRoot.tsx';
import type { UseAmountFieldOptions } from './useAmountField.ts';

export interface AmountFieldProps extends UseAmountFieldOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/**
 * Money input in the host's locale. The ref is the input.
 *
 * @example
 * <AmountField value={cents} onValueChange={setCents} />
 */
export const AmountField = forwardRef<HTMLInputElement, AmountFieldProps>(function AmountField(props, ref) {
  return (
    <AmountFieldRoot {...props}>
      <AmountFieldLabel />
      <AmountFieldControl>
        <AmountFieldCurrency />
        <AmountFieldInput ref={ref} />
      </AmountFieldControl>
      <AmountFieldHint />
      <AmountFieldError />
    </AmountFieldRoot>
  );
});
