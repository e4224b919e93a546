'use client';
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PaymentsError } from '../core/errors.ts';
import type { RecordPage } from '../core/operations/recorded.ts';
import type { CallOptions, RecordQueries } from '../core/operations/terminalOperations.ts';
import { recordQueryDefaults, useRecord, withAvailability } from './useRecordQuery.ts';
import { assertShape } from './listQuery.ts';

type Cursor = string | undefined;
type Pages<Item> = InfiniteData<RecordPage<Item>, Cursor>;

/** The query options that a host may set for a list of the record. `select` gets all loaded items as one page. */
export type RecordPagesOptions<Item> = Omit<
  // The parameters of `UseInfiniteQueryOptions` changed between the supported versions; those of the hook did not.
  Parameters<typeof useInfiniteQuery<RecordPage<Item>, PaymentsError, RecordPage<Item>, QueryKey, Cursor>>[0],
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam' | 'select'
> & { select?: ((page: RecordPage<Item>) => RecordPage<Item>) | undefined };

/** TanStack Query's result with all loaded items as one page, and whether it covers all tills. */
export type RecordPagesResult<Item> = UseInfiniteQueryResult<RecordPage<Item>, PaymentsError> & {
  /** False without a gateway: then the result covers this browser only. */
  isAvailable: boolean;
};

interface RecordPagesInput<Item> {
  queryKey: QueryKey;
  /** The cursor of the first page. */
  cursor: Cursor;
  ask: (record: RecordQueries, cursor: Cursor, call: CallOptions) => Promise<RecordPage<Item>>;
  /** Throws `contract` if the query client holds something else. */
  check: (page: RecordPage<Item>) => RecordPage<Item>;
  query: RecordPagesOptions<Item> | undefined;
}

/** A list of the record, loaded page by page. */
export function useRecordPages<Item>(question: RecordPagesInput<Item>): RecordPagesResult<Item> {
  const { queryKey, cursor, ask, check, query } = question;
  const { record, queryClient, isAvailable, keyEnd } = useRecord(true);
  const hostSelect = query?.select;
  const select = useCallback(
    ({ pages }: Pages<Item>) => {
      const checked = assertShape(pages, Array.isArray(pages)).map(check);
      const all = { items: checked.flatMap(({ items }) => items), cursor: checked.at(-1)?.cursor };
      return hostSelect ? hostSelect(all) : all;
    },
    [hostSelect, check],
  );
  const result = useInfiniteQuery<RecordPage<Item>, PaymentsError, RecordPage<Item>, QueryKey, Cursor>(
    {
      ...recordQueryDefaults,
      ...query,
      select,
      // `pages` keeps this list apart from a single page that a host may have stored under the key without it.
      queryKey: [...queryKey, ...keyEnd, 'pages'],
      initialPageParam: cursor,
      getNextPageParam: (last) => last.cursor,
      queryFn: ({ signal, pageParam }) => ask(record, pageParam, { signal }),
    },
    queryClient,
  );
  return withAvailability(result, () => isAvailable);
}
