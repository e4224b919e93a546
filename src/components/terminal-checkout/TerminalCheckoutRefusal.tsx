'use client';
import { RefusalNotice } from '../flow/RefusalNotice.tsx';
import { BusyTerminal } from './BusyTerminal.tsx';
import { refusedField } from './checkoutErrors.ts';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** Why nothing was sent, and what one can do about it. What is wrong with a field stands at the field. */
export function TerminalCheckoutRefusal() {
  const { sale, labels } = useCheckoutEntry();
  const { refusal } = sale.payment;
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
    case 'needs-confirmation':
      return null;
    case 'terminal-busy':
      return <BusyTerminal sale={sale} refusal={refusal} labels={labels} />;
    case 'no-journal':
      return <RefusalNotice sentence={labels.noJournal} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusedField(refusal, sale.fields) ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}
