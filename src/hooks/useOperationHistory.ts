'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type {
  OperationQuery,
  OperationWithTimeline,
  RecordedOperation,
} from '../core/operations/recorded.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { refreshedPage } from './refreshedPage.ts';
import { type RecordPagesOptions, type RecordPagesResult, useRecordPages } from './useRecordPages.ts';
import { type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { validatedRecord } from './validatedRecord.ts';

export interface UseOperationHistoryOptions extends OperationQuery {
  query?: RecordPagesOptions<RecordedOperation> | undefined;
}

export type UseOperationHistoryResult = RecordPagesResult<RecordedOperation>;

/**
 * The shop's past and open operations, newest first: each sale, refund and void has its own row. `fetchNextPage` loads
 * further ones, and `data.items` has all that were loaded.
 *
 * @example
 * const { data, fetchNextPage, hasNextPage } = useOperationHistory({ from: startOfDay, search: 'A-17' });
 */
export function useOperationHistory({
  query,
  ...asked
}: UseOperationHistoryOptions = {}): UseOperationHistoryResult {
  const { client } = usePaymentsContext();
  return useRecordPages({
    queryKey: paymentsKeys.operations(client.options.baseUrl, asked),
    cursor: asked.cursor,
    ask: (record, call) => (page) => record.listOperations({ ...asked, ...page }, call),
    check: validatedRecord.operationPage,
    // A list that begins at a cursor has no newest time.
    ...(asked.cursor === undefined && {
      refresh: (pages, place, changed, ask) => refreshedPage(pages, place, changed, asked, ask),
    }),
    query,
  });
}

export interface UseRecordedOperationOptions {
  /** While undefined, nothing is requested. */
  id: string | undefined;
  query?: ListQueryOptions<OperationWithTimeline> | undefined;
}

export type UseRecordedOperationResult = RecordQueryResult<OperationWithTimeline>;

/**
 * One operation of the shop with its timeline: what happened to it, oldest first.
 *
 * @example
 * const { data } = useRecordedOperation({ id });
 */
export function useRecordedOperation({ id, query }: UseRecordedOperationOptions): UseRecordedOperationResult {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: paymentsKeys.operation(client.options.baseUrl, id ?? ''),
    ask: (record, call) => record.getOperation(id ?? '', call),
    check: validatedRecord.operation,
    isEnabled: id !== undefined,
    query,
  });
}
