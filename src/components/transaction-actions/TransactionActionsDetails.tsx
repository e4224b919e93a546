'use client';
import type { ReactNode } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { definePart } from '../part/definePart.tsx';
import { paymentStatusLabels } from '../payment-status/paymentStatusEnglish.ts';
import { ReferenceId } from '../payment-status/ReferenceId.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** How much of it was moved already, what is left, and under which number it is found. */
export const TransactionActionsDetails = definePart('dl', function TransactionActionsDetails() {
  const { flow, labels } = useTransactionEntry();
  const { kind, pnRefNum, terminalId, capturedCents, refundedCents, settled } = flow.transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const copyLabels = useLabels('paymentStatus', paymentStatusLabels);
  const left = (operation: AllowedOperation['operation']) => {
    const { maxCents } = flow.actions.find((action) => action.operation === operation) ?? {};
    return maxCents !== undefined && money.format(maxCents);
  };
  const rows: [string, ReactNode][] = [
    [labels.captured, kind === 'preAuth' && money.format(capturedCents)],
    [labels.refunded, refundedCents > 0 && money.format(refundedCents)],
    [labels.leftToCapture, left('capture')],
    [labels.leftToRefund, refundedCents > 0 && left('refund')],
    [labels.settlement, settled !== 'unknown' && (settled ? labels.settled : labels.notSettled)],
    [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
    [
      labels.reference,
      <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={copyLabels} />,
    ],
  ];
  const children = rows.map(
    ([term, value]) =>
      value && (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ),
  );
  return { className: 'tillkit-figures', children };
});
