'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldCurrencyProps extends PartProps<'span'> {}

/** The currency's sign; assistive technology hears its code instead. */
export const AmountFieldCurrency = forwardRef<HTMLSpanElement, AmountFieldCurrencyProps>(
  function AmountFieldCurrency(props, ref) {
    const { sign } = useAmountFieldContext();
    const own = {
      className: 'tillkit-amount-field-currency',
      'aria-hidden': true,
      children: <bdi>{sign.text}</bdi>,
    };
    return <Part as="span" ref={ref} own={own} given={props} />;
  },
);
