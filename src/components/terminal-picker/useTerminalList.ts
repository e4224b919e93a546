'use client';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { Clock } from '../../core/time.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalPages } from '../../hooks/useTerminals.ts';
import { createFinder } from './findEntries.ts';
import { terminalEntries } from './terminalEntries.ts';

/** The terminals loaded so far, prepared to be searched, and how the loading stands. */
export function useTerminalList() {
  const { clock } = usePaymentsContext().operations;
  const pages = useTerminalPages();
  const { data, error, isPending, hasNextPage } = pages;
  const entries = useMemo(() => data && terminalEntries(data.terminals), [data]);
  const find = useMemo(() => createFinder(entries ?? []), [entries]);
  const isPausing = useIsPausing(error, clock);
  return {
    pages,
    entries,
    find,
    isPending,
    isComplete: data !== undefined && !hasNextPage,
    isEmpty: data?.total === 0,
    hasFailed: error !== null && data === undefined,
    /** The service said how long to wait, and it is not over. */
    isPausing,
  };
}

export type TerminalListState = ReturnType<typeof useTerminalList>;

function useIsPausing(error: PaymentsError | null, clock: Clock): boolean {
  const [over, setOver] = useState<PaymentsError>();
  const pauseMs = error?.retryAfterMs ?? 0;
  useEffect(() => {
    if (!error || pauseMs === 0) return undefined;
    const timer = clock.setTimeout(() => setOver(error), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [error, pauseMs, clock]);
  return pauseMs > 0 && over !== error;
}
