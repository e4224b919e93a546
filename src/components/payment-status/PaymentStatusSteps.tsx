'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { useUnderWay } from './useUnderWay.ts';

/** Sent, at the terminal, result: where an operation is on its way. */
export const PaymentStatusSteps = definePart('ol', function PaymentStatusSteps() {
  const view = useUnderWay();
  if (!view) return undefined;
  const { labels, operation } = view;
  const steps = [labels.stepSent, labels.stepTerminal, labels.stepResult];
  const current = operation.phase === 'sending' ? 0 : 1;
  return {
    className: 'tillkit-payment-status-steps',
    children: steps.map((label, index) => (
      <li
        key={label}
        className="tillkit-payment-status-step"
        data-step={index < current ? 'done' : index === current ? 'current' : 'next'}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className="tillkit-payment-status-dot">{index < current && <Icon name="check" />}</span>
        {label}
      </li>
    )),
  };
});
