'use client';
import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type PaymentsClient, paymentsKeys } from '../core/client/paymentsClient.ts';
import { checkLinkCurrency, linkCurrencyKey } from '../core/client/paymentLinks.ts';
import type { PaymentsError } from '../core/errors.ts';
import type { Clock } from '../core/time.ts';
import type { Page } from '../core/wire/page.ts';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import { accountKey, believed, linksIn, listQueryDefaults, type ListQueryOptions } from './listQuery.ts';
import { useListClient } from './useListClient.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** How long a link counts as new, and stands in the list although the service does not list it yet. */
const newForMs = 120_000;

/** Where the query client keeps them. */
export const createdKey = (queryClient: QueryClient, client: PaymentsClient, currency: string) => [
  'tillkit',
  'created-payment-links',
  client.options.baseUrl,
  ...linkCurrencyKey(client.service, currency),
  ...accountKey(queryClient, client),
];

interface Lists {
  client: PaymentsClient;
  queryClient: QueryClient;
  clock: Clock;
  currency: string;
}

/** Shows a new link in the lists at once, asks the service for them, and believes it alone after a while. */
export function addCreatedLink(
  link: PaymentLink | undefined,
  { client, queryClient, clock, currency }: Lists,
): void {
  const change = (next: (links: PaymentLink[]) => PaymentLink[]) =>
    queryClient.setQueryData<PaymentLink[]>(createdKey(queryClient, client, currency), (links) =>
      next(linksIn(links) ?? []),
    );
  const refetch = () =>
    void queryClient.invalidateQueries({ queryKey: paymentsKeys.paymentLinks(client.options.baseUrl) });
  if (link) {
    // Compared by their names: the query client may keep a copy.
    const isOther = (other: PaymentLink) => !isSameLink(link)(other);
    change((links) => [link, ...links.filter(isOther)]);
    clock.setTimeout(() => {
      change((links) => links.filter(isOther));
      refetch();
    }, newForMs);
  }
  refetch();
}

/** The first page with those new links on top that the service does not list yet; where it does, its word counts. */
function withCreated(page: Page<PaymentLink>, created: readonly PaymentLink[]): Page<PaymentLink> {
  const missing = page.page === 1 ? created.filter((link) => !page.items.some(isSameLink(link))) : [];
  if (missing.length === 0) return page;
  return { ...page, items: [...missing, ...page.items], total: page.total + missing.length };
}

/** The answer to a creation may name a link by other ids than the list does. */
export const isSameLink = (link: PaymentLink) => (other: PaymentLink) =>
  link.id === other.id ||
  (link.paymentLink !== undefined && link.paymentLink === other.paymentLink) ||
  (link.paymentRequestId !== undefined && link.paymentRequestId === other.paymentRequestId);

const none: readonly PaymentLink[] = [];

/** Links that were created a moment ago, newest first. */
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
  const { client, currency } = usePaymentsContext();
  const queryClient = useListClient();
  checkLinkCurrency(client.service, currency);
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
        ...linkCurrencyKey(client.service, currency),
        ...accountKey(queryClient, client),
      ],
      queryFn: ({ signal }) => client.listPaymentLinks({ page, limit }, { signal, currency }),
    },
    queryClient,
  );
}
