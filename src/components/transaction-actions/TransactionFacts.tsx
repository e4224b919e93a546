'use client';
import type { ReactNode, RefObject } from 'react';
import type { AllowedOperation, Transaction } from '../../core/operations/allowedOperations.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { MoneyText } from '../payment-status/MoneyText.tsx';
import { paymentStatusLabels } from '../payment-status/paymentStatusEnglish.ts';
import { ReferenceId } from '../payment-status/ReferenceId.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

export interface TransactionFactsProps {
  transaction: Transaction;
  actions: readonly AllowedOperation[];
  labels: TransactionActionsLabels;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** What it is, how much of it was moved already, and under which number it is found. */
export function TransactionFacts({ transaction, actions, labels, heading }: TransactionFactsProps) {
  const { kind, pnRefNum, terminalId, authorizedCents, capturedCents, refundedCents, settled } = transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const copyLabels = useLabels('paymentStatus', paymentStatusLabels);
  const parts = money.amountParts(authorizedCents);
  const left = (operation: AllowedOperation['operation']) => {
    const { maxCents } = actions.find((action) => action.operation === operation) ?? {};
    return maxCents !== undefined && money.formatAmount(maxCents);
  };
  const rows: [string, ReactNode][] = [
    [labels.captured, kind === 'preAuth' && money.formatAmount(capturedCents)],
    [labels.refunded, refundedCents > 0 && money.formatAmount(refundedCents)],
    [labels.leftToCapture, left('capture')],
    [labels.leftToRefund, refundedCents > 0 && left('refund')],
    [labels.settlement, settled !== 'unknown' && (settled ? labels.settled : labels.notSettled)],
    [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
    [
      labels.reference,
      <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={copyLabels} />,
    ],
  ];
  return (
    <header className="tillkit-transaction-actions-facts">
      <h2 className="tillkit-transaction-actions-title" ref={heading} tabIndex={-1}>
        {labels.title({ kind })}
      </h2>
      <p className="tillkit-transaction-actions-amount">
        {parts ? <MoneyText parts={parts} /> : money.formatAmount(authorizedCents)}
      </p>
      <dl className="tillkit-figures">
        {rows.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </header>
  );
}
