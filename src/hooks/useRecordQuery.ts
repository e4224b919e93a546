'use client';
import type { QueryClient, QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { PaymentsError } from '../core/errors.ts';
import type {
  CallOptions,
  RecordQueries,
  TerminalOperations,
} from '../core/operations/terminalOperations.ts';
import { accountKey, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { useCheckedQuery, useListClient } from './useListClient.ts';
import { useTerminalOperations } from './useOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { useRecordRefresh } from './useRecordRefresh.ts';

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

interface KeptRecord {
  operations: TerminalOperations;
  record: RecordQueries;
  queryClient: QueryClient;
  isAvailable: boolean;
  keyEnd: QueryKey;
}

/** The record, and where its queries are kept. While enabled, they are read again when the record changes. */
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

/** `staleTime` 0, because nothing refreshes a record query while no component shows it. */
export const recordQueryDefaults = { ...listQueryDefaults, staleTime: 0 };

export function useRecordQuery<Data>(question: RecordQueryInput<Data>): RecordQueryResult<Data> {
  const { queryKey, ask, check, isEnabled = true, query } = question;
  const { record, queryClient, isAvailable, keyEnd } = useRecord(isEnabled);
  const result = useCheckedQuery(
    {
      ...recordQueryDefaults,
      ...query,
      ...(!isEnabled && { enabled: false }),
      queryKey: [...queryKey, ...keyEnd],
      queryFn: ({ signal }) => ask(record, { signal }),
    },
    check,
    queryClient,
  );
  return withAvailability(result, () => isAvailable);
}

/** Keeps operators apart: the next operator may not be allowed to see what the gateway told this one. */
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

/** False without a gateway, and with a gateway that does not keep what was asked for, or is too old. */
export function isKept({
  isAvailable,
  error,
}: Pick<RecordQueryResult<unknown>, 'isAvailable' | 'error'>): boolean {
  const code = error?.refusal?.code;
  return isAvailable && code !== 'unavailable' && code !== 'no-route';
}
