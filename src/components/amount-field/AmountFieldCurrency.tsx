'use client';
import { definePart } from '../part/definePart.tsx';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

/** The currency's sign; assistive technology hears its code instead. */
export const AmountFieldCurrency = definePart('span', function AmountFieldCurrency() {
  const { sign } = useAmountFieldContext();
  return {
    className: 'tillkit-amount-field-currency',
    'aria-hidden': true,
    children: <bdi>{sign.text}</bdi>,
  };
});
