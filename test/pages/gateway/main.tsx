import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import 'tillkit/styles.css';

// A till as a host shows it, with its gateway on the page's own origin.
const client = createPaymentsClient({ baseUrl: '/api/payments', gateway: true });

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <PaymentsProvider client={client} currency="USD">
      <TerminalCheckout />
    </PaymentsProvider>
  </StrictMode>,
);
