import { type Labels, PaymentsProvider, TerminalPicker } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import type { Item } from '../terminals.ts';

/** The kit's own picker over a service that returns everything at once. */
export function Tillkit({
  items,
  labels,
}: {
  items: readonly Item[];
  labels?: Partial<Labels['terminalPicker']>;
}) {
  const count = items.length;
  const listed = items.map(({ id, name, serialNumber, model, provider, status }) => ({
    terminalId: id,
    name,
    serialNumber,
    model,
    provider,
    status,
  }));
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    fetcher: () => Promise.resolve(Response.json({ items: listed, total: count, page: 1, limit: count })),
  });
  return (
    <PaymentsProvider client={client} currency="USD">
      <TerminalPicker labels={labels} />
    </PaymentsProvider>
  );
}

/** The same without announcing the number of results. */
export const TillkitSilent = ({ items }: { items: readonly Item[] }) => (
  <Tillkit items={items} labels={{ resultCount: () => '' }} />
);
