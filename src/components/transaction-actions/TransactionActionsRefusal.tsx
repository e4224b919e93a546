'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { RefusalNotice } from '../flow/RefusalNotice.tsx';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** Why nothing was sent, with the operation that is in the way. What is wrong with the amount stands at its field. */
export function TransactionActionsRefusal() {
  const { refusal, terminal, labels } = useTransactionAction();
  const holder = useOperation(refusal?.operationId);
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
    case 'needs-confirmation':
      return null;
    case 'terminal-busy':
      if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
      return (
        <>
          <RefusalNotice sentence={labels.busy({ terminal })} />
          <PaymentStatus operationId={holder.id} />
        </>
      );
    case 'no-journal':
      return <RefusalNotice sentence={labels.noJournal} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusal.field === 'amount' ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}
