import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PaymentLinkForm, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import 'tillkit/styles.css';

// The form as a host shows it: real fetch and real uploads, by the version that the address asks for.
const asked = new URLSearchParams(location.search);
const client = createPaymentsClient({
  baseUrl: '/api',
  headers: { authorization: 'sandbox' },
  service: defineService({
    paymentLinks: { version: asked.get('version') === 'v1' ? 'v1' : '202104', amountUnit: 'minor' },
  }),
});
const customFields = [
  { key: 'invoice-number', label: 'Invoice number', required: true },
  { key: 'table', label: 'Table', type: 'number' as const },
  {
    key: 'note',
    label: 'Occasion',
    type: 'choice' as const,
    choices: [{ value: 'party', label: 'Summer party' }],
  },
];
const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <PaymentsProvider client={client} currency="USD">
      <PaymentLinkForm
        customFields={customFields}
        taxes={taxes}
        discount={{ percent: '2.5' }}
        fields={{ customValues: { freeKeys: asked.has('freeKeys') } }}
      />
    </PaymentsProvider>
  </StrictMode>,
);
