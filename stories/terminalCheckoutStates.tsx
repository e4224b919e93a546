import type { Harness } from '../test/harness.tsx';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import {
  away,
  notLoaded,
  noticed,
  saleElsewhere,
  slowToWrite,
  stillLoading,
  unreadable,
  unwritable,
} from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Cell = Parameters<State['shows']>[0];
type Words = Parameters<State['shows']>[1];

const filled: TerminalCheckoutProps = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

const state = (
  name: string,
  props: TerminalCheckoutProps,
  shows: State['shows'],
  act?: State['act'],
): State => ({ name, render: () => <TerminalCheckout {...props} />, shows, act });

const one = { value: 1, text: '…' };
const two = { value: 2, text: '…' };
const sale = { amount: '…', terminal: 'Front counter' };
const charge = ({ terminalCheckout }: Words) => terminalCheckout.charge(sale);
const empty = ({ terminalCheckout }: Words) =>
  terminalCheckout.charge({ amount: undefined, terminal: undefined });
const authorize = ({ terminalCheckout }: Words) => terminalCheckout.authorize(sale);

const button = (text: (words: Words) => string) => (cell: Cell, words: Words) =>
  cell.getByRole('button', { name: like(text(words)) });
const heading = (text: (words: Words['paymentStatus']) => string) => (cell: Cell, words: Words) =>
  cell.getByRole('heading', { name: text(words.paymentStatus) });
const notice = (text: (words: Words['terminalCheckout']) => string) => (cell: Cell, words: Words) =>
  cell.getByText(like(text(words.terminalCheckout)), { selector: 'form p' });

const presses =
  (text: (words: Words) => string): NonNullable<State['act']> =>
  async (cell, user, _, words) =>
    user.click(await cell.findByRole('button', { name: like(text(words)) }));

/** Presses the button and lets time pass. */
const sends =
  (afterMs: number, text = charge): NonNullable<State['act']> =>
  async (cell, user, harness, words) => {
    await presses(text)(cell, user, harness, words);
    await harness.advance(afterMs);
  };

const wantsReceipt: NonNullable<State['act']> = async (cell, user, _, { terminalCheckout }) =>
  user.click(cell.getByRole('button', { name: terminalCheckout.addReceipt }));

export const customFields = [
  { key: 'table', label: 'Table', required: true },
  {
    key: 'shift',
    label: 'Shift',
    type: 'choice' as const,
    choices: [
      { value: 'am', label: 'Morning' },
      { value: 'pm', label: 'Evening' },
    ],
  },
];

/** A minute ago a person recorded that the same amount was not charged. */
async function sentBefore({ operations, sandbox, advance }: Harness) {
  sandbox.setScenario('lost-request', { next: true });
  await operations.start(
    'pay',
    { terminalId: 'terminal-1', amount: 1250, receipt: false },
    { flowKey: 'other' },
  );
  await advance(500);
  operations.resolveUnknown(operations.list()[0]?.id ?? '', { charged: false, basis: 'receipt' });
  await advance(60_000);
}

