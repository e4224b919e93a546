import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import {
  AmountField,
  AttachmentField,
  CloseBatch,
  CloseDay,
  DayReport,
  LinkShare,
  OpenOperations,
  PaymentLinkForm,
  PaymentLinkList,
  PaymentMirror,
  PaymentStatus,
  Receipt,
  TerminalCheckout,
  TerminalPicker,
  TransactionActions,
  TransactionList,
  type LabelOverrides,
} from 'tillkit';
import type { RecordedOperation, TerminalOperation } from 'tillkit/core';
import { en, type Labels } from 'tillkit/locales/en';
import { chargedSale, createHarness } from '../harness.tsx';

const sale: RecordedOperation = {
  id: 'sale',
  kind: 'pay',
  phase: 'complete',
  terminalId: 'terminal-1',
  amountCents: 1250,
  anomalies: [],
  seenProcessing: true,
  createdAt: 0,
  seq: 1,
  isOwn: true,
};

type Row = [section: keyof Labels, key: string, element: (labels: object | undefined) => ReactElement];

/** A word that each component shows at once. */
const rows: Row[] = [
  [
    'amountField',
    'label',
    (labels) => <AmountField value={1} labels={labels} onValueChange={() => undefined} />,
  ],
  ['attachmentField', 'addFiles', (labels) => <AttachmentField labels={labels} />],
  ['closeBatch', 'close', (labels) => <CloseBatch terminalId="terminal-1" labels={labels} />],
  ['closeDay', 'title', (labels) => <CloseDay labels={labels} />],
  ['dayReport', 'title', (labels) => <DayReport labels={labels} />],
  ['linkShare', 'copyLink', (labels) => <LinkShare address="https://pay.test/l/1" labels={labels} />],
  ['openOperations', 'title', (labels) => <OpenOperations labels={labels} />],
  ['paymentLinkForm', 'title', (labels) => <PaymentLinkForm labels={labels} />],
  ['paymentLinkList', 'loading', (labels) => <PaymentLinkList labels={labels} />],
  ['paymentStatus', 'nothing', (labels) => <PaymentStatus operationId="none" labels={labels} />],
  ['paymentMirror', 'region', (labels) => <PaymentMirror terminalId="terminal-1" labels={labels} />],
  ['receipt', 'print', (labels) => <Receipt operation={sale} labels={labels} />],
  ['transactionList', 'today', (labels) => <TransactionList labels={labels} />],
  ['terminalCheckout', 'orderNumber', (labels) => <TerminalCheckout labels={labels} />],
  ['terminalPicker', 'label', (labels) => <TerminalPicker labels={labels} />],
  [
    'transactionActions',
    'reference',
    (labels) => <TransactionActions transaction={chargedSale} labels={labels} />,
  ],
];

const show = (element: ReactElement, labels?: LabelOverrides) => {
  const { wrapper } = createHarness({ provider: { labels } });
  return render(element, { wrapper }).container.innerHTML;
};

test('there is a row for every section', () => {
  expect(rows.map(([section]) => section).toSorted()).toEqual(Object.keys(en).toSorted());
});

describe.each(rows)('%s', (section, key, element) => {
  const english = String((en[section] as unknown as Record<string, unknown>)[key]);

  test('speaks English by itself', () => {
    expect(show(element(undefined))).toContain(english);
  });

  test('takes a word from the provider, and its others from English', () => {
    const html = show(element(undefined), { [section]: { [key]: 'Provider’s word' } });
    expect(html).toContain('Provider’s word');
    expect(html).not.toContain('undefined');
  });

  test('takes a word of its own before the provider’s', () => {
    const html = show(element({ [key]: 'Own word' }), { [section]: { [key]: 'Provider’s word' } });
    expect(html).toContain('Own word');
    expect(html).not.toContain('Provider’s word');
  });
});

test('the provider’s words reach a component inside another', () => {
  expect(show(<TerminalCheckout />, { terminalPicker: { label: 'Device' } })).toContain('Device');
});

const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

/** An operation of which the service says nothing but this. */
async function saying(patch: Partial<TerminalOperation>) {
  const { operations, advance } = createHarness();
  await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(9000);
  const said = { ...operations.list()[0]!, ...patch };
  const seen = { ...operations, get: () => said, list: () => [said] };
  return { id: said.id, wrapper: createHarness({ provider: { operations: seen } }).wrapper };
}

const error = { code: 'http', shortMessage: markup, serviceMessage: markup, status: 400 } as const;

test.each<[string, Partial<TerminalOperation>]>([
  ['message', { phase: 'failed', message: markup }],
  ['error.serviceMessage', { phase: 'rejected', error }],
  ['pnRefNum', { pnRefNum: markup }],
  ['msgIdentifier', { pnRefNum: undefined, msgIdentifier: markup }],
  ['orderNumber', { orderNumber: markup }],
  ['terminalId', { terminalId: markup }],
])('F95: markup in %s is text in the status', async (_, patch) => {
  const { id, wrapper } = await saying(patch);
  const { container } = render(<PaymentStatus operationId={id} />, { wrapper });
  expect(container.querySelector('img, script')).toBeNull();
  expect(container.innerHTML).toContain('&lt;img');
});

test('F95: markup in an unknown anomaly is not shown at all', async () => {
  const { id, wrapper } = await saying({ anomalies: [markup] });
  const { container } = render(<PaymentStatus operationId={id} />, { wrapper });
  expect(container.innerHTML).not.toContain('onerror');
});

test('F95: markup in a transaction and in an open operation is text', async () => {
  const { wrapper } = await saying({ phase: 'unknown', terminalId: markup, orderNumber: markup });
  const { container } = render(
    <>
      <OpenOperations />
      <TransactionActions
        transaction={{
          pnRefNum: markup,
          kind: 'pay',
          terminalId: markup,
          status: 'complete',
          authorizedCents: 500,
          capturedCents: 500,
          refundedCents: 0,
          settled: true,
        }}
      />
    </>,
    { wrapper },
  );
  expect(screen.getAllByText(/onerror/).length).toBeGreaterThan(1);
  expect(container.querySelector('img, script')).toBeNull();
});
