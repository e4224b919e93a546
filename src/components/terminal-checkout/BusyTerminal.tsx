'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { RefusalNotice } from '../flow/RefusalNotice.tsx';
import type { CheckoutRefusalProps } from './checkoutRefusalProps.ts';

/** The operation that holds the terminal, with what one can do about it. */
export function BusyTerminal({ sale, refusal, labels }: CheckoutRefusalProps) {
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
