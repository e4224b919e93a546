'use client';
import { useState } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

export interface ReferenceIdProps {
  value: string;
  /** What it is, as "Reference". */
  what: string;
  labels: PaymentStatusLabels;
}

/** An id, shortened in the middle where it is long, and copied whole. */
export function ReferenceId({ value, what, labels }: ReferenceIdProps) {
  const { announce } = usePaymentsContext();
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      announce(labels.copied);
    } catch {
      setState('whole'); // no clipboard here: it can be selected by hand
    }
  };
  return (
    <span className="tillkit-payment-status-reference">
      <bdi
        className={state === 'whole' ? 'tillkit-id' : 'tillkit-id tillkit-payment-status-short'}
        title={value}
        onCopy={(event) => {
          event.preventDefault();
          event.clipboardData.setData('text/plain', value);
        }}
      >
        {state === 'whole' ? value : shortened(value)}
      </bdi>
      <button
        type="button"
        className="tillkit-payment-status-copy"
        aria-label={labels.copy({ what })}
        onClick={() => void copy()}
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
      </button>
    </span>
  );
}

const endLength = 6;

function shortened(id: string): string {
  return id.length <= 2 * endLength + 3 ? id : `${id.slice(0, endLength)}…${id.slice(-endLength)}`;
}
