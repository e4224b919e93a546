'use client';
import type { QueryClient, QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { PaymentsError } from '../core/errors.ts';
import type {
  CallOptions,
  RecordQueries,
  TerminalOperations,
} from '../core/operations/terminalOperations.ts';
import { accountKey, listQueryDefaults, type ListQueryOptions, withinOwner } from './listQuery.ts';
import { useCheckedQuery, useListClient } from './useListClient.ts';
import { useTerminalOperations } from './useOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { useRecordRefresh } from './useRecordRefresh.ts';

/** TanStack Query's result. `isAvailable`: whether its data covers all tills. */
export type RecordQueryResult<Data> = UseQueryResult<Data, PaymentsError> & {
  /** False without a gateway: then the result covers this browser only. */
  isAvailable: boolean;
};

interface RecordQueryInput<Data> {
  queryKey: QueryKey;
  ask: (record: RecordQueries, call: CallOptions) => Promise<Data>;
  /** Throws `contract` if the cached data has another shape. */
  check: (data: Data) => Data;
  isEnabled?: boolean | undefined;
  query: ListQueryOptions<Data> | undefined;
}

interface KeptRecord {
  operations: TerminalOperations;
  record: RecordQueries;
  queryClient: QueryClient;
  isAvailable: boolean;
  keyEnd: QueryKey;
}

/** The shop's record and the query client for it. If `isEnabled`, changes of the record refresh the queries. */
export function useRecord(isEnabled: boolean): KeptRecord {
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
  return { operations, record: operations.record, queryClient, isAvailable, keyEnd };
}

/** `staleTime` is 0: while no component shows a record query, nothing refreshes it, so its data may be out of date. */
export const recordQueryDefaults = { ...listQueryDefaults, staleTime: 0 };

export function useRecordQuery<Data>(question: RecordQueryInput<Data>): RecordQueryResult<Data> {
  const { queryKey: ownKey, ask, check, isEnabled = true, query } = question;
  const { record, queryClient, isAvailable, keyEnd } = useRecord(isEnabled);
  const queryKey = [...ownKey, ...keyEnd];
  const result = useCheckedQuery(
    {
      ...recordQueryDefaults,
      ...query,
      ...withinOwner(query, queryKey, ownKey.length - 1),
      ...(!isEnabled && { enabled: false }),
      queryKey,
      queryFn: ({ signal }) => ask(record, { signal }),
    },
    check,
    queryClient,
  );
  return withAvailability(result, () => isAvailable);
}

/** Keeps the data of operators apart: the next operator is perhaps not allowed to see what the gateway told this one. */
const operatorKey = ({ scope }: TerminalOperations) => (scope === undefined ? [] : [{ scope }]);

/** Adds `isAvailable`. Reads the result's fields lazily, because TanStack Query tracks which of them a component reads. */
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

/** Whether the gateway can answer the query. False without a gateway, or if it is too old or does not store what is asked. */
export function isKept({
  isAvailable,
  error,
}: Pick<RecordQueryResult<unknown>, 'isAvailable' | 'error'>): boolean {
  const code = error?.refusal?.code;
  return isAvailable && code !== 'unavailable' && code !== 'no-route';
}
