'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { RefusalNotice } from '../flow/RefusalNotice.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** Why nothing was sent. An operation of this page that is in the way stands in the list already. */
export function CloseBatchRefusal() {
  const { batch, terminal, labels } = useBatchEntry();
  const { refusal } = batch;
  const holder = useOperation(refusal?.operationId);
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
      return null;
    case 'terminal-busy':
      return holder ? null : <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
    case 'no-journal':
      return <RefusalNotice sentence={labels.noJournal} />;
    case 'needs-confirmation':
    case 'not-allowed':
    case 'invalid-request':
      return <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}
