'use client';
import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type PaymentsClient, paymentsKeys } from '../core/client/paymentsClient.ts';
import { assertLinkCurrencyDecimals, currencyInLinksQueryKey } from '../core/client/paymentLinks.ts';
import type { PaymentsError } from '../core/errors.ts';
import type { Clock } from '../core/time.ts';
import type { Page } from '../core/wire/listPage.ts';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import {
  accountKey,
  validLinkPage,
  linksIn,
  listQueryDefaults,
  notRestored,
  type ListQueryOptions,
  withinOwner,
} from './listQuery.ts';
import { useListClient } from './useListClient.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** How long a created link is shown as new, and listed even if the service does not list it yet (ms). */
const newForMs = 120_000;

export const createdKey = (queryClient: QueryClient, client: PaymentsClient, currency: string) => [
  'tillkit',
  'created-payment-links',
  client.options.baseUrl,
  notRestored(queryClient),
  ...currencyInLinksQueryKey(client.service, currency),
  ...accountKey(queryClient, client),
];

interface ListScope {
  client: PaymentsClient;
  queryClient: QueryClient;
  clock: Clock;
  currency: string;
}

/** Adds a new link to the lists for two minutes. Reads the lists again now, and when the two minutes are over. */
export function addCreatedLink(
  link: PaymentLink | undefined,
  { client, queryClient, clock, currency }: ListScope,
): void {
  const change = (next: (links: PaymentLink[]) => PaymentLink[]) =>
    queryClient.setQueryData<PaymentLink[]>(createdKey(queryClient, client, currency), (links) =>
      next(linksIn(links) ?? []),
    );
  const refetch = () =>
    void queryClient.invalidateQueries({ queryKey: paymentsKeys.paymentLinks(client.options.baseUrl) });
  if (link) {
    // Ids are compared, not objects, because the query client may hold a copy of the link.
    const isOther = (other: PaymentLink) => !isSameLink(link)(other);
    change((links) => [link, ...links.filter(isOther)]);
    clock.setTimeout(() => {
      change((links) => links.filter(isOther));
      refetch();
    }, newForMs);
  }
  refetch();
}

/** Puts the created links that the service does not list yet at the top of page 1. Other pages stay as they are. */
function withCreated(page: Page<PaymentLink>, created: readonly PaymentLink[]): Page<PaymentLink> {
  const missing = page.page === 1 ? created.filter((link) => !page.items.some(isSameLink(link))) : [];
  if (missing.length === 0) return page;
  return { ...page, items: [...missing, ...page.items], total: page.total + missing.length };
}

/** Compares two links by all their ids: the answer to a creation may have other ids than the list. */
export const isSameLink = (link: PaymentLink) => (other: PaymentLink) =>
  link.id === other.id ||
  (link.paymentLink !== undefined && link.paymentLink === other.paymentLink) ||
  (link.paymentRequestId !== undefined && link.paymentRequestId === other.paymentRequestId);

const none: readonly PaymentLink[] = [];

/** The links created within the last two minutes, newest first. */
export function useCreatedLinks(): readonly PaymentLink[] {
  const { client, currency } = usePaymentsContext();
  const queryClient = useListClient();
  const { data = none } = useQuery<PaymentLink[]>(
    {
      queryKey: createdKey(queryClient, client, currency),
      queryFn: () => [],
      select: (links) => linksIn(links) ?? [],
      enabled: false,
      staleTime: Infinity,
      gcTime: Infinity,
    },
    queryClient,
  );
  return data;
}

export interface UsePaymentLinksOptions {
  /** The first page is 1. */
  page?: number | undefined;
  /** Links per page; default 25. */
  limit?: number | undefined;
  query?: ListQueryOptions<Page<PaymentLink>> | undefined;
}

export type UsePaymentLinksResult = UseQueryResult<Page<PaymentLink>, PaymentsError>;

/**
 * One page of the merchant's payment links. A link that `useCreatePaymentLink` created is on the first page at once.
 *
 * @example
 * const { data } = usePaymentLinks({ page: 1, limit: 10 });
 */
export function usePaymentLinks({
  page = 1,
  limit = 25,
  query,
}: UsePaymentLinksOptions = {}): UsePaymentLinksResult {
  const { client, currency } = usePaymentsContext();
  const queryClient = useListClient();
  assertLinkCurrencyDecimals(client.service, currency);
  const created = useCreatedLinks();
  const listKey = paymentsKeys.paymentLinks(client.options.baseUrl, { page, limit });
  const queryKey = [
    ...listKey,
    ...currencyInLinksQueryKey(client.service, currency),
    ...accountKey(queryClient, client),
  ];
  const hostSelect = query?.select;
  const select = useCallback(
    (data: Page<PaymentLink>) => {
      const links = validLinkPage(data);
      return withCreated(hostSelect ? hostSelect(links) : links, created);
    },
    [hostSelect, created],
  );
  return useQuery(
    {
      ...listQueryDefaults,
      ...query,
      ...withinOwner(query, queryKey, listKey.length - 1),
      select,
      queryKey,
      queryFn: ({ signal }) => client.listPaymentLinks({ page, limit }, { signal, currency }),
    },
    queryClient,
  );
}
