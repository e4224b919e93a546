'use client';
import { BusyTerminal } from './BusyTerminal.tsx';
import { refusedField } from './checkoutErrors.ts';
import { DuplicateQuestion } from './DuplicateQuestion.tsx';
import { RefusalNotice } from '../flow/RefusalNotice.tsx';
import type { CheckoutRefusalProps } from './checkoutRefusalProps.ts';

/** Why nothing was sent, and what one can do about it. What is wrong with a field stands at the field. */
export function CheckoutRefusal({ sale, labels }: Omit<CheckoutRefusalProps, 'refusal'>) {
  const { refusal } = sale.payment;
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
      return null;
    case 'needs-confirmation':
      return <DuplicateQuestion sale={sale} refusal={refusal} labels={labels} />;
    case 'terminal-busy':
      return <BusyTerminal sale={sale} refusal={refusal} labels={labels} />;
    case 'no-journal':
      return <RefusalNotice sentence={labels.noJournal} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusedField(refusal, sale.fields) ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}
