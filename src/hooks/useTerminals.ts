'use client';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { listAllTerminals, type PaymentsClient, paymentsKeys } from '../core/client/paymentsClient.ts';
import { PaymentsError } from '../core/errors.ts';
import type { Page } from '../core/wire/page.ts';
import { isObject } from '../core/wire/read.ts';
import type { Terminal } from '../core/wire/terminal.ts';
import {
  accountKey,
  believed,
  isListOf,
  isTerminal,
  listQueryDefaults,
  type ListQueryOptions,
} from './listQuery.ts';
import { useListClient } from './useListClient.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export interface UseTerminalsOptions {
  /** From 1. */
  page?: number | undefined;
  /** Terminals a page; default 25. */
  limit?: number | undefined;
  /** IANA; default the provider's. */
  timeZone?: string | undefined;
  query?: ListQueryOptions<Page<Terminal>> | undefined;
}

export type UseTerminalsResult = UseQueryResult<Page<Terminal>, PaymentsError>;

/**
 * One page of the merchant's terminals.
 *
 * @example
 * const { data, error, isPending } = useTerminals({ page: 2 });
 */
export function useTerminals({
  page = 1,
  limit = 25,
  timeZone,
  query,
}: UseTerminalsOptions = {}): UseTerminalsResult {
  const { client, timeZone: providerZone } = usePaymentsContext();
  const queryClient = useListClient();
  const asked = { page, limit, clientId: client.options.clientId, timezone: timeZone ?? providerZone };
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Page<Terminal>) => {
      const terminals = believed.terminalPage(data);
      return hostSelect ? hostSelect(terminals) : terminals;
    },
    [hostSelect],
  );
  return useQuery(
    {
      ...listQueryDefaults,
      ...query,
      select,
      queryKey: [
        ...paymentsKeys.terminals(client.options.baseUrl, asked),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => client.listTerminals(asked, { signal }),
    },
    queryClient,
  );
}

export interface UseAllTerminalsOptions {
  query?: ListQueryOptions<Terminal[]> | undefined;
}

export type UseAllTerminalsResult = UseQueryResult<Terminal[], PaymentsError>;

/**
 * Every terminal of the merchant, all pages of them, at most two requests in flight.
 *
 * @example
 * const { data: terminals = [] } = useAllTerminals();
 */
export function useAllTerminals({ query }: UseAllTerminalsOptions = {}): UseAllTerminalsResult {
  const { client, timeZone } = usePaymentsContext();
  const queryClient = useListClient();
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Terminal[]) => {
      const terminals = believed.terminals(data);
      return hostSelect ? hostSelect(terminals) : terminals;
    },
    [hostSelect],
  );
  return useQuery(
    {
      ...listQueryDefaults,
      ...query,
      select,
      queryKey: [
        ...paymentsKeys.allTerminals(client.options.baseUrl, client.options.clientId),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => listAllTerminals(client, { timezone: timeZone }, { signal }),
    },
    queryClient,
  );
}

/** The terminals of the pages loaded so far. */
export interface TerminalPages {
  terminals: readonly Terminal[];
  /** How many pages were loaded, and how many there are. */
  searched: number;
  pages: number;
  /** How many terminals there are on all pages. */
  total: number;
}

export type UseTerminalPagesResult = UseInfiniteQueryResult<TerminalPages, PaymentsError>;

interface Round {
  items: Terminal[];
  loaded: number;
  pages: number;
  total: number;
  /** The numbers of the pages to ask for next, at most two. */
  next: number[] | undefined;
}

const pageSize = 100;
// A list that never ends is a fault of the service, not of the merchant.
const mostPages = 1000;

/** The merchant's terminals, page 1 at first and two more pages at each `fetchNextPage`. */
export function useTerminalPages(): UseTerminalPagesResult {
  const { client, timeZone } = usePaymentsContext();
  const queryClient = useListClient();
  const { baseUrl, clientId } = client.options;
  const ownKey = [
    ...paymentsKeys.allTerminals(baseUrl, clientId),
    { by: 'page', timeZone },
    ...accountKey(queryClient, client),
  ];
  // An infinite query reads its cache before `select` could: what is none of ours is left where it is.
  const cached = queryClient.getQueryData(ownKey);
  const queryKey = cached === undefined || hasRounds(cached) ? ownKey : [...ownKey, { instead: true }];
  return useInfiniteQuery<Round, PaymentsError, TerminalPages, typeof queryKey, number[]>(
    {
      ...listQueryDefaults,
      queryKey,
      queryFn: ({ pageParam, signal }) => loadRound(client, pageParam, timeZone, signal),
      initialPageParam: [1],
      getNextPageParam: ({ next }) => next,
      select: pagesOf,
      // A search that the service refuses for now stops: going on is for a person to say.
      retry: (failures, error) =>
        (error.code !== 'rate-limited' || queryClient.getQueryData(queryKey) === undefined) &&
        listQueryDefaults.retry(failures, error),
    },
    queryClient,
  );
}

/** Loads on for as long as more is wanted, one round after the other. A failure ends it. */
export function useMorePages(query: UseTerminalPagesResult, areWanted: boolean): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  // By the page it goes on from: a round may come so fast that nothing else shows that there was one.
  const from = areWanted && hasNextPage && !isFetching && !isError ? data?.searched : undefined;
  useEffect(() => {
    if (from !== undefined) void fetchNextPage({ cancelRefetch: false });
  }, [from, fetchNextPage]);
}

async function loadRound(
  client: Pick<PaymentsClient, 'listTerminals'>,
  numbers: readonly number[],
  timezone: string | undefined,
  signal: AbortSignal,
): Promise<Round> {
  const results = await Promise.allSettled(
    numbers.map((page) => client.listTerminals({ page, limit: pageSize, timezone }, { signal })),
  );
  const loaded = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  const { total, limit, items } = loaded.at(-1)!;
  const pages = Math.min(mostPages, Math.max(1, Math.ceil(total / limit)));
  const last = numbers.at(-1)!;
  const next = items.length === 0 ? [] : [last + 1, last + 2].filter((page) => page <= pages);
  return {
    items: loaded.flatMap((page) => page.items),
    loaded: numbers.length,
    pages,
    total,
    next: next.length > 0 ? next : undefined,
  };
}

const looked = /*#__PURE__*/ new WeakMap<object, boolean>();

/** Looked at once: each render of each component that knows a terminal asks. */
function hasRounds(data: unknown): boolean {
  if (!isObject(data)) return false;
  const { pages } = data;
  const isOurs =
    looked.get(data) ??
    (Array.isArray(pages) &&
      pages.every((round) => isObject(round) && isListOf(round['items'], isTerminal) && 'loaded' in round));
  looked.set(data, isOurs);
  return isOurs;
}

/** One that is on two pages is listed once. */
function pagesOf({ pages: rounds }: InfiniteData<Round, number[]>): TerminalPages {
  const found = new Map<string, Terminal>();
  for (const { items } of rounds) {
    for (const terminal of items) if (!found.has(terminal.id)) found.set(terminal.id, terminal);
  }
  const last = rounds.at(-1);
  const searched = rounds.reduce((sum, { loaded }) => sum + loaded, 0);
  const isWhole = last?.next === undefined;
  return {
    terminals: [...found.values()],
    searched,
    pages: Math.max(searched, last?.pages ?? 1),
    total: isWhole ? found.size : Math.max(found.size, last.total),
  };
}
