'use client';
import { definePart } from '../part/definePart.tsx';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

/** Takes the amount. */
export const AmountFieldInput = definePart('input', function AmountFieldInput() {
  const { inputProps } = useAmountFieldContext();
  return {
    ...inputProps,
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    className: 'tillkit-input tillkit-amount-field-input',
  };
});
