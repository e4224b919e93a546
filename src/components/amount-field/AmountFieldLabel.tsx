'use client';
import { definePart } from '../part/definePart.tsx';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

/** Names the input. */
export const AmountFieldLabel = definePart('label', function AmountFieldLabel() {
  const { id, label } = useAmountFieldContext();
  return { className: 'tillkit-label', htmlFor: id, id: `${id}-label`, children: label };
});
