'use client';
import {
  hashKey,
  type Query,
  QueryClient,
  QueryClientContext,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useContext, useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { PaymentsError } from '../core/errors.ts';
import { listQueryDefaults } from './listQuery.ts';
import { type PaymentsContextValue, usePaymentsContext } from './usePaymentsContext.ts';

/** The query client of the lists: the provider's `queryClient`, else the host's nearest, else one made by the provider. */
export function useListClient(): QueryClient {
  const { queryClient: given, ownQueryClient } = usePaymentsContext();
  const nearest = useContext(QueryClientContext);
  const queryClient = given ?? nearest ?? ownClient(ownQueryClient);
  isolateKeys(queryClient);
  // Only a mounted query client reads lists again when the browser comes back online.
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);
  return queryClient;
}

/** A query that checks its data before the host's `select` gets it. `check` throws `contract` for a wrong shape. */
export function useCheckedQuery<Data>(
  { select: hostSelect, ...options }: UseQueryOptions<Data, PaymentsError>,
  check: (data: Data) => Data,
  queryClient: QueryClient,
): UseQueryResult<Data, PaymentsError> {
  const select = useCallback(
    (data: Data) => (hostSelect ? hostSelect(check(data)) : check(data)),
    [hostSelect, check],
  );
  return useQuery({ ...options, select }, queryClient);
}

/**
 * Sets defaults for the kit's queries. With a host's general defaults, two lists could share one key, show nothing, or
 * show data that was never read.
 */
function isolateKeys(queryClient: QueryClient): void {
  const defaults = queryClient.getQueryDefaults(paymentsKeys.all);
  if (defaults.queryKeyHashFn === hashKey) return;
  queryClient.setQueryDefaults(paymentsKeys.all, {
    enabled: true,
    notifyOnChangeProps: undefined,
    initialData: undefined,
    placeholderData: undefined,
    persister: undefined as never, // a type without undefined
    structuralSharing: true,
    gcTime: listQueryDefaults.gcTime,
    ...notSuspended,
    ...defaults,
    queryKeyHashFn: hashKey,
  });
  readAgain(queryClient);
}

const watched = /*#__PURE__*/ new WeakSet<QueryClient>();

/**
 * The host may cancel or remove all queries of its query client. Then a list that is shown is read again, if it was never
 * read or was removed.
 */
function readAgain(queryClient: QueryClient): void {
  if (watched.has(queryClient)) return;
  watched.add(queryClient);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const { queryKey, state } = query;
    if (queryKey[0] !== paymentsKeys.all[0]) return;
    const isUnread = type === 'updated' && state.status === 'pending' && state.fetchStatus === 'idle';
    if (isUnread)
      queueMicrotask(() => void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }));
    if (type === 'removed') queueMicrotask(() => leaveRemoved(query));
  });
}

/** The observers of a removed query find a new query only when they are rendered or get options. */
function leaveRemoved({ observers }: Query): void {
  observers.slice().forEach((observer) => observer.setOptions(observer.options)); // `slice`: each observer leaves the list
}

// A till must not disappear for a list, so lists do not suspend. TanStack Query obeys the option, although no type has it.
const notSuspended = { suspense: false };

function ownClient(own: PaymentsContextValue['ownQueryClient']): QueryClient {
  own.current ??= new QueryClient();
  return own.current;
}
