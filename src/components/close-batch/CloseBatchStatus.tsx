'use client';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { useCloseBatchContext } from './useCloseBatchContext.ts';

/** What became of closing it, and back to the batch. */
export function CloseBatchStatus() {
  const { batch, labels, status, done } = useCloseBatchContext();
  const { operation } = batch;
  if (!operation) return null;
  const actions = !isOpen(operation) && (
    <button type="button" className="tillkit-button" onClick={done}>
      {labels.done}
    </button>
  );
  return <PaymentStatus ref={status} operationId={operation.id} actions={actions} />;
}
