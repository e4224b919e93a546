'use client';
import { forwardRef, type ReactNode } from 'react';
import { CloseBatchAction } from './CloseBatchAction.tsx';
import { CloseBatchConsequences } from './CloseBatchConsequences.tsx';
import { CloseBatchEntry } from './CloseBatchEntry.tsx';
import { CloseBatchHead } from './CloseBatchHead.tsx';
import { CloseBatchOpen } from './CloseBatchOpen.tsx';
import { CloseBatchQuestion } from './CloseBatchQuestion.tsx';
import { CloseBatchRefusal } from './CloseBatchRefusal.tsx';
import { CloseBatchRoot, type CloseBatchRootProps } from './CloseBatchRoot.tsx';
import { CloseBatchStatus } from './CloseBatchStatus.tsx';

export interface CloseBatchProps extends Omit<CloseBatchRootProps, 'children'> {
  /** What the host knows of the batch, as its payments and their sum; shown before it is closed. */
  summary?: ReactNode;
}

/**
 * Closes a terminal's batch: what that means, what is in the way, one question, then its status.
 *
 * @example
 * <CloseBatch terminalId="T-1" />
 */
export const CloseBatch = forwardRef<HTMLElement, CloseBatchProps>(function CloseBatch(
  { summary, ...props },
  ref,
) {
  return (
    <CloseBatchRoot {...props} ref={ref}>
      <CloseBatchEntry>
        <CloseBatchHead />
        <CloseBatchConsequences />
        {summary}
        <CloseBatchOpen />
        <CloseBatchRefusal />
        <CloseBatchQuestion />
        <CloseBatchAction />
      </CloseBatchEntry>
      <CloseBatchStatus />
    </CloseBatchRoot>
  );
});
