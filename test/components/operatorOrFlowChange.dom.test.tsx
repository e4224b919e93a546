import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, StrictMode } from 'react';
import {
  CloseBatch,
  CloseDay,
  OpenOperations,
  PaymentLinkList,
  PaymentsProvider,
  PaymentStatus,
  TerminalCheckout,
  type TerminalCheckoutProps,
  TransactionActions,
  TransactionList,
  useOperations,
} from 'tillkit';
import { createMemoryJournal, createTerminalOperations } from 'tillkit/core';
import { usePaymentLinkList, useTransactionList } from 'tillkit/parts';
import { describe, expect, test, vi } from 'vitest';
import { chargedSale, createHarness, type HarnessOptions } from '../harness.tsx';
import { showTill } from './checkoutTill.tsx';

/** A page at which Ann works, and then Ben. */
async function showShift(part: ReactNode, options: HarnessOptions = {}) {
  const { client, clock, sandbox, advance } = createHarness(options);
  const journal = createMemoryJournal();
  const open = (scopeKey: string) => createTerminalOperations({ client, journal, clock, scopeKey });
  const ann = open('ann');
  // A new client gives the same operations as another object.
  const operators = { ann, annAgain: { ...ann }, ben: open('ben') };
  const page = (operator: keyof typeof operators) => (
    <StrictMode>
      <PaymentsProvider
        client={client}
        operations={operators[operator]}
        scopeKey={operator}
        currency="USD"
        timeZone="UTC"
      >
        {part}
      </PaymentsProvider>
    </StrictMode>
  );
  const view = render(page('ann'));
  const pass = (ms: number) => act(() => advance(ms));
  await pass(1000);
  return {
    ...operators,
    sandbox,
    pass,
    user: userEvent.setup(),
    signIn: async (operator: keyof typeof operators) => {
      view.rerender(page(operator));
      await pass(1000);
    },
  };
}

const amount = () => screen.getByRole('textbox', { name: 'Amount' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const till = (props: TerminalCheckoutProps = {}) => (
  <TerminalCheckout defaultTerminalId="terminal-1" fields={{ receipt: { value: true } }} {...props} />
);

test.each(['before the press', 'while it is sent', 'while it is waited for', 'after it ended'])(
  'F66: the next operator’s form has nothing of the sale before: signed in %s',
  async (when) => {
    const { user, pass, signIn } = await showShift(till(), { latencyMs: 500 });
    await user.type(amount(), '12.50');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'guest@example.com');
    if (when !== 'before the press') await user.click(button('Charge $12.50 on Front counter'));
    await pass(when === 'after it ended' ? 20_000 : when === 'while it is waited for' ? 2000 : 0);
    await signIn('ben');
    expect(amount()).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    expect(document.body).not.toHaveTextContent(/12\.50/);
    await pass(20_000);
    expect(document.body).not.toHaveTextContent(/12\.50/);
    await signIn('ann');
    if (when !== 'before the press') expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
  },
);

test('the sale that an operator left above the form is not taken note of by the next operator', async () => {
  const { user, pass, signIn, ann } = await showShift(till({ returnAfterSeconds: 2 }));
  await user.type(amount(), '12.50');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'guest@example.com');
  await user.click(button('Charge $12.50 on Front counter'));
  await pass(20_000);
  await pass(3000); // React 18 draws once for all that happens in one `act`
  expect(button('OK')).toBeVisible();
  await signIn('ben');
  expect(screen.queryByRole('button', { name: 'OK' })).toBeNull();
  expect(ann.list({ standing: true })).toMatchObject([{ phase: 'complete', amountCents: 1250 }]);
  await signIn('ann');
  expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
});

test('what an operator gave back is not taken note of by the next operator', async () => {
  const { user, pass, signIn, ann } = await showShift(<TransactionActions transaction={chargedSale} />);
  await user.click(button('Give back $12.50'));
  await user.click(button('Yes, give back $12.50'));
  await pass(10_000);
  expect(screen.getByRole('heading', { name: 'Not accepted' })).toBeVisible();
  await signIn('ben');
  expect(screen.queryByRole('heading', { name: 'Not accepted' })).toBeNull();
  expect(ann.list({ standing: true })).toMatchObject([{ kind: 'void', phase: 'rejected' }]);
});

