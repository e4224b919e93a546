import type { ListTerminalsQuery, Terminal } from '../contract/terminal.ts';
import type { PaymentsClient } from './createPaymentsClient.ts';
import type { CallOptions } from './terminalOperations.ts';

const pageSize = 100;
// A list that never ends is a fault of the service, not of the merchant.
const mostPages = 100;

/** Every terminal, page by page, at most two requests in flight. One that is on two pages is listed once. */
export async function listAllTerminals(
  client: Pick<PaymentsClient, 'listTerminals'>,
  query: Omit<ListTerminalsQuery, 'page' | 'limit'> = {},
  options: CallOptions = {},
): Promise<Terminal[]> {
  const fetchPage = (page: number) => client.listTerminals({ ...query, page, limit: pageSize }, options);
  const first = await fetchPage(1);
  const pages = Math.min(mostPages, Math.ceil(first.total / Math.max(1, first.limit)));
  const found = new Map(first.items.map((terminal) => [terminal.id, terminal]));
  for (let page = 2; page <= pages; page += 2) {
    const next = [fetchPage(page), ...(page < pages ? [fetchPage(page + 1)] : [])];
    for (const { items } of await Promise.all(next)) {
      for (const terminal of items) if (!found.has(terminal.id)) found.set(terminal.id, terminal);
    }
  }
  return [...found.values()];
}
