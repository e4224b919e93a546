'use client';
import { AmountField } from '../amount-field/AmountField.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** How much of it; a void has none. */
export function TransactionActionsField() {
  const { field } = useTransactionAction();
  return field ? <AmountField {...field} /> : null;
}