test.each(['is waited for', 'has ended', 'was left'])(
  'the form of another flow has nothing of the sale before, which %s and is shown again with its key',
  async (how) => {
    const props = (flowKey: string) => ({ flowKey, returnAfterSeconds: how === 'was left' ? 2 : undefined });
    const { user, pass, rerender, press, operations } = await showTill(props('table-1'));
    await user.type(amount(), '12.50');
    await press();
    await pass(how === 'is waited for' ? 2000 : 20_000);
    if (how === 'was left') await pass(3000);
    rerender(props('table-2'));
    await pass(1000);
    expect(amount()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'OK' })).toBeNull();
    await user.type(amount(), '7');
    await pass(30_000);
    await press();
    await pass(30_000);
    rerender(props('table-1'));
    await pass(1000);
    expect(screen.getByRole('heading', { name: 'Approved' }).closest('section')).toHaveTextContent('$12.50');
    expect(operations.list({ standing: true })).toMatchObject([{ amountCents: 700 }, { amountCents: 1250 }]);
  },
);

test.each(['slow', 'lost-answer'] as const)(
  'a row of open payments that one operator opened is closed for the next (%s)',
  async (scenario) => {
    const { ann, user, pass, signIn } = await showShift(<OpenOperations />, { scenario });
    await act(() => ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false }));
    await pass(1000);
    await user.click(button(/\$12\.50/));
    expect(screen.getByRole('region', { name: 'Payment status' })).toBeVisible();
    await signIn('ben');
    expect(button(/Another operator/)).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
  },
);

describe('the payments of the next operator', () => {
  const showUnknownSale = async () => {
    const shift = await showShift(<TransactionList />, { scenario: 'lost-answer' });
    await act(() => shift.ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false }));
    await shift.pass(3000);
    expect(await screen.findByRole('button', { name: /\$12\.50/ })).toBeVisible();
    await shift.pass(1000);
    return shift;
  };

  test('have none that the one before opened', async () => {
    const { user, pass, signIn } = await showUnknownSale();
    await user.click(button(/\$12\.50/));
    await pass(1000);
    await signIn('ben');
    await pass(1000);
    expect(document.body).not.toHaveTextContent(/12\.50/);
  });

  test('are not searched for what the one before looked for', async () => {
    const { user, pass, signIn } = await showUnknownSale();
    await user.type(screen.getByRole('searchbox'), '4711');
    await pass(1000);
    await signIn('ben');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

test('a link that one operator opened, and what they looked for, is not left for the next', async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true; // jsdom has no modal dialogs
  };
  const { user, signIn } = await showShift(<PaymentLinkList />);
  const [qrCode] = await screen.findAllByRole('button', { name: 'Show QR code' });
  await user.type(screen.getByRole('searchbox'), 'l');
  await user.click(qrCode!);
  expect(screen.getByRole('dialog')).toBeVisible();
  await signIn('ben');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('that one operator’s table of payments could not be made is not said to the next', async () => {
  const { user, pass, signIn } = await showShift(<TransactionList />);
  const unsaved = /The table could not be made/;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {
    throw new Error('The disk is full.');
  });
  await user.click(button('Download as a table (CSV)'));
  await pass(1000);
  click.mockRestore();
  expect(screen.getByText(unsaved, { selector: 'p' })).toBeVisible();
  await signIn('ben');
  expect(screen.queryByText(unsaved, { selector: 'p' })).toBeNull();
});

describe('in a host’s own elements, the next operator finds nothing of what the one before', () => {
  test('looked for and opened in the list of payments', async () => {
    const { ann, user, pass, signIn } = await showShift(<OwnTransactions />, { scenario: 'lost-answer' });
    await act(() => ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false }));
    await pass(3000);
    await user.click(await screen.findByRole('button', { name: 'Open 1250' }));
    await pass(1000);
    for (const name of ['Outcome', 'Terminal', 'Actor', 'Yesterday']) await user.click(button(name));
    await user.type(screen.getByRole('searchbox'), '4711');
    expect(screen.getByText(/underWay terminal-2 ann 20/)).toBeVisible();
    await signIn('ben');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByText('all all all today')).toBeVisible();
    expect(screen.queryByText(/1250/)).toBeNull();
  });

  test('looked for, turned to and shared in the list of links', async () => {
    const { user, pass, signIn } = await showShift(<OwnLinks />);
    await user.click(button('Share'));
    await user.click(button('Next'));
    await user.click(button('Paid'));
    await user.type(screen.getByRole('searchbox'), '4711');
    expect(screen.getByText('Page 2, paid, a link is shared')).toBeVisible();
    await signIn('annAgain');
    expect(screen.getByText('Page 2, paid, a link is shared')).toBeVisible();
    await signIn('ben');
    await pass(1000);
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByText('Page 1, all, no link is shared')).toBeVisible();
  });
});

