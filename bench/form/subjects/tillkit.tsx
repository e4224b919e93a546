import { PaymentLinkForm, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { rows } from '../rows.ts';

const client = createPaymentsClient({
  baseUrl: 'http://localhost:4010',
  service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
  fetcher: () => Promise.resolve(Response.json({ items: [], total: 0 })),
});
const fields = { customValues: { value: rows.map(({ key, value }) => ({ key, value })) } };

/** The kit's whole form. */
export const tillkit = () => (
  <PaymentsProvider client={client} currency="USD">
    <PaymentLinkForm customFields={rows} fields={fields} />
  </PaymentsProvider>
);
