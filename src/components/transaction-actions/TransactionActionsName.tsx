'use client';
import { definePart } from '../part/definePart.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** Names an action. */
export const TransactionActionsName = definePart('h3', function TransactionActionsName() {
  const { operation, labels, headingId } = useTransactionAction();
  return { id: headingId, children: labels[operation] };
});
