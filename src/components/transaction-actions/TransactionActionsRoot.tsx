'use client';
import { forwardRef, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import type { Transaction } from '../../core/operations/transactions.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TransactionActionsContext } from './transactionActionsContext.ts';
import { transactionActionsLabels } from './transactionActionsEnglish.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import { useTransactionFlow } from './useTransactionFlow.ts';

export interface TransactionActionsState {
  /** Of the operation that is shown. */
  phase: 'idle' | Phase;
}

export interface TransactionActionsRootProps
  extends PartProps<'section', TransactionActionsState>, OutcomeCallbacks {
  /** As the host knows it; what this page does to it is added by itself. */
  transaction: Transaction;
  /** Which flow it belongs to; default one of the transaction's own. */
  flowKey?: string | undefined;
  labels?: Partial<TransactionActionsLabels> | undefined;
}

const following = ['capture', 'void', 'refund'] as const;

/** Holds a transaction for the parts in it, and tells the host what became of it. */
export const TransactionActionsRoot = forwardRef<HTMLElement, TransactionActionsRootProps>(
  function TransactionActionsRoot(props, ref) {
    const { transaction } = props as Partial<TransactionActionsRootProps>;
    if (!transaction) {
      throw new ConfigurationError(
        'transaction',
        'TransactionActions was given no transaction, so it cannot tell what may be done. Pass one as transaction; transactionOf() makes it of an operation. Until it is loaded, show something else.',
      );
    }
    return <OneTransaction {...props} ref={ref} key={transaction.pnRefNum} />;
  },
);

const OneTransaction = forwardRef<HTMLElement, TransactionActionsRootProps>(
  function OneTransaction(props, ref) {
    const { transaction, flowKey, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('transactionActions', transactionActionsLabels, words);
    const flow = useTransactionFlow(transaction, flowKey);
    const { shown, started, leave } = flow;
    const [isBack, setIsBack] = useState(false);
    const status = useStatusFocus(shown?.id);
    useOutcome(started, props, { kinds: following, flowKey: flow.flowKey });
    const back = () => {
      setIsBack(true);
      leave();
    };
    const own = {
      className: shown ? 'tillkit-transaction-actions' : 'tillkit-transaction-actions tillkit-card',
      'data-tillkit': 'transaction-actions',
      'aria-label': labels.region,
    };
    return (
      <TransactionActionsContext.Provider value={{ flow, labels, isBack, status, back }}>
        <Part as="section" ref={ref} own={own} given={given} state={{ phase: shown?.phase ?? 'idle' }} />
      </TransactionActionsContext.Provider>
    );
  },
);
