import { createVirtualClock, formatCents } from 'tillkit/core';
import { es } from 'tillkit/locales/es';
import { createSandboxPayments } from 'tillkit/sandbox';

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
console.log(
  JSON.stringify({
    started: started.started,
    phase: operation?.phase,
    title: es.paymentStatus.unknownTitle,
    charges: sandbox.ledger.charges.length,
    amount: formatCents(1250, { locale: 'de-DE', currency: 'EUR' }),
  }),
);
