import { Receipt, type ReceiptProps } from 'tillkit';
import type { MoneyOperation } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { endings, partlyDone, request } from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const lines: ReceiptProps = { shop: 'Café Aurora\nHarbour Street 4', footer: 'Thank you. See you soon!' };

const newest = ({ operations }: Harness) => operations.list()[0];

interface Begun {
  kind?: 'pay' | 'preAuth' | 'closeBatch';
  scenario?: ScenarioName;
  afterMs?: number;
}

const begun =
  ({ kind = 'pay', scenario = 'approved', afterMs = 9000 }: Begun) =>
  async ({ operations, sandbox, advance }: Harness) => {
    sandbox.setScenario(scenario, { next: true });
    if (kind === 'closeBatch') await operations.start(kind, { terminalId: request.terminalId });
    else await operations.start(kind, request);
    await advance(afterMs);
  };

/** A sale, or a hold, and what was done with it. */
const followed =
  (kind: 'void' | 'refund' | 'capture') =>
  async ({ operations, advance }: Harness) => {
    const { terminalId, amount } = request;
    const end = async () => {
      await advance(9000);
      for (const { id } of operations.list()) operations.acknowledge(id);
    };
    await operations.start(kind === 'capture' ? 'preAuth' : 'pay', request);
    await end();
    const { pnRefNum = '' } = operations.list()[0]!;
    if (kind === 'refund') await operations.start('closeBatch', { terminalId });
    await end();
    if (kind === 'void') await operations.start(kind, { terminalId, pnRefNum });
    else await operations.start(kind, { terminalId, pnRefNum, amount });
    await end();
  };

/** A person said what became of it. */
const resolved = (charged: boolean) => async (harness: Harness) => {
  await begun({ scenario: 'lost-answer', afterMs: 2000 })(harness);
  const { operations } = harness;
  operations.resolveUnknown(newest(harness)?.id ?? '', { charged, basis: 'terminal-screen' });
  await harness.advance(100);
};

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

/** A slip of each outcome, and of none. */
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
