'use client';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

/** Before the same amount is sent again: when and where it was sent first. */
export function useDuplicateWords(refusal: Refusal | undefined, labels: TransactionActionsLabels) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal?.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (amount: string, operation: 'capture' | 'refund') => ({
    title: labels.duplicateTitle,
    text: labels.duplicateText({ amount, terminal, time, phase: earlier?.phase }),
    yes: labels.duplicateYes({ amount, operation }),
  });
}
