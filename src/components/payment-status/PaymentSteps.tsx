'use client';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

export interface PaymentStepsProps {
  labels: PaymentStatusLabels;
  /** Index of the step that is under way. */
  current: number;
}

/** Sent, at the terminal, result: where an operation is on its way. */
export function PaymentSteps({ labels, current }: PaymentStepsProps) {
  const steps = [labels.stepSent, labels.stepTerminal, labels.stepResult];
  return (
    <ol className="tillkit-payment-status-steps">
      {steps.map((label, index) => (
        <li
          key={label}
          className="tillkit-payment-status-step"
          data-step={index < current ? 'done' : index === current ? 'current' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="tillkit-payment-status-dot">{index < current && <Icon name="check" />}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}
