import { createGatewayClient, createVirtualClock, formatCents } from 'tillkit/core';
import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { es } from 'tillkit/locales/es';
import { createSandbox, createSandboxPayments } from 'tillkit/sandbox';

const clock = createVirtualClock(Date.now());
const { operations, sandbox } = createSandboxPayments({ scenario: 'lost-answer', clock });
const [terminal] = sandbox.terminals;
const started = await operations.start('pay', {
  terminalId: terminal?.id ?? '',
  amount: 1250,
  receipt: false,
});
await clock.advance(60_000);
const [operation] = operations.list();

const service = createSandbox();
const gateway = createGateway({
  baseUrl: service.baseUrl,
  headers: { authorization: 'sandbox' },
  authorize: () => true,
  store: createMemoryStore(),
  fetcher: service.fetch,
});
const client = createGatewayClient({
  baseUrl: 'http://localhost',
  headers: { origin: 'http://localhost' },
  fetcher: (request) => gateway.fetch(request),
});
const { items } = await client.listTerminals();
console.log(
  JSON.stringify({
    started: started.started,
    phase: operation?.phase,
    title: es.paymentStatus.unknownTitle,
    charges: sandbox.ledger.charges.length,
    terminals: items.length,
    amount: formatCents(1250, { locale: 'de-DE', currency: 'EUR' }),
  }),
);
