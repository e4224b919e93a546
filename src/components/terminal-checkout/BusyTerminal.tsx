'use client';
import { useOperation } from '../../hooks/useOperation.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { RefusalNotice, type RefusalProps } from './RefusalNotice.tsx';

/** The operation that holds the terminal, with what one can do about it. */
export function BusyTerminal({ sale, refusal, labels }: RefusalProps) {
  const holder = useOperation(refusal.operationId);
  const terminal = sale.terminalTitle ?? '';
  if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
  return (
    <>
      <RefusalNotice sentence={labels.busyNotice({ terminal })} />
      <PaymentStatus operationId={holder.id} />
    </>
  );
}
