'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** What should not have happened and did. In `unknown` the reason says it already. */
export const PaymentStatusAnomalies = definePart('div', function PaymentStatusAnomalies() {
  const { view, ending, labels } = usePaymentStatusContext();
  if (!view || !ending || view.operation.phase === 'unknown') return undefined;
  const sentences: Record<string, string> = {
    'amount-mismatch': view.over ? labels.moreThanAsked({ over: view.over }) : labels.amountMismatch,
    contradiction: labels.contradiction,
    'contradicts-operator': labels.contradictsOperator,
    'duplicate-id': labels.duplicateId,
  };
  const found = view.operation.anomalies
    .map((anomaly) => sentences[anomaly])
    .filter((sentence) => sentence !== undefined);
  if (found.length === 0) return undefined;
  return {
    className: 'tillkit-stack',
    children: found.map((sentence) => (
      <div className="tillkit-notice" data-tone="attention" key={sentence}>
        <Icon name="alert" />
        <p>{sentence}</p>
      </div>
    )),
  };
});
