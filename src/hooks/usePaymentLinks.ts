'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { paymentsKeys } from '../core/client/paymentsKeys.ts';
import type { Page } from '../core/contract/page.ts';
import type { PaymentLink } from '../core/contract/paymentLink.ts';
import type { PaymentsError } from '../core/errors/PaymentsError.ts';
import { listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export interface UsePaymentLinksOptions {
  /** From 1. */
  page?: number | undefined;
  /** Links a page; default 25. */
  limit?: number | undefined;
  query?: ListQueryOptions<Page<PaymentLink>> | undefined;
}

export type UsePaymentLinksResult = UseQueryResult<Page<PaymentLink>, PaymentsError>;

/**
 * One page of the merchant's payment links.
 *
 * @example
 * const { data } = usePaymentLinks({ page: 1, limit: 10 });
 */
export function usePaymentLinks({
  page = 1,
  limit = 25,
  query,
}: UsePaymentLinksOptions = {}): UsePaymentLinksResult {
  const { client, queryClient } = usePaymentsContext();
  return useQuery(
    {
      ...listQueryDefaults,
      ...query,
      queryKey: paymentsKeys.paymentLinks(client.options.baseUrl, { page, limit }),
      queryFn: ({ signal }) => client.listPaymentLinks({ page, limit }, { signal }),
    },
    queryClient,
  );
}
