'use client';
import type { ReactNode } from 'react';
import { shownText } from '../terminal-picker/shownText.ts';
import { ReferenceId } from './ReferenceId.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** Where, when and under which numbers: what one needs to find a payment again. */
export function PaymentDetails({ view }: { view: PaymentView }) {
  const { operation, labels, terminal, formatTime } = view;
  const { createdAt, endedAt, orderNumber, pnRefNum, msgIdentifier, phase, error } = operation;
  const code = phase === 'rejected' && error ? String(error.status ?? error.code) : undefined;
  const rows: [string, ReactNode][] = [
    [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
    [labels.time, formatTime(phase === 'unknown' ? createdAt : (endedAt ?? createdAt))],
    [labels.orderNumber, orderNumber && <bdi key="order">{shownText(orderNumber)}</bdi>],
    [
      labels.reference,
      pnRefNum && <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={labels} />,
    ],
    [
      labels.messageId,
      !pnRefNum && msgIdentifier && (
        <ReferenceId key="message" value={msgIdentifier} what={labels.messageId} labels={labels} />
      ),
    ],
    [labels.code, code && <ReferenceId key="code" value={code} what={labels.code} labels={labels} />],
  ];
  return (
    <dl className="tillkit-payment-status-details">
      {rows.map(
        ([term, value]) =>
          value && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="tillkit-figures">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
