import { createPaymentsClient, getTerminalOperations, type TerminalOperations } from 'tillkit/core';

declare global {
  interface Window {
    till: TerminalOperations;
  }
}

// The core as a host would use it: real fetch, real IndexedDB, real channels between tabs.
const client = createPaymentsClient({
  baseUrl: new URLSearchParams(location.search).get('api') ?? '/api',
  headers: { authorization: 'sandbox' },
  operationIdHeader: 'x-operation-id',
});
window.till = getTerminalOperations(client);
void window.till.ready.then(() => (document.title = 'ready'));
