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

/** The record, and where its queries are kept. While enabled, they are read again when the record changes. */
export function useRecord(isEnabled: boolean) {
  const { client, clock } = usePaymentsContext();
  const operations = useTerminalOperations();
  const queryClient = useListClient();
  const { hasRecord: isAvailable } = client;
  const { baseUrl } = client.options;
  useRecordRefresh(isEnabled ? operations : undefined, queryClient, baseUrl, clock);
  const keyEnd = [
    ...(isAvailable ? operatorKey(operations) : [{ by: 'browser', scope: operations.scope ?? null }]),
    ...accountKey(queryClient, client),
  ];
  return { record: operations.record, queryClient, isAvailable, baseUrl, keyEnd };
}

/** While no component shows a record query, its data is not kept fresh. */
export const recordQueryDefaults = { ...listQueryDefaults, staleTime: 0 };

/** A query of the operations record. */
export function useRecordQuery<Data>(question: RecordQueryInput<Data>): RecordQueryResult<Data> {
  const { queryKey, ask, check, isEnabled = true, query } = question;
  const { record, queryClient, isAvailable, keyEnd } = useRecord(isEnabled);
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Data) => (hostSelect ? hostSelect(check(data)) : check(data)),
    [hostSelect, check],
  );
  const result = useQuery<Data, PaymentsError>(
    {
      ...recordQueryDefaults,
      ...query,
      ...(!isEnabled && { enabled: false }),
      select,
      queryKey: [...queryKey, ...keyEnd],
      queryFn: ({ signal }) => ask(record, { signal }),
    },
    queryClient,
  );
  return withAvailability(result, () => isAvailable);
}

/** Keeps operators apart: the next operator may not be allowed to see what the gateway told this one. */
const operatorKey = ({ scope }: TerminalOperations) => (scope === undefined ? [] : [{ scope }]);

/** Getters that read the result's fields lazily: TanStack Query tracks which fields a component reads. */
export function withAvailability<Result extends object>(
  result: Result,
  isAvailable: (result: Result) => boolean,
): Result & { isAvailable: boolean } {
  const view = {};
  const define = (name: string, get: () => unknown) =>
    Object.defineProperty(view, name, { enumerable: true, get });
  for (const name of Object.keys(result) as (keyof Result)[])
    if (name !== 'isAvailable') define(name as string, () => result[name]);
  define('isAvailable', () => isAvailable(result));
  return view as Result & { isAvailable: boolean };
}

/** Whether a gateway answers: it may not keep what was asked for, or be of an older version. */
export function isKept({
  isAvailable,
  error,
}: Pick<RecordQueryResult<unknown>, 'isAvailable' | 'error'>): boolean {
  const code = error?.refusal?.code;
  return isAvailable && code !== 'unavailable' && code !== 'no-route';
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
  let isReading = false;
  let isDue = false;
  let isStopped = false;
  const read = async () => {
    timer = undefined;
    lastAt = clock.monotonic();
    isReading = true;
    await invalidate();
    isReading = false;
    if (isDue && !isStopped) schedule();
  };
  // A list of many pages may take longer to read than the gap: reading must not begin anew before it is done.
  const schedule = () => {
    isDue = isReading;
    if (isReading) return;
    timer ??= clock.setTimeout(() => void read(), Math.max(0, lastAt + minRefreshGapMs - clock.monotonic()));
  };
  const leave = record.subscribe(schedule);
  return () => {
    isStopped = true;
    leave();
    clock.clearTimeout(timer);
  };
}
