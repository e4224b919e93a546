'use client';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import { refreshOnChange } from './refreshOnChange.ts';
import { statePerOperations } from './useOperations.ts';

const refreshers = /*#__PURE__*/ statePerOperations(
  () => new Map<QueryClient, { users: number } & ReturnType<typeof refreshOnChange>>(),
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
      ...refreshOnChange(operations, clock, () =>
        queryClient.invalidateQueries({ queryKey: paymentsKeys.record(baseUrl) }),
      ),
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
