'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusAnomaliesProps extends PartProps<'div'> {}

/** What should not have happened and did. In `unknown` the reason says it already. */
export const PaymentStatusAnomalies = forwardRef<HTMLDivElement, PaymentStatusAnomaliesProps>(
  function PaymentStatusAnomalies(props, ref) {
    const { view, ending, labels } = usePaymentStatusContext();
    if (!view || !ending || view.operation.phase === 'unknown') return null;
    const sentences: Record<string, string> = {
      'amount-mismatch': labels.amountMismatch,
      contradiction: labels.contradiction,
      'contradicts-operator': labels.contradictsOperator,
      'duplicate-id': labels.duplicateId,
    };
    const found = view.operation.anomalies
      .map((anomaly) => sentences[anomaly])
      .filter((sentence) => sentence !== undefined);
    if (found.length === 0) return null;
    const own = {
      className: 'tillkit-stack',
      children: found.map((sentence) => (
        <div className="tillkit-notice" data-tone="attention" key={sentence}>
          <Icon name="alert" />
          <p>{sentence}</p>
        </div>
      )),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
