import { type ReactNode, StrictMode, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { OpenOperations, PaymentsProvider, TerminalCheckout, useOperations } from 'tillkit';
import {
  createPaymentsClient,
  defineService,
  getTerminalOperations,
  type TerminalOperation,
} from 'tillkit/core';

/** What a host keeps of its callbacks, and what its screens showed, in order. */
const kept = (name: 'heard' | 'trace') => (entry: unknown) => {
  const before = JSON.parse(sessionStorage.getItem(name) ?? '[]') as unknown[];
  sessionStorage.setItem(name, JSON.stringify([...before, entry]));
};

const client = createPaymentsClient({
  baseUrl: '/api',
  headers: { authorization: 'sandbox' },
  service: defineService({ operationIdHeader: 'x-operation-id' }),
});
window.till = getTerminalOperations(client);
let shown = '';
window.till.subscribe(() => {
  const list = window.till.list();
  const now = list.map(({ id, phase }) => `${id} ${phase}`).join();
  if (now !== shown) list.forEach(kept('trace'));
  shown = now;
});

const hear = (name: string) => (operation: TerminalOperation) => kept('heard')({ ...operation, name });
const host = {
  onPaymentComplete: hear('complete'),
  onPaymentPartial: hear('partial'),
  onPaymentFailed: hear('failed'),
  onPaymentRejected: hear('rejected'),
  onPaymentUnknown: hear('unknown'),
};

function Badge() {
  return <output aria-label="Standing">{useOperations({ standing: true }).length}</output>;
}

function Payments({ children }: { children: ReactNode }) {
  return (
    <PaymentsProvider client={client} currency="USD">
      <Badge />
      {children}
    </PaymentsProvider>
  );
}

/** Two routes with a provider each, and a till that can be taken off its route while the provider stays. */
function App() {
  const route = useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => location.hash,
  );
  const [isOpen, setIsOpen] = useState(true);
  if (route === '#other') {
    return (
      <Payments key="other">
        <OpenOperations />
      </Payments>
    );
  }
  return (
    <Payments key="till">
      <button onClick={() => setIsOpen(!isOpen)}>{isOpen ? 'Put the till away' : 'Take the till out'}</button>
      {isOpen ? <TerminalCheckout defaultTerminalId="terminal-1" {...host} /> : <OpenOperations />}
    </Payments>
  );
}

createRoot(document.querySelector('main')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
