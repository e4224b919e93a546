import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as tillkit from 'tillkit';
import * as parts from 'tillkit/parts';
import { type Transaction, transactionOf } from 'tillkit/core';
import type { Harness } from '../../harness.tsx';
import { type PartCase, press } from './partCase.ts';
import { sale } from './sale.ts';

const {
  Entry: TransactionActionsEntry,
  Refund: TransactionActionsRefund,
  Root: TransactionActionsRoot,
} = parts.TransactionActions;
const { Void: TransactionActionsVoid } = parts.TransactionActions;
const sold: Transaction = {
  pnRefNum: 'P-1',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 5000,
  capturedCents: 5000,
  refundedCents: 0,
  settled: 'unknown',
};
const held: Transaction = { ...sold, kind: 'preAuth', capturedCents: 0 };
const actionsOf = (transaction: Transaction) => (part: ReactNode) => (
  <TransactionActionsRoot transaction={transaction}>
    <TransactionActionsEntry>{part}</TransactionActionsEntry>
  </TransactionActionsRoot>
);
const actions = actionsOf(sold);
const inRefund = (part: ReactNode) => actions(<TransactionActionsRefund>{part}</TransactionActionsRefund>);
/** What was sold here, with its actions. */
function Sold({ children }: { children: ReactNode }) {
  const operations = tillkit.useOperations();
  const { pnRefNum = '' } = operations.at(-1) ?? {};
  return actionsOf(transactionOf(operations, pnRefNum) ?? sold)(children);
}
const sellAndVoid = async (harness: Harness) => {
  const { operations, advance } = harness;
  await sale(9000)(harness);
  const { pnRefNum = '' } = operations.list()[0] ?? {};
  await operations.start('void', { terminalId: 'terminal-1', pnRefNum });
  await advance(9000);
};

export const transactionActions: Record<string, PartCase> = {
  TransactionActionsRoot: { tag: 'section', props: { transaction: sold } },
  TransactionActionsEntry: {
    tag: 'div',
    inside: (part) => <TransactionActionsRoot transaction={sold}>{part}</TransactionActionsRoot>,
  },
  TransactionActionsFacts: { tag: 'header', inside: actions },
  TransactionActionsTitle: { tag: 'h2', inside: actions },
  TransactionActionsAmount: { tag: 'p', inside: actions },
  TransactionActionsDetails: { tag: 'dl', inside: actions },
  TransactionActionsVoided: {
    tag: 'div',
    inside: (part) => <Sold>{part}</Sold>,
    arrange: sellAndVoid,
  },
  TransactionActionsInDoubt: { tag: 'div', inside: actions },
  TransactionActionsCapture: { tag: 'form', inside: actionsOf(held) },
  TransactionActionsVoid: { tag: 'section', inside: actions },
  TransactionActionsRefund: { tag: 'form', inside: actions },
  TransactionActionsAbout: { tag: 'div', inside: inRefund },
  TransactionActionsName: { tag: 'h3', inside: inRefund },
  TransactionActionsText: { tag: 'p', inside: inRefund },
  TransactionActionsControls: { tag: 'div', inside: inRefund },
  TransactionActionsSubmit: { tag: 'button', inside: inRefund },
  TransactionActionsImpossible: { tag: 'div', inside: actions },
  TransactionActionsBack: {
    tag: 'button',
    inside: (part) => (
      <TransactionActionsRoot transaction={sold}>
        <TransactionActionsEntry>
          <TransactionActionsVoid />
        </TransactionActionsEntry>
        {part}
      </TransactionActionsRoot>
    ),
    // The journal is read.
    arrange: ({ advance }) => advance(300),
    // The service knows no such transaction.
    prepare: async (user) => {
      await press('Void $50.00')(user);
      await press('Yes, void $50.00')(user);
    },
  },
};

const {
  Charge: TerminalCheckoutCharge,
  Entry: TerminalCheckoutEntry,
  Root: TerminalCheckoutRoot,
} = parts.TerminalCheckout;
const checkoutOf =
  (props: Omit<parts.TerminalCheckout.RootProps, 'children'>, after?: 'form') => (part: ReactNode) => (
    <TerminalCheckoutRoot {...props}>
      <TerminalCheckoutEntry>{after ? <TerminalCheckoutCharge /> : part}</TerminalCheckoutEntry>
      {after && part}
    </TerminalCheckoutRoot>
  );
const checkout = checkoutOf({ quickAmountsCents: [500] });
/** The service refuses this amount. */
const refused: Pick<PartCase, 'inside' | 'prepare'> = {
  inside: checkoutOf({ defaultTerminalId: 'terminal-1', defaultAmountCents: 1204 }, 'form'),
  prepare: press(/^Charge/),
};
const doubtful: Pick<PartCase, 'inside' | 'arrange' | 'harness'> = {
  inside: checkoutOf({}, 'form'),
  arrange: sale(500),
  harness: { scenario: 'lost-answer' },
};

export const terminalCheckout: Record<string, PartCase> = {
  TerminalCheckoutRoot: { tag: 'div' },
  TerminalCheckoutEntry: {
    tag: 'form',
    inside: (part) => <TerminalCheckoutRoot>{part}</TerminalCheckoutRoot>,
  },
  TerminalCheckoutPair: { tag: 'div', inside: checkout },
  TerminalCheckoutAmount: { tag: 'div', inside: checkout },
  TerminalCheckoutQuickAmounts: { tag: 'fieldset', inside: checkout },
  TerminalCheckoutQuickAmount: { tag: 'button', props: { amountCents: 500 }, inside: checkout },
  TerminalCheckoutCustomValues: {
    tag: 'fieldset',
    inside: checkoutOf({ customFields: [{ key: 'table', label: 'Table' }] }),
  },
  TerminalCheckoutReceipt: { tag: 'div', inside: checkout },
  TerminalCheckoutAddresses: { tag: 'div', inside: checkoutOf({ fields: { receipt: { value: true } } }) },
  TerminalCheckoutAction: { tag: 'div', inside: checkout },
  TerminalCheckoutCharge: { tag: 'button', inside: checkout },
  TerminalCheckoutHint: { tag: 'p', inside: checkout },
  TerminalCheckoutLaterHint: { tag: 'p', ...doubtful },
  TerminalCheckoutLater: { tag: 'button', ...doubtful },
  TerminalCheckoutRest: {
    tag: 'button',
    inside: checkoutOf({}, 'form'),
    arrange: sale(9000),
    harness: { scenario: 'partly-approved' },
  },
  TerminalCheckoutTryAgain: {
    tag: 'button',
    inside: checkoutOf({ defaultTerminalId: 'terminal-1', defaultAmountCents: 1205 }, 'form'),
    prepare: press(/^Charge/),
    harness: { scenario: 'unauthorized' },
  },
  TerminalCheckoutLast: {
    tag: 'div',
    inside: checkoutOf({ returnAfterSeconds: 1 }),
    arrange: sale(9000),
    prepare: (_, { advance }) => act(() => advance(2000)),
  },
  TerminalCheckoutBack: { tag: 'button', ...refused },
  TerminalCheckoutNext: { tag: 'button', ...refused },
};