function OwnTransactions() {
  const list = useTransactionList();
  return (
    <>
      <input type="search" value={list.query} onChange={({ target }) => list.setQuery(target.value)} />
      {[...list.toLookAt, ...(list.operations ?? [])].map((one) => (
        <button key={one.id} onClick={() => list.keepOpened(one, true)}>
          Open {one.amountCents}
        </button>
      ))}
      <button onClick={() => list.setOutcome('underWay')}>Outcome</button>
      <button onClick={() => list.setTerminal('terminal-2')}>Terminal</button>
      <button onClick={() => list.setActor('ann')}>Actor</button>
      <button onClick={() => list.setDay(list.dates!.yesterday)}>Yesterday</button>
      <p>{`${list.outcome ?? 'all'} ${list.terminal ?? 'all'} ${list.actor ?? 'all'} ${list.day}`}</p>
    </>
  );
}

function OwnLinks() {
  const list = usePaymentLinkList({ limit: 1 });
  const { page, status = 'all', shared } = list;
  return (
    <>
      <input type="search" value={list.query} onChange={({ target }) => list.setQuery(target.value)} />
      <button onClick={() => list.setShared(list.links?.[0])}>Share</button>
      <button onClick={() => list.setPage(page + 1)}>Next</button>
      <button onClick={() => list.setStatus('paid')}>Paid</button>
      <p>{`Page ${page}, ${status}, ${shared ? 'a link' : 'no link'} is shared`}</p>
    </>
  );
}

describe('a question that one operator opened is closed for the next', () => {
  const openQuestion = () => screen.queryByRole('alertdialog');

  test.each([
    ['the day', () => <CloseDay />],
    ['the batch', () => <CloseBatch terminalId="terminal-1" />],
  ])('whether to close %s', async (_, Part) => {
    const { user, pass, signIn } = await showShift(<Part />);
    await pass(1000);
    await user.click(screen.getAllByRole('button', { name: /^Close/ })[0]!);
    expect(openQuestion()).toBeVisible();
    await signIn('ben');
    expect(openQuestion()).toBeNull();
  });

  test('whether the card was not charged', async () => {
    const { ann, user, pass, signIn } = await showShift(<NewestStatus />, { scenario: 'lost-answer' });
    await act(() => ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false }));
    await pass(2000);
    await pass(1000); // React 18 draws once for all that happens in one `act`, and a press right after that does not count
    await user.click(screen.getAllByRole('button', { name: 'Not charged' })[0]!);
    expect(openQuestion()).toBeVisible();
    await signIn('ben');
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveAttribute('data-phase', 'unknown');
    expect(openQuestion()).toBeNull();
  });
});

function NewestStatus() {
  const [newest] = useOperations();
  return newest ? <PaymentStatus operationId={newest.id} /> : null;
}

describe('a new client of the same operator, as after a renewed sign-in,', () => {
  test('closes no row', async () => {
    const { ann, user, pass, signIn } = await showShift(<OpenOperations />, { scenario: 'slow' });
    await act(() => ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false }));
    await pass(1000);
    await user.click(button(/\$12\.50/));
    await signIn('annAgain');
    expect(button(/\$12\.50/)).toHaveAttribute('aria-expanded', 'true');
  });

  test.each([
    ['the day', () => <CloseDay />],
    ['the batch', () => <CloseBatch terminalId="terminal-1" />],
  ])('closes no question whether to close %s', async (_, Part) => {
    const { user, pass, signIn } = await showShift(<Part />);
    await pass(1000);
    await user.click(screen.getAllByRole('button', { name: /^Close/ })[0]!);
    await signIn('annAgain');
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });
});
