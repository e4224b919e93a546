'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { OrderReference } from '../core/operations/terminalOperation.ts';
import type { RecordedOrder } from '../core/operations/orders.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { isKept, type RecordQueryResult, useRecordQuery, withAvailability } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { validOrder } from './validatedRecord.ts';

export interface UseOrderOptions extends OrderReference {
  query?: ListQueryOptions<RecordedOrder> | undefined;
}

/** TanStack Query's result with the order's figures. `isAvailable`: whether the figures cover all tills. */
export type UseOrderResult = RecordQueryResult<RecordedOrder>;

/** How often the order is read again (ms), because the page gets no event for a payment that it may not see. */
const askAgainMs = 15_000;

/**
 * How much of an order was taken and how much is due (cents), over all tills and with the cash and vouchers that the
 * host recorded. Without a gateway, the figures cover this browser only.
 *
 * @example
 * const { data, isAvailable } = useOrder({ number: 'A-1001', totalCents: 4261 });
 */
export function useOrder({ number, totalCents, currency, query }: UseOrderOptions): UseOrderResult {
  const { client, currency: usual } = usePaymentsContext();
  const order = { number, totalCents, currency: (currency ?? usual).toUpperCase() };
  const result = useRecordQuery({
    queryKey: paymentsKeys.order(client.options.baseUrl, order),
    ask: (record, call) => record.getOrder(order, call),
    check: validOrder,
    query: {
      refetchInterval: ({ state: { error } }) =>
        isKept({ isAvailable: client.hasRecord, error }) && askAgainMs,
      refetchOnWindowFocus: client.hasRecord,
      ...query,
    },
  });
  return withAvailability(result, isKept);
}
