import {
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
const client = createPaymentsClient({
  baseUrl: asked.get('api') ?? '/api',
  headers: { authorization: 'sandbox', ...(tab && { 'x-tab': tab }) },
  ...(asked.has('gateway')
    ? { gateway: true }
    : { service: defineService({ operationIdHeader: 'x-operation-id' }) }),
  clock: window.clock,
});
window.till = getTerminalOperations(client);
void window.till.ready.then(() => (document.title = 'ready'));
