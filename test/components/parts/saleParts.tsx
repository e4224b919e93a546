import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as tillkit from 'tillkit';
import * as parts from 'tillkit/parts';
import { type Transaction, transactionOf } from 'tillkit/core';
import { held, sold } from '../../core/operations/soldTransaction.ts';
import type { Harness } from '../../harness.tsx';
import { type PartCase, press } from './partCase.ts';
import { sale } from './sale.ts';

const {
  Entry: TransactionActionsEntry,
  GiveBack: TransactionActionsGiveBack,
  Root: TransactionActionsRoot,
} = parts.TransactionActions;
const actionsOf = (transaction: Transaction) => (part: ReactNode) => (
  <TransactionActionsRoot transaction={transaction}>
    <TransactionActionsEntry>{part}</TransactionActionsEntry>
  </TransactionActionsRoot>
);
const actions = actionsOf(sold);
const inGiveBack = (part: ReactNode) =>
  actions(<TransactionActionsGiveBack>{part}</TransactionActionsGiveBack>);
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

/** After a void that was refused: the service knows no such transaction. */
const voidRefused = (tag: PartCase['tag']): PartCase => ({
  tag,
  inside: (part) => (
    <TransactionActionsRoot transaction={sold}>
      <TransactionActionsEntry>
        <TransactionActionsGiveBack />
      </TransactionActionsEntry>
      {part}
    </TransactionActionsRoot>
  ),
  // The journal is read.
  arrange: ({ advance }) => advance(300),
  prepare: async (user) => {
    await press('Give back $50.00')(user);
    await press('Yes, give back $50.00')(user);
  },
});

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
  TransactionActionsWhyNot: {
    tag: 'div',
    inside: (part) => <Sold>{part}</Sold>,
    arrange: sellAndVoid,
  },
  TransactionActionsCapture: { tag: 'form', inside: actionsOf(held) },
  TransactionActionsGiveBack: { tag: 'form', inside: actions },
  TransactionActionsAbout: { tag: 'div', inside: inGiveBack },
  TransactionActionsName: { tag: 'h3', inside: inGiveBack },
  TransactionActionsText: { tag: 'p', inside: inGiveBack },
  TransactionActionsControls: { tag: 'div', inside: inGiveBack },
  TransactionActionsSubmit: { tag: 'button', inside: inGiveBack },
  TransactionActionsBack: voidRefused('button'),
  TransactionActionsInsteadHint: voidRefused('p'),
  TransactionActionsInstead: voidRefused('button'),
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
  TerminalCheckoutOrder: { tag: 'div', inside: checkoutOf({ order: { number: 'A-1', totalCents: 4261 } }) },
  TerminalCheckoutCustomValues: {
    tag: 'fieldset',
    inside: checkoutOf({ customFields: [{ key: 'table', label: 'Table' }] }),
  },
  TerminalCheckoutKeypad: { tag: 'div', inside: checkoutOf({ layout: 'keypad' }) },
  TerminalCheckoutAdd: { tag: 'div', inside: checkout },
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
  TerminalCheckoutUnknown: {
    tag: 'div',
    inside: checkoutOf({ flowKey: 'other' }),
    arrange: sale(500),
    harness: { scenario: 'lost-answer' },
  },
  TerminalCheckoutBack: { tag: 'button', ...refused },
  TerminalCheckoutNext: { tag: 'button', ...refused },
};
