'use client';
import { forwardRef, useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { OpenOperationsContext } from './openOperationsContext.ts';
import { type OpenOperationsLabels, openOperationsLabels } from './openOperationsLabels.ts';
import { useIsReady } from './useIsReady.ts';
import { useOperationRows } from './useOperationRows.ts';

export interface OpenOperationsState {
  /** The journal is still being read. */
  loading: boolean;
  empty: boolean;
}

export interface OpenOperationsRootProps extends PartProps<'section', OpenOperationsState> {
  /** Only those of one terminal. */
  terminalId?: string | undefined;
  /** Renders nothing where nothing is open. */
  hideWhenEmpty?: boolean | undefined;
  labels?: Partial<OpenOperationsLabels> | undefined;
}

/** Holds what is open and which of it is unfolded, for the parts in it. */
export const OpenOperationsRoot = forwardRef<HTMLElement, OpenOperationsRootProps>(
  function OpenOperationsRoot({ terminalId, hideWhenEmpty, labels: words, ...props }, ref) {
    const labels = useLabels('openOperations', openOperationsLabels, words);
    const region = useRef<HTMLElement>(null);
    const list = useOperationRows(useOperations({ standing: true, terminalId }), region);
    const isReady = useIsReady();
    const headingId = useId();
    const isEmpty = list.rows.length === 0;
    if (isEmpty && hideWhenEmpty) return null;
    const own = {
      className: 'tillkit-open-operations tillkit-card',
      'data-tillkit': 'open-operations',
      'aria-labelledby': headingId,
      tabIndex: -1,
    };
    const state: OpenOperationsState = { loading: !isReady, empty: isReady && isEmpty };
    return (
      <OpenOperationsContext.Provider value={{ list, labels, showsTerminal: true, isReady, headingId }}>
        <Part as="section" ref={ref} partRef={region} own={own} given={props} state={state} />
      </OpenOperationsContext.Provider>
    );
  },
);
