'use client';
import { hashKey, QueryClient, QueryClientContext } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import { type PaymentsContextValue, usePaymentsContext } from './usePaymentsContext.ts';

/** The query client of the lists: the provider's, else the nearest of the host, else one of the provider's own. */
export function useListClient(): QueryClient {
  const { queryClient: given, fallback } = usePaymentsContext();
  const nearest = useContext(QueryClientContext);
  const queryClient = given ?? nearest ?? clientOf(fallback);
  keepKeysApart(queryClient);
  // As its own provider does, else no list is asked anew when the browser is online again.
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);
  return queryClient;
}

/** What a host says of all its queries decides neither what our keys mean nor what a list holds before it was read. */
function keepKeysApart(queryClient: QueryClient): void {
  const told = queryClient.getQueryDefaults(paymentsKeys.all);
  if (told.queryKeyHashFn === hashKey) return;
  queryClient.setQueryDefaults(paymentsKeys.all, {
    initialData: undefined,
    ...told,
    queryKeyHashFn: hashKey,
  });
}

function clientOf(fallback: PaymentsContextValue['fallback']): QueryClient {
  fallback.queryClient ??= new QueryClient();
  return fallback.queryClient;
}
