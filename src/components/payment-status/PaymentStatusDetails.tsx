'use client';
import type { ReactNode } from 'react';
import { definePart } from '../part/definePart.tsx';
import { shownText } from '../terminal-picker/shownText.ts';
import { ReferenceId } from './ReferenceId.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** Where, when and under which numbers: what one needs to find a payment again. */
export const PaymentStatusDetails = definePart('dl', function PaymentStatusDetails() {
  const { view, ending, labels } = usePaymentStatusContext();
  if (!view || !ending) return undefined;
  const { operation, terminal, formatTime } = view;
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
  return {
    className: 'tillkit-payment-status-details',
    children: rows.map(
      ([term, value]) =>
        value && (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="tillkit-figures">{value}</dd>
          </div>
        ),
    ),
  };
});
