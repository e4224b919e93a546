'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Question } from '../flow/Question.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { CheckoutRefusalProps } from './checkoutRefusalProps.ts';

/** Before the same amount is sent again: when and where it was sent first. */
export function DuplicateQuestion({ sale, refusal, labels }: CheckoutRefusalProps) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const { kind, payment, charge, amountText: amount = '' } = sale;
  const isSale = kind === 'pay';
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (
    <Question
      title={isSale ? labels.duplicateTitle : labels.duplicateAuthorizeTitle}
      text={labels.duplicateSentence({
        amount,
        terminal,
        time,
        phase: earlier?.phase,
        charged: earlier?.resolution?.charged,
      })}
      yes={(isSale ? labels.chargeAgain : labels.authorizeAgain)({ amount })}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}
