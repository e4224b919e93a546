import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import {
  AmountField,
  AttachmentField,
  CloseBatch,
  LinkShare,
  OpenOperations,
  PaymentLinkForm,
  PaymentLinkList,
  PaymentStatus,
  TerminalCheckout,
  TerminalPicker,
  TransactionActions,
  type LabelOverrides,
} from 'tillkit';
import type { Transaction } from 'tillkit/core';
import { en, type Labels } from 'tillkit/locales/en';
import { createHarness } from '../harness.tsx';

const transaction: Transaction = {
  pnRefNum: '1',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 0,
  settled: 'unknown',
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
  ['linkShare', 'copyLink', (labels) => <LinkShare address="https://pay.test/l/1" labels={labels} />],
  ['openOperations', 'title', (labels) => <OpenOperations labels={labels} />],
  ['paymentLinkForm', 'create', (labels) => <PaymentLinkForm labels={labels} />],
  ['paymentLinkList', 'loading', (labels) => <PaymentLinkList labels={labels} />],
  ['paymentStatus', 'nothing', (labels) => <PaymentStatus operationId="none" labels={labels} />],
  ['terminalCheckout', 'orderNumber', (labels) => <TerminalCheckout labels={labels} />],
  ['terminalPicker', 'label', (labels) => <TerminalPicker labels={labels} />],
  [
    'transactionActions',
    'void',
    (labels) => <TransactionActions transaction={transaction} labels={labels} />,
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
