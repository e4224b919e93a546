import { createContext } from 'react';
import type { UseAmountFieldResult } from './useAmountField.ts';

/** What the label, the input and the sentences under it share. */
export const AmountFieldContext = createContext<UseAmountFieldResult | null>(null);
