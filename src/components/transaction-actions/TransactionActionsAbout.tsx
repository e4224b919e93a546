'use client';
import { definePart } from '../part/definePart.tsx';
import { TransactionActionsName } from './TransactionActionsName.tsx';
import { TransactionActionsText } from './TransactionActionsText.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** What an action is. */
export const TransactionActionsAbout = definePart('div', function TransactionActionsAbout() {
  useTransactionAction();
  const children = (
    <>
      <TransactionActionsName />
      <TransactionActionsText />
    </>
  );
  return { children };
});
