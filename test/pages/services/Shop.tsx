import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import {
  CloseBatch,
  formatCents,
  OpenOperations,
  type PaymentLinkColumn,
  PaymentLinkForm,
  PaymentLinkList,
  PaymentsProvider,
  TerminalCheckout,
  TransactionActions,
  useOperations,
} from 'tillkit';
import { approvedCents, type PaymentsClient, type TerminalOperation, transactionOf } from 'tillkit/core';
import { createScaledClock } from '../till/scaledClock.ts';
import 'tillkit/styles.css';

/** What the page's address says. */
export const asked = new URLSearchParams(location.search);
/** Faster than the machine's, so that the test does not wait for a card. */
export const clock = createScaledClock(Number(asked.get('start')), Number(asked.get('speed')));

const customFields = [{ key: 'table', label: 'Table' }];
const columns: PaymentLinkColumn[] = [
  {
    id: 'net',
    label: 'Before taxes',
    render: ({ amountCents = 0 }) => formatCents(amountCents, { currency: 'USD', locale: 'en-US' }),
  },
  'amount',
  'status',
  'customValues',
  'actions',
];

/** A sale or pre-authorization that went through, and what is left of it for the merchant. */
function chargeOf(sale: TerminalOperation, operations: readonly TerminalOperation[]) {
  const { pnRefNum, terminalId, orderNumber, kind } = sale;
  const transaction = pnRefNum === undefined ? undefined : transactionOf(operations, pnRefNum);
  const isVoided = operations.some(
    (other) => other.kind === 'void' && other.phase === 'complete' && other.pnRefNum === pnRefNum,
  );
  const saleCents = kind === 'pay' ? (approvedCents(sale) ?? 0) : 0;
  const cents = transaction ? transaction.capturedCents - transaction.refundedCents : saleCents;
  return { reference: pnRefNum, terminal: terminalId, orderNumber, cents: isVoided ? 0 : cents };
}

const isSale = ({ kind, phase, resolution }: TerminalOperation) =>
  (kind === 'pay' || kind === 'preAuth') &&
  (phase === 'complete' || phase === 'partial' || resolution?.charged === true);

const asField = { layout: 'field' } as const;

function Till() {
  const operations = useOperations();
  const sales = operations.filter(isSale);
  const [newest] = sales;
  const transaction = newest?.pnRefNum && transactionOf(operations, newest.pnRefNum);
  return (
    <>
      <section aria-label="Sales">
        <TerminalCheckout terminals={asField} />
      </section>
      <section aria-label="Holds">
        <TerminalCheckout kind="preAuth" flowKey="holds" terminals={asField} />
      </section>
      {transaction && <TransactionActions transaction={transaction} />}
      {newest && (
        <section aria-label="Batch">
          <CloseBatch terminalId={newest.terminalId} />
        </section>
      )}
      <OpenOperations />
      <output aria-label="Charges" hidden>
        {JSON.stringify(sales.map((sale) => chargeOf(sale, operations)).toReversed())}
      </output>
    </>
  );
}

function Links() {
  return (
    <>
      <PaymentLinkForm customFields={customFields} fields={{ customValues: { freeKeys: true } }} />
      <PaymentLinkList columns={columns} />
    </>
  );
}

function Shop() {
  const route = useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => location.hash,
  );
  return route === '#links' ? <Links /> : <Till />;
}

/** Every drop-in on a page, and what the page knows of the money. */
export function showShop(client: PaymentsClient) {
  createRoot(document.querySelector('main')!).render(
    <StrictMode>
      <PaymentsProvider client={client} currency="USD">
        <Shop />
      </PaymentsProvider>
    </StrictMode>,
  );
}
