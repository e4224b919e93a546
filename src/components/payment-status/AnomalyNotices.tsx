'use client';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** What should not have happened and did. In `unknown` the reason says it already. */
export function AnomalyNotices({ view: { operation, labels } }: { view: PaymentView }) {
  const { anomalies, phase } = operation;
  const sentences: Record<string, string> = {
    'amount-mismatch': labels.amountMismatch,
    contradiction: labels.contradiction,
    'contradicts-operator': labels.contradictsOperator,
    'duplicate-id': labels.duplicateId,
  };
  if (phase === 'unknown') return null;
  return anomalies
    .map((anomaly) => sentences[anomaly])
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => (
      <div className="tillkit-notice" data-tone="attention" key={sentence}>
        <Icon name="alert" />
        <p>{sentence}</p>
      </div>
    ));
}
