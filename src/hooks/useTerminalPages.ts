'use client';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type PaymentsClient, paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import { countPagesOfList } from '../core/wire/listPage.ts';
import { isObject } from '../core/wire/read.ts';
import type { Terminal } from '../core/wire/terminal.ts';
import { accountKey, isListOf, isTerminal, listQueryDefaults } from './listQuery.ts';
import { useIsHydrated } from './useBrowserValue.ts';
import { useListClient } from './useListClient.ts';
import { usePaymentsContext, useTimeZone } from './usePaymentsContext.ts';

/** The terminals of the pages loaded so far. */
export interface TerminalPages {
  terminals: readonly Terminal[];
  /** How many of the `pages` were loaded. */
  searched: number;
  pages: number;
  /** How many terminals there are on all pages. */
  total: number;
}

export type UseTerminalPagesResult = UseInfiniteQueryResult<TerminalPages, PaymentsError>;

/** The pages that were loaded together: at most two. */
interface PageBatch {
  items: Terminal[];
  loaded: number;
  /** How many pages the list has, judged by the batch's first page. */
  pages: number;
  total: number;
  /** Whether the batch's last page is empty. */
  isEnd: boolean;
}

const pageSize = 100;
// Stops a list that never ends, which is a fault of the service.
const maxPages = 1000;

/** The merchant's terminals. Loads page 1, and with each `fetchNextPage` two more pages. */
export function useTerminalPages(): UseTerminalPagesResult {
  const { client } = usePaymentsContext();
  const timeZone = useTimeZone();
  const queryClient = useListClient();
  const { baseUrl, clientId } = client.options;
  const ownKey = [
    ...paymentsKeys.allTerminals(baseUrl, clientId),
    { by: 'page', timeZone },
    ...accountKey(queryClient, client),
  ];
  // An infinite query reads cached data before `select` can check the data. If the shape is wrong, another key is used.
  const cached = queryClient.getQueryData(ownKey);
  const isHydrated = useIsHydrated();
  // A server renders no terminals. A part that hydrates later must begin without any, even if some are read by then.
  const shownKey = isHydrated ? ownKey : [...ownKey, { hydrated: false }];
  const queryKey =
    cached === undefined || hasPageBatches(cached) ? shownKey : [...shownKey, { instead: true }];
  return useInfiniteQuery<PageBatch, PaymentsError, TerminalPages, typeof queryKey, number[]>(
    {
      ...listQueryDefaults,
      enabled: isHydrated,
      queryKey,
      queryFn: ({ pageParam, signal }) => loadPageBatch(client, pageParam, timeZone, signal),
      initialPageParam: [1],
      getNextPageParam: (_, batches) => nextPages(batches),
      select: pagesOf,
      // If the service limits requests (429) after the first page, loading stops until a person continues it.
      retry: (failures, error) =>
        (error.code !== 'rate-limited' || queryClient.getQueryData(queryKey) === undefined) &&
        listQueryDefaults.retry(failures, error),
    },
    queryClient,
  );
}

/** Loads further pages while `areWanted`. Stops after an error. */
export function useLoadMorePages(query: UseTerminalPagesResult, areWanted: boolean): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  // The effect depends on the number of loaded pages: a batch may arrive so fast that no other value changes.
  const from = areWanted && hasNextPage && !isFetching && !isError ? data?.searched : undefined;
  useEffect(() => {
    if (from !== undefined) void fetchNextPage({ cancelRefetch: false });
  }, [from, fetchNextPage]);
}

async function loadPageBatch(
  client: Pick<PaymentsClient, 'listTerminals'>,
  numbers: readonly number[],
  timezone: string | undefined,
  signal: AbortSignal,
): Promise<PageBatch> {
  const results = await Promise.allSettled(
    numbers.map((page) => client.listTerminals({ page, limit: pageSize, timezone }, { signal })),
  );
  const loaded = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  const last = loaded.at(-1)!;
  return {
    items: loaded.flatMap((page) => page.items),
    loaded: numbers.length,
    pages: countPagesOfList(loaded[0]!, maxPages),
    total: last.total,
    isEnd: last.items.length === 0,
  };
}

/** How many pages the list has, by the total of the last batch: some services only say on each page that another follows. */
function countPages(batches: readonly PageBatch[]): number {
  const [first] = batches;
  const { total = 0 } = batches.at(-1) ?? {};
  if (!first) return 0;
  // The first batch is page 1, so its length is the page size. An empty last page may not know the total.
  return Math.max(first.pages, Math.min(maxPages, Math.ceil(total / (first.items.length || Infinity))));
}

const countLoaded = (batches: readonly PageBatch[]) => batches.reduce((sum, { loaded }) => sum + loaded, 0);

/** The numbers of the pages to read next, at most two. Undefined once all are read. */
function nextPages(batches: readonly PageBatch[]): number[] | undefined {
  const last = countLoaded(batches);
  const next = [last + 1, last + 2].filter((page) => page <= countPages(batches));
  return next.length === 0 || batches.at(-1)?.isEnd ? undefined : next;
}

const checkedData = /*#__PURE__*/ new WeakMap<object, boolean>();

/** Checks the shape of cached data: once per object, since every component that shows a terminal asks at each render. */
function hasPageBatches(data: unknown): boolean {
  if (!isObject(data)) return false;
  const { pages } = data;
  const isOurs =
    checkedData.get(data) ??
    (Array.isArray(pages) &&
      pages.every((batch) => isObject(batch) && isListOf(batch['items'], isTerminal) && 'isEnd' in batch));
  checkedData.set(data, isOurs);
  return isOurs;
}

/** Lists a terminal once, even if it is on two pages. */
function pagesOf({ pages: batches }: InfiniteData<PageBatch, number[]>): TerminalPages {
  const found = new Map<string, Terminal>();
  for (const { items } of batches) {
    for (const terminal of items) if (!found.has(terminal.id)) found.set(terminal.id, terminal);
  }
  const searched = countLoaded(batches);
  const isWhole = nextPages(batches) === undefined;
  return {
    terminals: [...found.values()],
    searched,
    pages: Math.max(searched, countPages(batches)),
    total: isWhole ? found.size : Math.max(found.size, batches.at(-1)?.total ?? 0),
  };
}
