'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { paymentsKeys } from '../core/client/createPaymentsClient.ts';
import type { Page } from '../core/wire/page.ts';
import type { Terminal } from '../core/wire/terminal.ts';
import type { PaymentsError } from '../core/errors.ts';
import { accountKey } from './accountKey.ts';
import { believed, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
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
  const { client, queryClient, timeZone: providerZone } = usePaymentsContext();
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
