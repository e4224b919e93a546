import {
  createGatewayClient,
  createPaymentsClient,
  defineService,
  getTerminalOperations,
  type TerminalOperations,
} from 'tillkit/core';
import { createScaledClock, type ScaledClock } from './scaledClock.ts';

declare global {
  interface Window {
    till: TerminalOperations;
    clock: ScaledClock;
  }
}

// The core as a host would use it: real fetch, real IndexedDB, real channels between tabs.
const asked = new URLSearchParams(location.search);
const tab = asked.get('tab');
window.clock = createScaledClock(Number(asked.get('start') ?? 0), Number(asked.get('speed') ?? 1));
const options = {
  baseUrl: asked.get('api') ?? '/api',
  headers: { authorization: 'sandbox', ...(tab && { 'x-tab': tab }) },
  clock: window.clock,
};
const client = asked.has('gateway')
  ? createGatewayClient(options)
  : createPaymentsClient({ ...options, service: defineService({ operationIdHeader: 'x-operation-id' }) });
window.till = getTerminalOperations(client);
// As a part of a page does that shows them.
window.till.subscribe(() => undefined);
void window.till.ready.then(() => (document.title = 'ready'));
