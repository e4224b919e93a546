import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createGatewayClient } from 'tillkit/core';
import 'tillkit/styles.css';

// A till as a host shows it, with its gateway on the page's own origin.
const client = createGatewayClient({ baseUrl: '/api/payments' });

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <PaymentsProvider client={client} currency="USD">
      <TerminalCheckout />
    </PaymentsProvider>
  </StrictMode>,
);
