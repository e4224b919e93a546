'use client';
import { ConfirmQuestion } from './ConfirmQuestion.tsx';
import { DuplicateQuestion } from './DuplicateQuestion.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** Asked before it is sent, where the host wants that, and before the same amount is sent again. */
export function TerminalCheckoutQuestion() {
  const { sale, labels } = useCheckoutEntry();
  const { refusal } = sale.payment;
  if (sale.isAsking) return <ConfirmQuestion sale={sale} labels={labels} />;
  if (refusal?.code !== 'needs-confirmation') return null;
  return <DuplicateQuestion sale={sale} refusal={refusal} labels={labels} />;
}
