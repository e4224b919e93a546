'use client';
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PaymentsError } from '../core/errors.ts';
import type { ListPaging, RecordedOperation, RecordPage, RecordPeriod } from '../core/operations/recorded.ts';
import type { CallOptions, RecordQueries } from '../core/operations/terminalOperations.ts';
import { recordQueryDefaults, useRecord, withAvailability } from './useRecordQuery.ts';
import { assertShape, withinOwner } from './listQuery.ts';
import { recordChanges } from './useRecordRefresh.ts';

type Cursor = string | undefined;
type Pages<Item> = InfiniteData<RecordPage<Item>, Cursor>;

/** The query options that a host may set for a list of the record. `select` gets all loaded items as one page. */
export type RecordPagesOptions<Item> = Omit<
  // Not `UseInfiniteQueryOptions`: its type parameters differ between versions of TanStack Query.
  Parameters<typeof useInfiniteQuery<RecordPage<Item>, PaymentsError, RecordPage<Item>, QueryKey, Cursor>>[0],
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam' | 'select'
> & { select?: ((page: RecordPage<Item>) => RecordPage<Item>) | undefined };

/** TanStack Query's result, with all loaded items as one page. `isAvailable`: whether the items are those of all tills. */
export type RecordPagesResult<Item> = UseInfiniteQueryResult<RecordPage<Item>, PaymentsError> & {
  /** False without a gateway: then the result covers this browser only. */
  isAvailable: boolean;
};

/** Requests a page of the list. With a period, requests only what the list has in that period. */
export type AskPage<Item> = (page: ListPaging & RecordPeriod) => Promise<RecordPage<Item>>;

interface RecordPagesInput<Item> {
  queryKey: QueryKey;
  /** The cursor at which the list begins. */
  cursor: Cursor;
  ask: (record: RecordQueries, call: CallOptions) => AskPage<Item>;
  /** Throws `contract` if the cached data has another shape. */
  check: (page: RecordPage<Item>) => RecordPage<Item>;
  /** Updates one of several pages after operations changed. Without this function, the whole page is read again. */
  refresh?: (
    pages: readonly RecordPage<Item>[],
    place: number,
    changed: readonly RecordedOperation[],
    ask: AskPage<Item>,
  ) => Promise<RecordPage<Item>>;
  query: RecordPagesOptions<Item> | undefined;
}

/** The pages that were checked. A list may have hundreds of pages, so each is checked only once. */
const checkedPages = /*#__PURE__*/ new WeakSet<object>();

export function useRecordPages<Item>(question: RecordPagesInput<Item>): RecordPagesResult<Item> {
  const { queryKey: ownKey, cursor, ask, check, refresh, query } = question;
  const { operations, queryClient, isAvailable, keyEnd } = useRecord(true);
  // `pages` at the end keeps this key apart from the key under which a host may have stored a single page.
  const queryKey = [...ownKey, ...keyEnd, 'pages'];
  const hostSelect = query?.select;
  const select = useCallback(
    ({ pages }: Pages<Item>) => {
      const checked = assertShape(pages, Array.isArray(pages)).map((page) => {
        if (!checkedPages.has(page)) checkedPages.add(check(page));
        return page;
      });
      const all = { items: checked.flatMap(({ items }) => items), cursor: checked.at(-1)?.cursor };
      return hostSelect ? hostSelect(all) : all;
    },
    [hostSelect, check],
  );
  /** Reads a page. If the changes since the last reading are known, reads only what changed. */
  const read = async (askPage: AskPage<Item>, pageCursor: Cursor) => {
    const changes = recordChanges(operations, queryClient);
    const readAt = changes?.now();
    const { pages = [], pageParams = [] } = queryClient.getQueryData<KnownPages<Item>>(queryKey) ?? {};
    const place = pageParams.indexOf(pageCursor);
    const changed = pages.length > 1 ? changes?.since(pages[place]?.readAt) : undefined;
    const page =
      refresh && changed
        ? await refresh(pages, place, changed, askPage)
        : await askPage({ cursor: pageCursor });
    return { ...page, readAt };
  };
  const result = useInfiniteQuery<RecordPage<Item>, PaymentsError, RecordPage<Item>, QueryKey, Cursor>(
    {
      ...recordQueryDefaults,
      ...query,
      ...withinOwner(query, queryKey, ownKey.length - 1),
      select,
      queryKey,
      initialPageParam: cursor,
      getNextPageParam: (last) => last.cursor,
      queryFn: ({ signal, pageParam }) => read(ask(operations.record, { signal }), pageParam),
    },
    queryClient,
  );
  return withAvailability(result, () => isAvailable);
}

/** The pages read so far. `readAt`: what `now()` of `recordChanges` returned when the page was read. */
interface KnownPages<Item> {
  pages?: (RecordPage<Item> & { readAt?: string })[];
  pageParams?: Cursor[];
}