export const terminalCheckoutStates: State[] = [
  state('Empty', {}, button(empty)),
  state('Filled', filled, button(charge)),
  {
    ...state(
      'Still loading',
      filled,
      button(({ terminalCheckout }) => terminalCheckout.loading),
    ),
    sandbox: stillLoading,
  },
  {
    ...state(
      'Not loaded',
      filled,
      button(({ terminalCheckout }) => terminalCheckout.loadAgain),
    ),
    sandbox: notLoaded,
  },
  state('Cents first', { ...filled, entry: 'cents', defaultAmountCents: 123_450 }, button(charge)),
  state(
    'Keypad',
    { ...filled, entry: 'cents', layout: 'keypad', quickAmountsCents: [500, 1250, 2000] },
    button(charge),
  ),
  state('Quick amounts', { ...filled, quickAmountsCents: [500, 1250, 2000, 5000] }, button(charge)),
  state('Pre-authorization', { ...filled, kind: 'preAuth' }, button(authorize)),
  state(
    'Incomplete',
    { fields: { orderNumber: { required: true } } },
    (cell, { terminalCheckout }) => cell.getByText(terminalCheckout.receiptAddressMissing),
    async (cell, user, harness, words) => {
      await wantsReceipt(cell, user, harness, words);
      await presses(empty)(cell, user, harness, words);
    },
  ),
  state(
    'Fields of the host',
    {
      fields: {
        terminalId: { readOnly: true, value: 'terminal-1' },
        amount: { readOnly: true, value: 1250 },
        orderNumber: { readOnly: true, value: 'A-1042' },
        receipt: { readOnly: true, value: true },
        email: { value: 'ann@example.com' },
        phone: { hidden: true },
      },
    },
    button(charge),
  ),
  state('Custom values', { ...filled, customFields }, (cell, { terminalCheckout }) =>
    cell.getByRole('group', { name: terminalCheckout.customValues }),
  ),
  state(
    'Asked first',
    { ...filled, confirm: 'always' },
    (cell, { terminalCheckout }) =>
      cell.getByRole('alertdialog', { name: like(terminalCheckout.confirmTitle(sale)) }),
    presses(charge),
  ),
  {
    ...state(
      'Terminal busy',
      filled,
      notice(({ busyNotice }) => busyNotice({ terminal: '…' })),
    ),
    prepare: ({ operations }) =>
      operations.start(
        'pay',
        { terminalId: 'terminal-1', amount: 4200, receipt: false },
        { flowKey: 'other' },
      ),
    act: sends(200),
  },
  state(
    'Waiting',
    filled,
    (cell, { paymentStatus }) => cell.getByText(paymentStatus.takingLong),
    sends(2500),
  ),
  state(
    'Approved',
    filled,
    heading(({ completeTitle }) => completeTitle({ kind: 'pay' })),
    sends(9000),
  ),
  state(
    'Authorized',
    { ...filled, kind: 'preAuth' },
    heading(({ completeTitle }) => completeTitle({ kind: 'preAuth' })),
    sends(9000, authorize),
  ),
  {
    ...state(
      'Partly approved',
      filled,
      button(({ terminalCheckout }) => terminalCheckout.takeRest({ kind: 'pay', amount: '…' })),
      sends(9000),
    ),
    sandbox: { scenario: 'partly-approved' },
  },
  {
    ...state(
      'Partly approved, given back',
      filled,
      button(({ terminalCheckout }) => terminalCheckout.backToSale),
      async (cell, user, harness, words) => {
        await sends(9000)(cell, user, harness, words);
        const sum = { amount: '…', isHold: false, way: 'try' } as const;
        for (const text of ['giveBackButton', 'confirmYes'] as const)
          await presses((all) => all.transactionActions[text](sum))(cell, user, harness, words);
        await harness.advance(9000);
      },
    ),
    sandbox: { scenario: 'partly-approved' },
  },
  state(
    'Not completed',
    { ...filled, defaultAmountCents: 1201 },
    heading(({ failedTitle }) => failedTitle),
    sends(9000),
  ),
  state(
    'Not accepted',
    { ...filled, defaultAmountCents: 1204 },
    heading(({ rejectedTitle }) => rejectedTitle),
    sends(500),
  ),
  state(
    'Unknown',
    { ...filled, defaultAmountCents: 1203 },
    heading(({ unknownSentence }) => unknownSentence({ kind: 'pay' })),
    sends(500),
  ),
  state(
    'Put off',
    { ...filled, defaultAmountCents: 1203 },
    button(({ terminalCheckout }) => terminalCheckout.unknown({ count: one, amount: '…', terminal: '…' })),
    async (cell, user, harness, words) => {
      await sends(500)(cell, user, harness, words);
      await presses(({ terminalCheckout }) => terminalCheckout.decideLater)(cell, user, harness, words);
    },
  ),
  {
    ...state(
      'Put off, several',
      filled,
      button(({ terminalCheckout }) =>
        terminalCheckout.unknown({ count: two, amount: '…', terminal: undefined }),
      ),
    ),
    prepare: async ({ operations, sandbox, advance }) => {
      for (const [terminalId, amount] of [
        ['terminal-2', 2007],
        ['terminal-3', 123_450],
      ] as const) {
        sandbox.setScenario('lost-answer', { terminalId, next: true });
        await operations.start('pay', { terminalId, amount, receipt: false }, { flowKey: 'other' });
        await advance(500);
      }
    },
  },
  {
    ...state(
      'Same amount again',
      filled,
      (cell, { terminalCheckout }) =>
        cell.getByRole('alertdialog', { name: terminalCheckout.duplicateTitle }),
      sends(200),
    ),
    prepare: sentBefore,
  },
  {
    ...state(
      'Busy elsewhere',
      filled,
      notice(({ busyElsewhere }) => busyElsewhere({ terminal: '…' })),
      sends(200),
    ),
    sandbox: unreadable,
    prepare: saleElsewhere,
  },
  {
    ...state(
      'Not recorded',
      filled,
      notice(({ noJournal }) => noJournal),
      sends(200),
    ),
    sandbox: unwritable,
  },
  {
    ...state(
      'Too slow to record',
      filled,
      notice(({ tooSlow }) => tooSlow),
      sends(1000),
    ),
    sandbox: slowToWrite,
  },
  {
    ...state(
      'Gateway away',
      filled,
      notice(({ unreachable }) => unreachable),
      sends(200),
    ),
    sandbox: away,
    prepare: noticed,
  },
  state(
    'Not valid',
    { ...filled, customValues: [{ key: '', value: '12' }] },
    notice(({ refused }) => refused({ code: 'invalid-request', field: 'customValues[0].key' })),
    sends(200),
  ),
];
