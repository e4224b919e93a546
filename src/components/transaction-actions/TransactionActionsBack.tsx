'use client';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { definePart } from '../part/definePart.tsx';
import { useTransactionActionsContext } from './useTransactionActionsContext.ts';

/** Back to the transaction, once the outcome is known. */
export const TransactionActionsBack = definePart('button', function TransactionActionsBack() {
  const { flow, labels, back } = useTransactionActionsContext();
  if (!flow.shown || isOpen(flow.shown)) return undefined;
  return { type: 'button', className: 'tillkit-button', onClick: back, children: labels.back };
});
