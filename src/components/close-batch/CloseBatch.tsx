'use client';
import { useEffect, useRef, useState } from 'react';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { BatchToClose } from './BatchToClose.tsx';
import { type CloseBatchLabels, closeBatchLabels } from './closeBatchLabels.ts';
import { useBatch } from './useBatch.ts';

export interface CloseBatchProps extends OutcomeCallbacks {
  terminalId: string;
  /** Which flow it belongs to; default one of the terminal's own. */
  flowKey?: string | undefined;
  className?: string | undefined;
  labels?: Partial<CloseBatchLabels> | undefined;
}

/**
 * Closes a terminal's batch: what that means, what is in the way, one question, then its status.
 *
 * @example
 * <CloseBatch terminalId="T-1" />
 */
export function CloseBatch(props: CloseBatchProps) {
  const { terminalId, flowKey, className } = props;
  const labels = useLabels('closeBatch', closeBatchLabels, props.labels);
  const batch = useBatch(terminalId, flowKey);
  const { operation, leave } = batch;
  const [isBack, setIsBack] = useState(false);
  const status = useRef<HTMLElement>(null);
  const hadForm = useRef(false);
  useOutcome(operation, props);

  // The button is gone: whoever pressed it finds the status.
  const operationId = operation?.id;
  useEffect(() => {
    if (operationId !== undefined && hadForm.current) status.current?.focus();
    hadForm.current = operationId === undefined;
  }, [operationId]);

  const done = () => {
    setIsBack(true);
    leave();
  };
  return (
    <section
      className={['tillkit-close-batch', !operation && 'tillkit-card', className].filter(Boolean).join(' ')}
      data-tillkit="close-batch"
      data-phase={operation?.phase ?? 'idle'}
      aria-label={labels.title}
    >
      {operation ? (
        <PaymentStatus
          ref={status}
          operationId={operation.id}
          actions={
            !isOpen(operation) && (
              <button type="button" className="tillkit-button" onClick={done}>
                {labels.done}
              </button>
            )
          }
        />
      ) : (
        <BatchToClose
          key={terminalId}
          terminalId={terminalId}
          batch={batch}
          labels={labels}
          takesFocus={isBack}
        />
      )}
    </section>
  );
}
