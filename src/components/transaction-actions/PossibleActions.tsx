'use client';
import { Icon } from '../icon/Icon.tsx';
import { AmountAction } from './AmountAction.tsx';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import type { TransactionFlow } from './useTransactionFlow.ts';
import { VoidAction } from './VoidAction.tsx';

export interface PossibleActionsProps {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
}

/** What may be done. Where void and refund are both offered in doubt, none is chosen for the person. */
export function PossibleActions({ flow, labels }: PossibleActionsProps) {
  const possible = flow.actions.filter(({ allowed }) => allowed);
  const inDoubt = possible.filter(({ reason }) => reason === 'settlement-unknown');
  return (
    <>
      {inDoubt.length > 1 && (
        <div className="tillkit-notice">
          <Icon name="question" />
          <p>{labels.inDoubt}</p>
        </div>
      )}
      {possible.map((action) =>
        action.operation === 'void' ? (
          <VoidAction key="void" flow={flow} labels={labels} isInDoubt={inDoubt.includes(action)} />
        ) : (
          <AmountAction
            key={`${action.operation} ${action.maxCents}`}
            operation={action.operation}
            maxAmount={action.maxCents ?? 0}
            flow={flow}
            labels={labels}
            isInDoubt={inDoubt.includes(action)}
          />
        ),
      )}
    </>
  );
}
