'use client';
import { definePart } from '../part/definePart.tsx';
import { TransactionActionsAmount } from './TransactionActionsAmount.tsx';
import { TransactionActionsDetails } from './TransactionActionsDetails.tsx';
import { TransactionActionsTitle } from './TransactionActionsTitle.tsx';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** What it is, how much of it was moved already, and under which number it is found. */
export const TransactionActionsFacts = definePart('header', function TransactionActionsFacts() {
  useTransactionEntry();
  const children = (
    <>
      <TransactionActionsTitle />
      <TransactionActionsAmount />
      <TransactionActionsDetails />
    </>
  );
  return { className: 'tillkit-transaction-actions-facts', children };
});
