'use client';
import { useOperation } from '../../hooks/useOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Question } from '../payment-status/Question.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { RefusalProps } from './RefusalNotice.tsx';

/** Before the same amount is sent again: when and where it was sent first. */
export function DuplicateQuestion({ sale, refusal, labels }: RefusalProps) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const { payment, charge, amountText: amount = '' } = sale;
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (
    <Question
      title={labels.duplicateTitle}
      text={labels.duplicateSentence({
        amount,
        terminal,
        time,
        phase: earlier?.phase,
        charged: earlier?.resolution?.charged,
      })}
      yes={labels.chargeAgain({ amount })}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}
