'use client';
import { type QueryClient, type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import type {
  CallOptions,
  RecordQueries,
  TerminalOperations,
} from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import { accountKey, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { useListClient } from './useListClient.ts';
import { statePerOperations, useTerminalOperations } from './useOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** TanStack Query's result, and whether it covers all tills. */
export type RecordQueryResult<Data> = UseQueryResult<Data, PaymentsError> & {
  /** False without a gateway: then the result covers this browser only. */
  isAvailable: boolean;
};

interface RecordQueryInput<Data> {
  queryKey: QueryKey;
  ask: (record: RecordQueries, call: CallOptions) => Promise<Data>;
  /** Throws `contract` if the query client holds something else. */
  check: (data: Data) => Data;
  isEnabled?: boolean | undefined;
  query: ListQueryOptions<Data> | undefined;
}

/** A query of the operations record, read again when the record changes. */
export function useRecordQuery<Data>(question: RecordQueryInput<Data>): RecordQueryResult<Data> {
  const { queryKey, ask, check, isEnabled = true, query } = question;
  const { client, clock } = usePaymentsContext();
  const operations = useTerminalOperations();
  const queryClient = useListClient();
  const { hasRecord: isAvailable } = client;
  useRecordRefresh(isEnabled ? operations : undefined, queryClient, client.options.baseUrl, clock);
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Data) => (hostSelect ? hostSelect(check(data)) : check(data)),
    [hostSelect, check],
  );
  const result = useQuery<Data, PaymentsError>(
    {
      ...listQueryDefaults,
      // While no component shows a query, its data is not kept fresh.
      staleTime: 0,
      ...query,
      ...(!isEnabled && { enabled: false }),
      select,
      queryKey: [
        ...queryKey,
        ...(isAvailable ? operatorKey(operations) : [{ by: 'browser', scope: operations.scope ?? null }]),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => ask(operations.record, { signal }),
    },
    queryClient,
  );
  return withAvailability(result, isAvailable);
}

/** Keeps operators apart: the next operator may not be allowed to see what the gateway told this one. */
const operatorKey = ({ scope }: TerminalOperations) => (scope === undefined ? [] : [{ scope }]);

/** Getters that read the result's fields lazily: TanStack Query tracks which fields a component reads. */
function withAvailability<Data>(
  result: UseQueryResult<Data, PaymentsError>,
  isAvailable: boolean,
): RecordQueryResult<Data> {
  const view = { isAvailable };
  for (const name of Object.keys(result) as (keyof typeof result)[])
    Object.defineProperty(view, name, { enumerable: true, get: () => result[name] });
  return view as RecordQueryResult<Data>;
}

const minRefreshGapMs = 1000;
const refreshers = /*#__PURE__*/ statePerOperations(
  () => new Map<QueryClient, { users: number; leave: () => void }>(),
);

/** Invalidates every record query when the record changes: once for all components, and at most once a second. */
function useRecordRefresh(
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
      leave: refreshOnChange(operations, clock, () =>
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

function refreshOnChange(
  { record }: TerminalOperations,
  clock: Clock,
  invalidate: () => Promise<void>,
): () => void {
  let timer: unknown;
  let lastAt = -Infinity;
  const leave = record.subscribe(() => {
    timer ??= clock.setTimeout(
      () => {
        timer = undefined;
        lastAt = clock.monotonic();
        void invalidate();
      },
      Math.max(0, lastAt + minRefreshGapMs - clock.monotonic()),
    );
  });
  return () => {
    leave();
    clock.clearTimeout(timer);
  };
}
