import { waitFor } from 'storybook/test';
import { TransactionList, type TransactionListProps } from 'tillkit';
import { PaymentsError, type TerminalOperations } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness, HarnessOptions } from '../test/harness.tsx';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Act = NonNullable<State['act']>;

const terminals = ['terminal-1', 'terminal-2', 'terminal-3'];

/** Sales of a day on three terminals, each with its scenario. The newest one comes last. */
const sales: [amount: number, scenario: ScenarioName, orderNumber?: string][] = [
  [1250, 'approved', 'A-1038'],
  [3140, 'approved', 'A-1039'],
  [860, 'declined', 'A-1040'],
  [123_450, 'tip', 'A-1041'],
  [5000, 'partly-approved', 'A-1042'],
  [420, 'approved'],
];

const seeAll = ({ operations }: Pick<Harness, 'operations'>) => {
  for (const { id } of operations.list({ open: false })) operations.acknowledge(id);
};

/** A day with sales, a voided one among them. */
export async function sellDay(harness: Harness) {
  const { operations, sandbox, advance } = harness;
  for (const [place, [amount, scenario, orderNumber]] of sales.entries()) {
    sandbox.setScenario(scenario, { next: true });
    const terminalId = terminals[place % terminals.length]!;
    await operations.start('pay', { terminalId, amount, orderNumber, receipt: false });
    await advance(20_000);
    seeAll(harness);
    await advance(11 * 60_000);
  }
  const { terminalId, pnRefNum = '' } = operations.list().find(({ amountCents }) => amountCents === 3140)!;
  await operations.start('void', { terminalId, pnRefNum });
  await advance(20_000);
  seeAll(harness);
}

/** The same day, with a payment at its end whose outcome is not known. */
export async function sellDayWithUnknown(harness: Harness) {
  await sellDay(harness);
  harness.sandbox.setScenario('lost-answer', { next: true });
  await harness.operations.start('pay', {
    terminalId: 'terminal-2',
    amount: 2790,
    orderNumber: 'A-1043',
    receipt: false,
  });
  await harness.advance(20_000);
}

const shown =
  (props: TransactionListProps = {}) =>
  () => <TransactionList {...props} />;

const read: Act = (cell, _, harness) =>
  waitFor(async () => {
    await harness.advance(400);
    cell.getByText(/A-1038/);
  });

const open =
  (name: RegExp): Act =>
  async (cell, user, harness, words) => {
    await read(cell, user, harness, words);
    await user.click(cell.getByRole('button', { name }));
    await waitFor(async () => {
      await harness.advance(400);
      cell.getByText(words.transactionList.history);
    });
  };

const search =
  (text: string): Act =>
  async (cell, user, harness, words) => {
    await read(cell, user, harness, words);
    await user.type(cell.getByRole('searchbox'), text);
    await harness.advance(400);
  };

/** A record that gives the same answer to every question. */
const recordThat = (answer: () => Promise<never>): HarnessOptions => ({
  changes: {
    record: new Proxy({} as TerminalOperations['record'], {
      get: (_, name) => (name === 'subscribe' ? () => () => undefined : answer),
    }),
  },
});
const isLoading = recordThat(() => new Promise(() => undefined));
const isAway = recordThat(() =>
  Promise.reject(new PaymentsError('unanswered', 'The gateway does not answer.')),
);

export const transactionListStates: State[] = [
  {
    name: 'Loading',
    sandbox: isLoading,
    render: shown(),
    shows: (cell, { transactionList }) => cell.getByRole('region', { name: transactionList.region }),
  },
  {
    name: 'A day',
    prepare: sellDay,
    render: shown(),
    act: read,
    shows: (cell) => cell.getByText(/A-1042/),
  },
  {
    name: 'Not known yet',
    prepare: sellDayWithUnknown,
    render: shown(),
    act: read,
    shows: (cell, { transactionList }) => cell.getByRole('heading', { name: transactionList.toLookAt }),
  },
  {
    name: 'Opened',
    prepare: sellDay,
    render: shown({ orderHref: (number) => `#${number}` }),
    act: open(/A-1038/),
    shows: (cell, { transactionList }) => cell.getByRole('heading', { name: transactionList.history }),
  },
  {
    name: 'Opened, not known yet',
    prepare: sellDayWithUnknown,
    render: shown(),
    act: open(/A-1043/),
    shows: (cell, { paymentStatus }) =>
      cell.getByRole('heading', { name: paymentStatus.unknownSentence({ kind: 'pay' }) }),
  },
  {
    name: 'Found by amount',
    prepare: sellDay,
    render: shown(),
    act: search('31.40'),
    shows: (cell, { transactionList }) =>
      cell.getByText(like(transactionList.readAsAmount({ amount: '…' })), { selector: 'p span' }),
  },
  {
    name: 'Nothing fits',
    prepare: sellDay,
    render: shown(),
    act: async (cell, user, harness, words) => {
      await search('Z-9')(cell, user, harness, words);
      await waitFor(async () => {
        await harness.advance(400);
        cell.getByText(words.transactionList.noMatch);
      });
    },
    shows: (cell, { transactionList }) => cell.getByText(transactionList.noMatch),
  },
  {
    name: 'No payments yet',
    render: shown(),
    shows: (cell, { transactionList }) => cell.getByText(transactionList.emptyTitle),
  },
  {
    name: 'Not loaded',
    sandbox: isAway,
    render: shown(),
    shows: (cell, { transactionList }) => cell.getByRole('button', { name: transactionList.tryAgain }),
  },
  {
    name: 'With columns of the shop',
    prepare: sellDay,
    render: shown({
      columns: [{ id: 'table', label: 'Table', render: ({ orderNumber }) => orderNumber?.slice(-2) }],
    }),
    act: read,
    shows: (cell) => cell.getAllByText('Table')[0]!,
  },
];
