'use client';
import { useMoney } from '../amount-field/useMoney.ts';
import { useReturnFocus } from '../flow/useReturnFocus.ts';
import { Icon } from '../icon/Icon.tsx';
import { ImpossibleActions } from './ImpossibleActions.tsx';
import { PossibleActions } from './PossibleActions.tsx';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import { TransactionFacts } from './TransactionFacts.tsx';
import type { TransactionFlow } from './useTransactionFlow.ts';

export interface TransactionCardProps {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  /** The status was here before. */
  takesFocus: boolean;
}

/** A transaction, what may be done with it, and why not the rest. */
export function TransactionCard({ flow, labels, takesFocus }: TransactionCardProps) {
  const { transaction, actions, isVoided } = flow;
  const captured = useMoney().formatAmount(transaction.capturedCents);
  const heading = useReturnFocus(takesFocus);
  return (
    <div className="tillkit-stack">
      <TransactionFacts
        transaction={transaction}
        actions={isVoided ? [] : actions}
        labels={labels}
        heading={heading}
      />
      {isVoided ? (
        <div className="tillkit-notice">
          <Icon name="minus" />
          <p>{labels.voided}</p>
        </div>
      ) : (
        <>
          <PossibleActions flow={flow} labels={labels} />
          <ImpossibleActions
            actions={actions.filter(({ allowed }) => !allowed)}
            captured={captured}
            labels={labels}
          />
        </>
      )}
    </div>
  );
}
