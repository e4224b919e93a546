'use client';
import { forwardRef, useState } from 'react';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { CloseBatchContext } from './closeBatchContext.ts';
import { type CloseBatchLabels, closeBatchLabels } from './closeBatchLabels.ts';
import { useBatch } from './useBatch.ts';

export interface CloseBatchState {
  /** Of the operation that closes it. */
  phase: 'idle' | Phase;
}

export interface CloseBatchRootProps extends PartProps<'section', CloseBatchState>, OutcomeCallbacks {
  terminalId: string;
  /** Which flow it belongs to; default one of the terminal's own. */
  flowKey?: string | undefined;
  labels?: Partial<CloseBatchLabels> | undefined;
}

const closing = ['closeBatch'] as const;

/** Holds a terminal's batch for the parts in it, and tells the host what became of closing it. */
export const CloseBatchRoot = forwardRef<HTMLElement, CloseBatchRootProps>(
  function CloseBatchRoot(props, ref) {
    const { terminalId, flowKey, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('closeBatch', closeBatchLabels, words);
    const batch = useBatch(terminalId, flowKey);
    const { operation, leave } = batch;
    const [isBack, setIsBack] = useState(false);
    const status = useStatusFocus(operation?.id);
    useOutcome(operation, props, { kinds: closing, flowKey: batch.flowKey });
    const done = () => {
      setIsBack(true);
      leave();
    };
    const own = {
      className: operation ? 'tillkit-close-batch' : 'tillkit-close-batch tillkit-card',
      'data-tillkit': 'close-batch',
      'aria-label': labels.title,
    };
    return (
      <CloseBatchContext.Provider value={{ terminalId, batch, labels, isBack, status, done }}>
        <Part as="section" ref={ref} own={own} given={given} state={{ phase: operation?.phase ?? 'idle' }} />
      </CloseBatchContext.Provider>
    );
  },
);
