'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { listAllTerminals, paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import type { Page } from '../core/wire/listPage.ts';
import type { Terminal } from '../core/wire/terminal.ts';
import {
  accountKey,
  listQueryDefaults,
  type ListQueryOptions,
  validTerminalPage,
  validTerminals,
} from './listQuery.ts';
import { useCheckedQuery, useListClient } from './useListClient.ts';
import { usePaymentsContext, useTimeZone } from './usePaymentsContext.ts';

export interface UseTerminalsOptions {
  /** The number of the page to load, from 1. */
  page?: number | undefined;
  /** Terminals per page; default 25. */
  limit?: number | undefined;
  /** The time zone (IANA) that the request names. By default that of `PaymentsProvider`. */
  timeZone?: string | undefined;
  query?: ListQueryOptions<Page<Terminal>> | undefined;
}

export type UseTerminalsResult = UseQueryResult<Page<Terminal>, PaymentsError>;

/**
 * The list of the merchant's terminals, a page at a time.
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
  const { client } = usePaymentsContext();
  const providerZone = useTimeZone();
  const queryClient = useListClient();
  const asked = { page, limit, clientId: client.options.clientId, timezone: timeZone ?? providerZone };
  return useCheckedQuery(
    {
      ...listQueryDefaults,
      ...query,
      queryKey: [
        ...paymentsKeys.terminals(client.options.baseUrl, asked),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => client.listTerminals(asked, { signal }),
    },
    validTerminalPage,
    queryClient,
  );
}

export interface UseAllTerminalsOptions {
  query?: ListQueryOptions<Terminal[]> | undefined;
}

export type UseAllTerminalsResult = UseQueryResult<Terminal[], PaymentsError>;

/**
 * Every terminal of the merchant, from all pages (at most 100), with at most two requests in flight.
 *
 * @example
 * const { data: terminals = [] } = useAllTerminals();
 */
export function useAllTerminals({ query }: UseAllTerminalsOptions = {}): UseAllTerminalsResult {
  const { client } = usePaymentsContext();
  const timeZone = useTimeZone();
  const queryClient = useListClient();
  return useCheckedQuery(
    {
      ...listQueryDefaults,
      ...query,
      queryKey: [
        ...paymentsKeys.allTerminals(client.options.baseUrl, client.options.clientId),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => listAllTerminals(client, { timezone: timeZone }, { signal }),
    },
    validTerminals,
    queryClient,
  );
}
