import type { QueryClient } from '@tanstack/react-query';
import type { PaymentsClient } from '../core/client/createPaymentsClient.ts';

type Clients = WeakMap<PaymentsClient, number>;

const byQueryClient = new WeakMap<QueryClient, { clients: Clients; counts: Map<string, number> }>();

/**
 * What a query key ends with, so that a second client of the same service, with the headers of another account, does not
 * show what the first one read. The first has the plain key, which hosts prefetch.
 */
export function accountKey(queryClient: QueryClient, client: PaymentsClient): { account: number }[] {
  const known = byQueryClient.get(queryClient) ?? { clients: new WeakMap(), counts: new Map() };
  byQueryClient.set(queryClient, known);
  const { baseUrl } = client.options;
  const account = known.clients.get(client) ?? known.counts.get(baseUrl) ?? 0;
  if (!known.clients.has(client)) {
    known.clients.set(client, account);
    known.counts.set(baseUrl, account + 1);
  }
  return account === 0 ? [] : [{ account }];
}
