'use client';
import { useMoney } from '../amount-field/useMoney.ts';
import { definePart } from '../part/definePart.tsx';
import { MoneyText } from '../payment-status/MoneyText.tsx';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** What was authorized. */
export const TransactionActionsAmount = definePart('p', function TransactionActionsAmount() {
  const { authorizedCents } = useTransactionEntry().flow.transaction;
  const money = useMoney();
  return {
    className: 'tillkit-transaction-actions-amount',
    children: <MoneyText parts={money.parts(authorizedCents)} />,
  };
});
