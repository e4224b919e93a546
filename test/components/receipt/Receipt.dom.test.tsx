import { act, render, screen, within } from '@testing-library/react';
import { Receipt, type ReceiptProps } from 'tillkit';
import type { RecordedOperation } from 'tillkit/core';
import { ja } from 'tillkit/locales/ja';
import { describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

const sale: RecordedOperation = {
  id: 'sale',
  kind: 'pay',
  phase: 'complete',
  terminalId: 'terminal-1',
  amountCents: 123_450,
  orderNumber: 'A-1042',
  pnRefNum: '600700800900100',
  anomalies: [],
  seenProcessing: true,
  createdAt: Date.UTC(2026, 0, 15, 9, 30),
  endedAt: Date.UTC(2026, 0, 15, 9, 31),
  seq: 3,
  isOwn: true,
};

const show = async (
  patch: Partial<RecordedOperation> = {},
  props: Partial<ReceiptProps> = {},
  provider: HarnessOptions['provider'] = {},
) => {
  const { wrapper, advance } = createHarness({ provider });
  render(<Receipt operation={{ ...sale, ...patch }} {...props} />, { wrapper });
  await act(() => advance(300));
  await screen.findAllByText(/Front counter/);
  return screen.getByRole('article');
};

const rowsIn = (slip: HTMLElement, part: 'figures' | 'details') =>
  Array.from(slip.querySelectorAll(`.tillkit-receipt-${part} > div`), (row) => row.textContent);
const figuresIn = (slip: HTMLElement) => rowsIn(slip, 'figures');
const sentencesIn = (slip: HTMLElement) =>
  Array.from(slip.querySelectorAll('.tillkit-receipt-sentences > p'), ({ textContent }) => textContent);
const titleOf = (slip: HTMLElement) => within(slip).getByRole('heading').textContent;

test('says what was sold, when, where and under which numbers', async () => {
  const slip = await show();
  expect(titleOf(slip)).toBe('Approved');
  expect(figuresIn(slip)).toEqual(['Sale$1,234.50']);
  expect(rowsIn(slip, 'details')).toEqual([
    'TimeJan 15, 2026, 9:30 AM',
    'TerminalFront counter',
    'Order numberA-1042',
    'Reference600700800900100',
  ]);
  expect(slip).toHaveAccessibleName('Approved');
});

type State = [
  name: string,
  patch: Partial<RecordedOperation>,
  said: { title: string; figures: string[]; sentences: string[] },
];

const approvedInPart = { amountCents: 5000, confirmedCents: 3000 };

test.each<State>([
  [
    'with a tip',
    { amountCents: 5000, confirmedCents: 5600, tipCents: 600 },
    { title: 'Approved', figures: ['Total$56.00', 'Sale$50.00', 'Tip$6.00'], sentences: [] },
  ],
  [
    'approved in part (F31)',
    { phase: 'partial', ...approvedInPart },
    {
      title: 'Partly approved',
      figures: ['Approved$30.00', 'Asked for$50.00'],
      sentences: ['$20.00 is still due.'],
    },
  ],
  [
    'held in part',
    { kind: 'preAuth', phase: 'partial', ...approvedInPart },
    {
      title: 'Partly authorized',
      figures: ['Authorized$30.00', 'Asked for$50.00'],
      sentences: ['Held, not charged yet.', '$20.00 is still due.'],
    },
  ],
  [
    'held not at all',
    { kind: 'preAuth', phase: 'partial', ...approvedInPart, confirmedCents: 0 },
    {
      title: '$0.00 of $50.00 authorized',
      figures: ['Authorized$0.00', 'Asked for$50.00'],
      sentences: ['$50.00 is still due.'],
    },
  ],
  [
    'for more than was asked for (F31)',
    { amountCents: 5000, confirmedCents: 7000, anomalies: ['amount-mismatch'] },
    { title: 'Approved', figures: ['Approved$70.00', 'Asked for$50.00'], sentences: [] },
  ],
  [
    'not completed',
    { phase: 'failed', amountCents: 5000, message: 'The card issuer refused the payment.' },
    {
      title: 'Not completed',
      figures: ['Asked for$50.00'],
      sentences: ['The card was not charged.', 'The card issuer refused the payment.'],
    },
  ],
  [
    'refused without proof: an answer of a busy service may be about another copy',
    { phase: 'rejected', amountCents: 5000, error: { code: 'rate-limited', shortMessage: '', status: 429 } },
    { title: 'Not accepted', figures: ['Asked for$50.00'], sentences: [] },
  ],
  [
    'refused by the record of all tills',
    {
      phase: 'rejected',
      amountCents: 5000,
      error: { code: 'http', shortMessage: '', status: 409, operationState: 'refused' },
    },
    { title: 'Not accepted', figures: ['Asked for$50.00'], sentences: ['The card was not charged.'] },
  ],
  [
    'held',
    { kind: 'preAuth' },
    { title: 'Authorized', figures: ['Pre-authorization$1,234.50'], sentences: ['Held, not charged yet.'] },
  ],
  ['collected', { kind: 'capture' }, { title: 'Collected', figures: ['Collection$1,234.50'], sentences: [] }],
  [
    'voided',
    { kind: 'void', amountCents: undefined },
    {
      title: 'Voided',
      figures: [],
      sentences: ['The payment was cancelled. The card is not charged.'],
    },
  ],
  [
    'refunded',
    { kind: 'refund' },
    {
      title: 'Refunded',
      figures: ['Refund$1,234.50'],
      sentences: ['The money goes back to the card, which can take some days.'],
    },
  ],
  [
    'of a closed day',
    { kind: 'closeBatch', amountCents: undefined },
    {
      title: 'Day closed',
      figures: [],
      sentences: ['Payout has started. You will not see here when it is done.'],
    },
  ],
  [
    'recorded by a person as charged',
    { phase: 'resolved', resolution: { charged: true, basis: 'receipt' } },
    {
      title: 'Recorded as charged',
      figures: ['Sale$1,234.50'],
      sentences: ['A person here saw it on the receipt. The service has not confirmed it.'],
    },
  ],
  [
    'recorded by a person as not charged',
    { phase: 'resolved', resolution: { charged: false, basis: 'terminal-screen' } },
    {
      title: 'Recorded as not charged',
      figures: ['Asked for$1,234.50'],
      sentences: ['A person here saw it on the terminal screen. The service has not confirmed it.'],
    },
  ],
  [
    'that the service contradicted later (F25)',
    { anomalies: ['contradiction'] },
    {
      title: 'Approved',
      figures: ['Sale$1,234.50'],
      sentences: ['The service later said otherwise. Check this payment in the back office.'],
    },
  ],
])('a slip %s says so', async (_, patch, said) => {
  const slip = await show(patch);
  expect({ title: titleOf(slip), figures: figuresIn(slip), sentences: sentencesIn(slip) }).toEqual(said);
});

test('a failed payment that was contradicted is not said to be uncharged', async () => {
  const slip = await show({ phase: 'failed', anomalies: ['contradiction'] });
  expect(slip).not.toHaveTextContent('not charged');
  expect(slip).toHaveAttribute('data-tone', 'attention');
});

describe('a slip without an outcome', () => {
  test.each<[RecordedOperation['phase'], string]>([
    ['unknown', 'Not known yet: this is not a receipt'],
    ['waiting', 'Not finished yet: this is not a receipt'],
    ['sending', 'Not finished yet: this is not a receipt'],
  ])('says by its title that it is no receipt, and what to do (%s)', async (phase, title) => {
    const slip = await show({ phase, confirmedCents: 123_450, message: 'Approved' });
    expect(titleOf(slip)).toBe(title);
    expect(figuresIn(slip)).toEqual(['Asked for$1,234.50']);
    expect(slip.querySelector('[data-moved]')).toBeNull();
    expect(sentencesIn(slip).at(-1)).toBe(
      'Do not pay again until it is clear. Look at the screen of Front counter or in the back office.',
    );
    expect(slip).not.toHaveTextContent(/paid|approved|total|(?<!know yet if the card was )charged\./i);
  });

  test('warns of doing again what takes no card', async () => {
    const slip = await show({ phase: 'unknown', kind: 'refund' });
    expect(sentencesIn(slip)).toEqual([
      "We don't know yet if the refund was made.",
      'Do not do it again until it is clear. Look at the screen of Front counter or in the back office.',
    ]);
  });
});

test('a slip in Japanese ends its sentences with the Japanese full stop', async () => {
  const slip = await show({ phase: 'unknown' }, {}, { labels: ja, locale: 'ja-JP' });
  expect(sentencesIn(slip)).toEqual([expect.stringMatching(/ん。$/), expect.stringMatching(/い。$/)]);
});

test('has the lines of the shop above and below, and says that it is a copy', async () => {
  const slip = await show({}, { shop: 'Café Aurora\nHarbour Street 4', footer: 'Thank you', reprint: true });
  expect(slip).toHaveTextContent(/^CopyCafé Aurora Harbour Street 4Approved.*Thank youPrint$/);
  expect(slip).toHaveAttribute('data-reprint', '');
});

test('follows an operation of this page by its id, and says when there is none', async () => {
  const harness = createHarness();
  const { operations, advance, wrapper } = harness;
  const begun = await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  const id = begun.started ? begun.operation.id : '';
  const { rerender } = render(<Receipt operationId={id} shop="Café" />, { wrapper });
  expect(titleOf(screen.getByRole('article'))).toBe('Not finished yet: this is not a receipt');
  await act(() => advance(9000));
  expect(titleOf(screen.getByRole('article'))).toBe('Approved');
  rerender(<Receipt operationId="none" shop="Café" />);
  const slip = screen.getByRole('article');
  expect(slip).toHaveTextContent(/^There is no payment to show here\.$/);
  expect(slip).toHaveAttribute('data-empty', '');
});
