'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { isInDoubt } from './transactionRules.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** Before void and refund, where both are offered because nobody knows which fits: none is chosen for the person. */
export const TransactionActionsInDoubt = definePart('div', function TransactionActionsInDoubt() {
  const { flow, labels } = useTransactionEntry();
  if (flow.actions.filter(isInDoubt).length < 2) return undefined;
  const children = (
    <>
      <Icon name="question" />
      <p>{labels.inDoubt}</p>
    </>
  );
  return { className: 'tillkit-notice', children };
});
