'use client';
import { definePart } from '../part/definePart.tsx';
import { TransactionActionsField } from './TransactionActionsField.tsx';
import { TransactionActionsSubmit } from './TransactionActionsSubmit.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** The amount, where one is to be entered, and the button; gone while a question stands. */
export const TransactionActionsControls = definePart('div', function TransactionActionsControls() {
  const { field, question } = useTransactionAction();
  if (question) return undefined;
  if (!field) return { className: 'tillkit-actions', children: <TransactionActionsSubmit /> };
  const children = (
    <>
      <TransactionActionsField />
      <div className="tillkit-actions">
        <TransactionActionsSubmit />
      </div>
    </>
  );
  return { className: 'tillkit-transaction-actions-entry', children };
});
