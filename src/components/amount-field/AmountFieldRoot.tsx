'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { AmountFieldContext } from './amountFieldContext.ts';
import { useAmountField, type UseAmountFieldOptions } from './useAmountField.ts';

export interface AmountFieldState {
  invalid: boolean;
  disabled: boolean;
  readonly: boolean;
}

export interface AmountFieldRootProps
  extends
    UseAmountFieldOptions,
    Omit<PartProps<'div', AmountFieldState>, keyof UseAmountFieldOptions | 'onChange' | 'defaultValue'> {}

/** Holds an amount as it is written, for the parts in it; its `id` is the input's. */
export const AmountFieldRoot = forwardRef<HTMLDivElement, AmountFieldRootProps>(
  function AmountFieldRoot(props, ref) {
    const { value, onValueChange, label, hint, error, showError, min, max, required, ...rest } = props;
    const { disabled, readOnly, id, name, labels, children, ...given } = rest;
    const field = useAmountField(props);
    const own = {
      className: 'tillkit-amount-field tillkit-field',
      'data-tillkit': 'amount-field',
      children: (
        <>
          {children}
          <span className="tillkit-visually-hidden" id={field.currencyId}>
            {field.currency}
          </span>
        </>
      ),
    };
    const state = { invalid: Boolean(field.error), disabled: field.disabled, readonly: field.readOnly };
    return (
      <AmountFieldContext.Provider value={field}>
        <Part as="div" ref={ref} own={own} given={given} state={state} />
      </AmountFieldContext.Provider>
    );
  },
);
