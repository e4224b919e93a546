import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createPaymentsClient, PaymentLinkList, PaymentsProvider } from 'tillkit';

const client = createPaymentsClient({ baseUrl: '/api/payments' });
createRoot(document.body).render(
  createElement(PaymentsProvider, { client, currency: 'USD' }, createElement(PaymentLinkList)),
);
