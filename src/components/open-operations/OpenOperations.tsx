'use client';
import { useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { Icon } from '../icon/Icon.tsx';
import { type OpenOperationsLabels, openOperationsLabels } from './openOperationsLabels.ts';
import { OperationRows } from './OperationRows.tsx';
import { useIsReady } from './useIsReady.ts';
import { useOperationRows } from './useOperationRows.ts';

export interface OpenOperationsProps {
  /** Only those of one terminal. */
  terminalId?: string | undefined;
  /** Renders nothing where nothing is open. */
  hideWhenEmpty?: boolean | undefined;
  className?: string | undefined;
  labels?: Partial<OpenOperationsLabels> | undefined;
}

/**
 * What is still under way or not known yet, on any page and after a reload. Each row opens in place.
 *
 * @example
 * <OpenOperations hideWhenEmpty />
 */
export function OpenOperations({ terminalId, hideWhenEmpty, className, ...props }: OpenOperationsProps) {
  const labels = useLabels('openOperations', openOperationsLabels, props.labels);
  const region = useRef<HTMLElement>(null);
  const list = useOperationRows(useOperations({ open: true, terminalId }), region);
  const isReady = useIsReady();
  const headingId = useId();
  const isEmpty = list.rows.length === 0;
  if (isEmpty && hideWhenEmpty) return null;
  return (
    <section
      ref={region}
      className={['tillkit-open-operations tillkit-card', className].filter(Boolean).join(' ')}
      data-tillkit="open-operations"
      data-empty={isReady && isEmpty ? '' : undefined}
      data-loading={isReady ? undefined : ''}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <h2 className="tillkit-open-operations-title" id={headingId}>
        {labels.title}
      </h2>
      {isEmpty && !isReady && <p className="tillkit-hint">{labels.loading}</p>}
      {isEmpty && isReady && (
        <div className="tillkit-open-operations-empty">
          <Icon name="check" />
          <p>{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </div>
      )}
      {!isEmpty && <OperationRows list={list} labels={labels} />}
    </section>
  );
}
