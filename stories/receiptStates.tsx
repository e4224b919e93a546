import { Receipt, type ReceiptProps } from 'tillkit';
import type { MoneyOperation } from 'tillkit/core';
import { begun, endings, followed, newest, partlyDone, resolved } from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const lines: ReceiptProps = { shop: 'Café Aurora\nHarbour Street 4', footer: 'Thank you. See you soon!' };

type Text = (words: Parameters<State['shows']>[1]) => string;

const state = (
  name: string,
  prepare: State['prepare'],
  text: Text,
  props: Partial<ReceiptProps> = {},
): State => ({
  name,
  ...(prepare && { prepare }),
  render: (harness) => <Receipt operationId={newest(harness)?.id} {...lines} {...props} />,
  shows: (cell, words) => cell.getByText(like(text(words)), { selector: 'article *' }),
});

const done =
  (kind: MoneyOperation): Text =>
  ({ paymentStatus }) =>
    paymentStatus.completeTitle({ kind });
const notReceipt =
  (stateOf: Text): Text =>
  (words) =>
    words.receipt.notReceipt({ state: stateOf(words) });
const unknown = notReceipt(({ paymentStatus }) => paymentStatus.unknownTitle);

export const receiptStates: State[] = [
  state('Approved', begun({}), done('pay')),
  state('With a tip', begun({ scenario: 'tip' }), ({ receipt }) => receipt.tip),
  state('Partly approved', begun({ scenario: 'partly-approved' }), ({ paymentStatus }) =>
    paymentStatus.partialDue({ kind: 'pay', due: '…' }),
  ),
  state(
    'More than asked',
    begun({ scenario: 'more-than-asked' }),
    ({ paymentStatus }) => paymentStatus.askedFor,
  ),
  state('Not completed', begun({ scenario: 'declined' }), ({ receipt }) =>
    receipt.nothingMoved({ kind: 'pay' }),
  ),
  state(
    'Refused',
    begun({ scenario: 'rate-limited', afterMs: 500 }),
    ({ paymentStatus }) => paymentStatus.rejectedTitle,
  ),
  state('Never sent', endings['never-sent'], ({ receipt }) => receipt.nothingMoved({ kind: 'pay' })),
  state('Held', begun({ kind: 'preAuth' }), ({ receipt }) => receipt.held),
  state('Collected', followed('capture'), done('capture')),
  state('Voided', followed('void'), ({ receipt }) => receipt.voided),
  state('Refunded', followed('refund'), ({ receipt }) => receipt.refunded),
  state('Refunded in part', partlyDone('refund'), ({ paymentStatus }) =>
    paymentStatus.partialDue({ kind: 'refund', due: '…' }),
  ),
  state('Day closed', begun({ kind: 'closeBatch' }), done('closeBatch')),
  state('Recorded as charged', resolved(true), ({ paymentStatus }) =>
    paymentStatus.resolvedTitle({ kind: 'pay', charged: true }),
  ),
  state('Recorded as not charged', resolved(false), ({ paymentStatus }) =>
    paymentStatus.resolvedTitle({ kind: 'pay', charged: false }),
  ),
  state('Contradicted', endings.contradicted, ({ paymentStatus }) => paymentStatus.contradiction),
  state('Not known yet', begun({ scenario: 'lost-answer', afterMs: 2000 }), unknown),
  state(
    'Not finished',
    begun({ scenario: 'slow', afterMs: 2000 }),
    notReceipt(({ receipt }) => receipt.underWay),
  ),
  state('Copy', begun({}), ({ receipt }) => receipt.reprint, { reprint: true }),
  state('Nothing', undefined, ({ paymentStatus }) => paymentStatus.nothing),
];
