'use client';
import {
  hashKey,
  QueryClient,
  QueryClientContext,
  type QueryKey,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useContext, useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import { accountKey, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { type PaymentsContextValue, usePaymentsContext } from './usePaymentsContext.ts';

/** The query client of the lists: the provider's `queryClient`, else the host's nearest, else one of the provider. */
export function useListClient(): QueryClient {
  const { queryClient: given, ownQueryClient } = usePaymentsContext();
  const nearest = useContext(QueryClientContext);
  const queryClient = given ?? nearest ?? ownClient(ownQueryClient);
  isolateKeys(queryClient);
  // `QueryClientProvider` mounts its client too: without it no list is read again when the browser comes back online.
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);
  return queryClient;
}

/** Overrides the host's options on our keys: another hash could mix keys up, initial data would pass as a read list. */
function isolateKeys(queryClient: QueryClient): void {
  const defaults = queryClient.getQueryDefaults(paymentsKeys.all);
  if (defaults.queryKeyHashFn === hashKey) return;
  queryClient.setQueryDefaults(paymentsKeys.all, {
    initialData: undefined,
    ...defaults,
    queryKeyHashFn: hashKey,
  });
}

function ownClient(own: PaymentsContextValue['ownQueryClient']): QueryClient {
  own.current ??= new QueryClient();
  return own.current;
}

/** The host's `select` of checked data. */
export function useCheckedSelect<Data>(
  check: (data: Data) => Data,
  select: ((data: Data) => Data) | undefined,
): (data: Data) => Data {
  return useCallback((data) => (select ? select(check(data)) : check(data)), [check, select]);
}

interface ListQueryInput<Data> {
  queryKey: QueryKey;
  queryFn: (call: { signal: AbortSignal }) => Promise<Data>;
  /** Throws `contract` if the query client holds something else. */
  check: (data: Data) => Data;
  query: ListQueryOptions<Data> | undefined;
}

/** A list of the service, kept for its account. */
export function useListQuery<Data>(question: ListQueryInput<Data>): UseQueryResult<Data, PaymentsError> {
  const { queryKey, queryFn, check, query } = question;
  const { client } = usePaymentsContext();
  const queryClient = useListClient();
  const select = useCheckedSelect(check, query?.select);
  return useQuery<Data, PaymentsError>(
    {
      ...listQueryDefaults,
      ...query,
      select,
      queryKey: [...queryKey, ...accountKey(queryClient, client)],
      queryFn,
    },
    queryClient,
  );
}
