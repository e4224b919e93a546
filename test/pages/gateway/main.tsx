import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OpenOperations, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createGatewayClient, getTerminalOperations, type TerminalOperation } from 'tillkit/core';
import 'tillkit/styles.css';

declare global {
  interface Window {
    /** Hears what the page shows after each change, where a test listens. */
    noteShown?: (operations: TerminalOperation[]) => void;
  }
}

// A till as a host shows it, with its gateway on the page's own origin.
const client = createGatewayClient({ baseUrl: '/api/payments' });
window.till = getTerminalOperations(client);
window.till.subscribe(() => window.noteShown?.(window.till.list()));

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <PaymentsProvider client={client} currency="USD">
      <TerminalCheckout />
      <OpenOperations />
    </PaymentsProvider>
  </StrictMode>,
);
