'use client';
import { definePart } from '../part/definePart.tsx';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

/** A sentence that helps. */
export const AmountFieldHint = definePart('p', function AmountFieldHint() {
  const { hintId, hint } = useAmountFieldContext();
  if (!hint) return undefined;
  return { className: 'tillkit-hint', id: hintId, children: hint };
});
