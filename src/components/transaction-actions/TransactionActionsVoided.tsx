'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** Says that nothing more can be done, after a void. */
export const TransactionActionsVoided = definePart('div', function TransactionActionsVoided() {
  const { flow, labels } = useTransactionEntry();
  if (!flow.isVoided) return undefined;
  const children = (
    <>
      <Icon name="minus" />
      <p>{labels.voided}</p>
    </>
  );
  return { className: 'tillkit-notice', children };
});
