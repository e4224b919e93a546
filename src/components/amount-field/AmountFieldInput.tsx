'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldInputProps extends PartProps<'input'> {}

/** Takes the amount. */
export const AmountFieldInput = forwardRef<HTMLInputElement, AmountFieldInputProps>(
  function AmountFieldInput(props, ref) {
    const { inputProps } = useAmountFieldContext();
    const own = {
      ...inputProps,
      type: 'text',
      inputMode: 'decimal',
      autoComplete: 'off',
      className: 'tillkit-input tillkit-amount-field-input',
    };
    return <Part as="input" ref={ref} own={own} given={props} />;
  },
);
