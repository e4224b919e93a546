'use client';
import { type QueryClient, type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import type { RecordedReport, RecordedTransaction, RecordPage } from '../core/operations/recorded.ts';
import type {
  CallOptions,
  OperationsRecord,
  TerminalOperations,
} from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import {
  accountKey,
  checked,
  isListOf,
  listQueryDefaults,
  type ListQueryOptions,
  texts,
} from './listQuery.ts';
import { useListClient } from './useListClient.ts';
import { keptPer, useTerminalOperations } from './useOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** TanStack Query's result, and whether it is about all tills. */
export type RecordQueryResult<Data> = UseQueryResult<Data, PaymentsError> & {
  /** False without a gateway: then it is what this browser has, and no more. */
  isAvailable: boolean;
};

interface RecordQuestion<Data> {
  queryKey: QueryKey;
  ask: (record: OperationsRecord, call: CallOptions) => Promise<Data>;
  /** Throws where a query client holds something else. */
  check: (data: Data) => Data;
  isEnabled?: boolean | undefined;
  query: ListQueryOptions<Data> | undefined;
}

/** A question to the record, asked again when something in it has changed. */
export function useRecordQuery<Data>(question: RecordQuestion<Data>): RecordQueryResult<Data> {
  const { queryKey, ask, check, isEnabled = true, query } = question;
  const { client, clock } = usePaymentsContext();
  const operations = useTerminalOperations();
  const queryClient = useListClient();
  const { hasRecord: isAvailable } = client;
  useFreshness(isEnabled ? operations : undefined, queryClient, client.options.baseUrl, clock);
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Data) => (hostSelect ? hostSelect(check(data)) : check(data)),
    [hostSelect, check],
  );
  const result = useQuery<Data, PaymentsError>(
    {
      ...listQueryDefaults,
      // Nobody keeps it fresh while it is not shown.
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

/** Who signs in next may not be allowed to see what a gateway told the one before. */
const operatorKey = ({ scope }: TerminalOperations) => (scope === undefined ? [] : [{ scope }]);

/** Fields are read of the result when they are read here: it notes which a component shows. */
function withAvailability<Data>(
  result: UseQueryResult<Data, PaymentsError>,
  isAvailable: boolean,
): RecordQueryResult<Data> {
  const view = { isAvailable };
  for (const name of Object.keys(result) as (keyof typeof result)[])
    Object.defineProperty(view, name, { enumerable: true, get: () => result[name] });
  return view as RecordQueryResult<Data>;
}

const leastGapMs = 1000;
const shared = /*#__PURE__*/ keptPer(() => new Map<QueryClient, { users: number; leave: () => void }>());

/** Asks all of the record anew that is shown, once for all who show it, and at most once a second. */
function useFreshness(
  operations: TerminalOperations | undefined,
  queryClient: QueryClient,
  baseUrl: string,
  clock: Clock,
): void {
  useEffect(() => {
    if (!operations) return undefined;
    const kept = shared(operations);
    const fresh = kept.get(queryClient) ?? {
      users: 0,
      leave: keepFresh(operations, clock, () =>
        queryClient.invalidateQueries({ queryKey: paymentsKeys.record(baseUrl) }),
      ),
    };
    kept.set(queryClient, fresh);
    fresh.users += 1;
    return () => {
      fresh.users -= 1;
      if (fresh.users > 0) return;
      kept.delete(queryClient);
      fresh.leave();
    };
  }, [operations, queryClient, baseUrl, clock]);
}

function keepFresh(
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
      Math.max(0, lastAt + leastGapMs - clock.monotonic()),
    );
  });
  return () => {
    leave();
    clock.clearTimeout(timer);
  };
}

const integers = (item: JsonObject, names: readonly string[]) =>
  names.every((name) => Number.isSafeInteger(item[name]));

const isOperation = (item: unknown) =>
  isObject(item) &&
  ['id', 'kind', 'phase', 'terminalId'].every((name) => typeof item[name] === 'string') &&
  texts(item, ['orderNumber', 'pnRefNum', 'currency', 'actor']) &&
  Number.isFinite(item['createdAt']);

const isTransaction = (item: unknown) =>
  isObject(item) &&
  ['pnRefNum', 'kind', 'terminalId'].every((name) => typeof item[name] === 'string') &&
  texts(item, ['orderNumber', 'provider', 'currency']) &&
  integers(item, ['authorizedCents', 'capturedCents', 'refundedCents', 'leftCents']) &&
  Number.isFinite(item['createdAt']) &&
  isListOf(item['allowed'], isObject) &&
  isListOf(item['operations'], isOperation);

const isReportRow = (item: unknown) =>
  isObject(item) &&
  ['terminalId', 'kind', 'phase'].every((name) => typeof item[name] === 'string') &&
  texts(item, ['currency']) &&
  integers(item, ['count', 'amountCents', 'movedCents']);

const isReport = (data: unknown) =>
  isObject(data) &&
  isListOf(data['rows'], isReportRow) &&
  isListOf(data['unknown'], isOperation) &&
  isListOf(data['holds'], isTransaction);

/** As with the other lists: what a query client holds is not believed. */
export const believedRecord = {
  transactionPage: (data: RecordPage<RecordedTransaction>) =>
    checked(data, isObject(data) && texts(data, ['cursor']) && isListOf(data['items'], isTransaction)),
  transaction: (data: RecordedTransaction) => checked(data, isTransaction(data)),
  report: (data: RecordedReport) => checked(data, isReport(data)),
};
