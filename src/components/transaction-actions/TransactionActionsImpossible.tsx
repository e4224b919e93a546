'use client';
import { useMoney } from '../amount-field/useMoney.ts';
import { definePart } from '../part/definePart.tsx';
import { reasonText } from './reasonText.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** What may not be done, each with its reason. */
export const TransactionActionsImpossible = definePart('div', function TransactionActionsImpossible() {
  const { flow, labels } = useTransactionEntry();
  const captured = useMoney().format(flow.transaction.capturedCents);
  const impossible = flow.actions.filter(({ allowed }) => !allowed);
  if (impossible.length === 0) return undefined;
  const children = (
    <>
      <h3>{labels.impossible}</h3>
      <dl>
        {impossible.map((action) => (
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
    </>
  );
  return { className: 'tillkit-transaction-actions-impossible', children };
});
