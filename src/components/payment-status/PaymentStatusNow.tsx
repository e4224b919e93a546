'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useUnderWay } from './useUnderWay.ts';

export interface PaymentStatusNowProps extends PartProps<'p'> {}

/** What happens now; where nobody saw it start for a while, what to do about it. */
export const PaymentStatusNow = forwardRef<HTMLParagraphElement, PaymentStatusNowProps>(
  function PaymentStatusNow(props, ref) {
    const view = useUnderWay();
    if (!view) return null;
    const { operation, labels, terminal, isStalled } = view;
    const { kind, phase, status } = operation;
    if (isStalled) {
      const children = (
        <>
          <Icon name="clock" />
          <p>{labels.stalled({ kind, terminal })}</p>
        </>
      );
      const own = { className: 'tillkit-notice', 'data-tone': 'attention', children };
      return <Part as="div" ref={ref} own={own} given={props} />;
    }
    const now = status === 'processing' ? labels.processingNow : labels.waitingNow;
    const own = {
      className: 'tillkit-payment-status-now',
      children: phase === 'sending' ? labels.sendingNow({ terminal }) : now({ kind, terminal }),
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
