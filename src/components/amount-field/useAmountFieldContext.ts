'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { AmountFieldContext } from './amountFieldContext.ts';
import type { UseAmountFieldResult } from './useAmountField.ts';

/** The amount a part belongs to. Throws outside of an `AmountFieldRoot`. */
export function useAmountFieldContext(): UseAmountFieldResult {
  return usePartContext(AmountFieldContext, 'AmountFieldRoot');
}
