'use client';
import { forwardRef } from 'react';
import { useReturnFocus } from '../flow/useReturnFocus.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TransactionEntryContext } from './transactionActionsContext.ts';
import { useTransactionActionsContext } from './useTransactionActionsContext.ts';

export interface TransactionActionsEntryProps extends PartProps<'div'> {}

/** Shows the parts in it while nothing is being done with the transaction. */
export const TransactionActionsEntry = forwardRef<HTMLDivElement, TransactionActionsEntryProps>(
  function TransactionActionsEntry(props, ref) {
    const { flow } = useTransactionActionsContext();
    return flow.shown ? null : <Entry {...props} ref={ref} />;
  },
);

const Entry = forwardRef<HTMLDivElement, TransactionActionsEntryProps>(function Entry(props, ref) {
  const { flow, labels, isBack } = useTransactionActionsContext();
  const heading = useReturnFocus(isBack);
  return (
    <TransactionEntryContext.Provider value={{ flow, labels, heading }}>
      <Part as="div" ref={ref} own={{ className: 'tillkit-stack' }} given={props} />
    </TransactionEntryContext.Provider>
  );
});
