import { createContext } from 'react';
import type { UseAmountFieldResult } from './useAmountField.ts';

export const AmountFieldContext = createContext<UseAmountFieldResult | null>(null);
