'use client';
import type { Refusal } from '../../core/operations/startResult.ts';
import { useOperation } from '../../hooks/useOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Question } from '../flow/Question.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

export interface DuplicateAmountProps {
  refusal: Refusal;
  operation: 'capture' | 'refund';
  amount: string;
  labels: TransactionActionsLabels;
  onYes: () => void;
  onNo: () => void;
}

/** Before the same amount is sent again: when and where it was sent first. */
export function DuplicateAmount({ refusal, operation, amount, labels, onYes, onNo }: DuplicateAmountProps) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (
    <Question
      title={labels.duplicateTitle}
      text={labels.duplicateText({ amount, terminal, time })}
      yes={labels.duplicateYes({ amount, operation })}
      no={labels.goBack}
      onYes={onYes}
      onNo={onNo}
    />
  );
}
