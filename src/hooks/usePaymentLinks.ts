'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { checkLinkCurrency, linkCurrencyKey } from '../core/client/paymentLinks.ts';
import { paymentsKeys } from '../core/client/createPaymentsClient.ts';
import type { Page } from '../core/wire/page.ts';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import type { PaymentsError } from '../core/errors.ts';
import { accountKey } from './accountKey.ts';
import { withCreated } from './createdLinks.ts';
import { believed, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { useCreatedLinks } from './useCreatedLinks.ts';
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
 * One page of the merchant's payment links. One that `useCreatePaymentLink` made stands on the first page at once.
 *
 * @example
 * const { data } = usePaymentLinks({ page: 1, limit: 10 });
 */
export function usePaymentLinks({
  page = 1,
  limit = 25,
  query,
}: UsePaymentLinksOptions = {}): UsePaymentLinksResult {
  const { client, queryClient, currency } = usePaymentsContext();
  checkLinkCurrency(client.options, currency);
  const created = useCreatedLinks();
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Page<PaymentLink>) => {
      const links = believed.linkPage(data);
      return withCreated(hostSelect ? hostSelect(links) : links, created);
    },
    [hostSelect, created],
  );
  return useQuery(
    {
      ...listQueryDefaults,
      ...query,
      select,
      queryKey: [
        ...paymentsKeys.paymentLinks(client.options.baseUrl, { page, limit }),
        ...linkCurrencyKey(client.options, currency),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => client.listPaymentLinks({ page, limit }, { signal, currency }),
    },
    queryClient,
  );
}
