'use client';
import { definePart } from '../part/definePart.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** What an action does to the money. */
export const TransactionActionsText = definePart('p', function TransactionActionsText() {
  return { className: 'tillkit-hint', children: useTransactionAction().text };
});
