'use client';
import { useState } from 'react';
import type { Transaction } from '../../core/operations/allowedOperations.ts';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { TransactionCard } from './TransactionCard.tsx';
import { transactionActionsLabels } from './transactionActionsEnglish.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import { useTransactionFlow } from './useTransactionFlow.ts';

export interface TransactionActionsProps extends OutcomeCallbacks {
  /** As the host knows it; what this page does to it is added by itself. */
  transaction: Transaction;
  /** Which flow it belongs to; default one of the transaction's own. */
  flowKey?: string | undefined;
  className?: string | undefined;
  labels?: Partial<TransactionActionsLabels> | undefined;
}

/**
 * What may be done with a transaction, and why not the rest: capture, void and refund, then their status.
 *
 * @example
 * <TransactionActions transaction={transaction} onPaymentComplete={refetch} />
 */
export function TransactionActions(props: TransactionActionsProps) {
  return <OneTransaction key={props.transaction.pnRefNum} {...props} />;
}

function OneTransaction(props: TransactionActionsProps) {
  const labels = useLabels('transactionActions', transactionActionsLabels, props.labels);
  const flow = useTransactionFlow(props.transaction, props.flowKey);
  const { shown, started, leave } = flow;
  const [isBack, setIsBack] = useState(false);
  const status = useStatusFocus(shown?.id);
  useOutcome(started, props);

  const back = () => {
    setIsBack(true);
    leave();
  };
  return (
    <section
      className={['tillkit-transaction-actions', !shown && 'tillkit-card', props.className]
        .filter(Boolean)
        .join(' ')}
      data-tillkit="transaction-actions"
      data-phase={shown?.phase ?? 'idle'}
      aria-label={labels.region}
    >
      {shown ? (
        <PaymentStatus
          ref={status}
          operationId={shown.id}
          actions={
            !isOpen(shown) && (
              <button type="button" className="tillkit-button" onClick={back}>
                {labels.back}
              </button>
            )
          }
        />
      ) : (
        <TransactionCard flow={flow} labels={labels} takesFocus={isBack} />
      )}
    </section>
  );
}
