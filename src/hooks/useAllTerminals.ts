'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listAllTerminals, paymentsKeys } from '../core/client/createPaymentsClient.ts';
import type { Terminal } from '../core/wire/terminal.ts';
import type { PaymentsError } from '../core/errors.ts';
import { accountKey } from './accountKey.ts';
import { believed, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

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
  const { client, queryClient, timeZone } = usePaymentsContext();
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
