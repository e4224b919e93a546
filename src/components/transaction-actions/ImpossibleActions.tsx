'use client';
import type { AllowedOperation } from '../../core/operations/allowedOperations.ts';
import { reasonText } from './reasonText.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

export interface ImpossibleActionsProps {
  actions: readonly AllowedOperation[];
  /** What was captured, in words. */
  captured: string;
  labels: TransactionActionsLabels;
}

/** What may not be done, each with its reason. */
export function ImpossibleActions({ actions, captured, labels }: ImpossibleActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className="tillkit-transaction-actions-impossible">
      <h3>{labels.impossible}</h3>
      <dl>
        {actions.map((action) => (
          <div
            key={action.operation}
            data-kind={action.operation}
            data-reason={action.reason}
            data-disabled=""
          >
            <dt>{labels[action.operation]}</dt>
            <dd>{reasonText(action, labels, captured)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
