'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusStepsProps extends PartProps<'ol'> {}

/** Sent, at the terminal, result: where an operation is on its way. */
export const PaymentStatusSteps = forwardRef<HTMLOListElement, PaymentStatusStepsProps>(
  function PaymentStatusSteps(props, ref) {
    const view = useUnderWay();
    if (!view) return null;
    const { labels, operation } = view;
    const steps = [labels.stepSent, labels.stepTerminal, labels.stepResult];
    const current = operation.phase === 'sending' ? 0 : 1;
    const own = {
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
    return <Part as="ol" ref={ref} own={own} given={props} />;
  },
);
