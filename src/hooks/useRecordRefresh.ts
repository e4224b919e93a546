'use client';
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import { refreshOnChange } from './refreshOnChange.ts';
import { statePerOperations } from './useOperations.ts';

const refreshers = /*#__PURE__*/ statePerOperations(
  () => new Map<QueryClient, { users: number } & ReturnType<typeof refreshRecord>>(),
);

/** The latest changes of the record; undefined while no component shows a record query. */
export const recordChanges = (operations: TerminalOperations, queryClient: QueryClient) =>
  refreshers(operations).get(queryClient)?.changes;

/** Invalidates every record query when the record changes: once for all components, and at most once a second. */
export function useRecordRefresh(
  operations: TerminalOperations | undefined,
  queryClient: QueryClient,
  baseUrl: string,
  clock: Clock,
): void {
  useEffect(() => {
    if (!operations) return undefined;
    const byQueryClient = refreshers(operations);
    const refresher = byQueryClient.get(queryClient) ?? {
      users: 0,
      ...refreshRecord(operations, queryClient, baseUrl, clock),
    };
    byQueryClient.set(queryClient, refresher);
    refresher.users += 1;
    return () => {
      refresher.users -= 1;
      if (refresher.users > 0) return;
      byQueryClient.delete(queryClient);
      refresher.leave();
    };
  }, [operations, queryClient, baseUrl, clock]);
}

/** When the record changes, reads every shown record query again, even if the host has removed the query (`clear()`). */
function refreshRecord(
  operations: TerminalOperations,
  queryClient: QueryClient,
  baseUrl: string,
  clock: Clock,
) {
  const queryKey = paymentsKeys.record(baseUrl);
  const removed = new Set<Query>();
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isShown = query.getObserversCount() > 0;
    if (type === 'removed' && isShown && queryKey.every((part, at) => part === query.queryKey[at]))
      removed.add(query);
  });
  const { changes, leave } = refreshOnChange(operations, clock, async () => {
    const reading = queryClient.invalidateQueries({ queryKey });
    // The observers of a removed query find a new query only when they are rendered or get options.
    for (const { observers } of removed)
      observers.slice().forEach((observer) => observer.setOptions(observer.options)); // `slice`: each observer leaves the list
    removed.clear();
    await reading;
  });
  return {
    changes,
    leave: () => {
      unsubscribe();
      leave();
    },
  };
}
