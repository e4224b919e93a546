'use client';
import { type ReactNode, useState } from 'react';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { BatchToClose } from './BatchToClose.tsx';
import { type CloseBatchLabels, closeBatchLabels } from './closeBatchLabels.ts';
import { useBatch } from './useBatch.ts';

export interface CloseBatchProps extends OutcomeCallbacks {
  terminalId: string;
  /** Which flow it belongs to; default one of the terminal's own. */
  flowKey?: string | undefined;
  /** What the host knows of the batch, as its payments and their sum; shown before it is closed. */
  summary?: ReactNode;
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
  const status = useStatusFocus(operation?.id);
  useOutcome(operation, props);

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
          summary={props.summary}
          takesFocus={isBack}
        />
      )}
    </section>
  );
}
