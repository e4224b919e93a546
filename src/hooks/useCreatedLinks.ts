'use client';
import { useQuery } from '@tanstack/react-query';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import { createdKey } from './createdLinks.ts';
import { linksIn } from './listQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

const none: readonly PaymentLink[] = [];

/** Links that were created a moment ago, newest first. */
export function useCreatedLinks(): readonly PaymentLink[] {
  const { client, queryClient, currency } = usePaymentsContext();
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
