import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations, type OpenOperationsProps, TransactionList } from 'tillkit';
import {
  createMemoryJournal,
  createTerminalOperations,
  type MoneyOperation,
  type OperationRecord,
  type TerminalRequests,
} from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { answer } from '../answer.ts';

interface Page extends HarnessOptions {
  sales?: [terminalId: string, amount: number, scenario: ScenarioName][];
  props?: OpenOperationsProps;
}

async function show({ sales = [], props, ...options }: Page = {}) {
  const harness = createHarness(options);
  for (const [terminalId, amount, scenario] of sales) {
    harness.sandbox.setScenario(scenario, { terminalId, next: true });
    await harness.operations.start('pay', { terminalId, amount, receipt: false });
    await harness.advance(2000);
  }
  const view = render(<OpenOperations {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  return { ...harness, ...view, pass, user: userEvent.setup() };
}

const region = () => screen.getByRole('region', { name: 'Open payments' });
const rows = () => within(region()).getAllByRole('button');
const row = (name: RegExp) => within(region()).getByRole('button', { name });

describe('the list', () => {
  test('names amount, terminal, state and since when, newest first', async () => {
    await show({
      sales: [
        ['terminal-1', 123_450, 'slow'],
        ['terminal-2', 4200, 'lost-answer'],
      ],
    });
    await screen.findByText('Front counter');
    expect(rows().map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())).toEqual([
      '$42.00 Sale Not known yet Bar since 9:30 AM',
      '$1,234.50 Sale At the terminal Front counter since 9:30 AM',
    ]);
  });

  test('says so where nothing is open, once that is known', async () => {
    const { wrapper, advance } = createHarness();
    render(<OpenOperations />, { wrapper });
    expect(region()).not.toHaveTextContent('Nothing is open');
    await act(() => advance(300));
    expect(region()).toHaveTextContent('Nothing is open');
    expect(region()).toHaveAttribute('data-empty', '');
  });

  test('renders nothing where the host wants it so', async () => {
    await show({ props: { hideWhenEmpty: true } });
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('shows one terminal only where it is asked to', async () => {
    const sales: Page['sales'] = [
      ['terminal-1', 1000, 'slow'],
      ['terminal-2', 2000, 'slow'],
    ];
    await show({ sales, props: { terminalId: 'terminal-2' } });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('$20.00');
  });

  test('finds what a page that is gone left behind', async () => {
    const journal = createMemoryJournal();
    const { client, clock, sandbox, advance, wrapper: _, ...first } = createHarness({ latencyMs: 20_000 });
    const before = createTerminalOperations({ client, journal, clock });
    await before.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    before.dispose();
    const operations = createTerminalOperations({ client, journal, clock });
    const again = createHarness({ provider: { client, operations } });
    render(<OpenOperations />, { wrapper: again.wrapper });
    await act(() => advance(1000));
    expect(row(/\$12\.50 Sale Not known yet/)).toBeVisible();
    expect(first.operations.list()).toHaveLength(0);
    expect(sandbox.ledger.charges).toHaveLength(0);
  });
});

describe('a row', () => {
  test('opens in place to its status, one at a time', async () => {
    const { user } = await show({
      sales: [
        ['terminal-1', 1000, 'slow'],
        ['terminal-2', 2000, 'lost-answer'],
      ],
    });
    await user.click(row(/\$20\.00/));
    expect(row(/\$20\.00/)).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveAttribute('data-phase', 'unknown');
    await user.click(row(/\$10\.00/));
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveAttribute('data-phase', 'waiting');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
  });

  test('stands when its operation has ended, folded or not, until an operator takes note of it', async () => {
    const { user, pass } = await show({
      sales: [
        ['terminal-1', 1000, 'slow'],
        ['terminal-2', 2000, 'slow'],
      ],
    });
    await user.click(row(/\$20\.00/));
    await pass(90_000);
    expect(row(/\$10\.00 Sale Approved Front counter 9:30 AM/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
    await user.click(row(/\$20\.00/));
    expect(row(/\$20\.00/)).toHaveFocus();
    for (const amount of [/\$20\.00/, /\$10\.00/]) {
      await user.click(row(amount));
      await user.click(screen.getByRole('button', { name: 'Done' }));
      expect(screen.queryByRole('button', { name: amount })).toBeNull();
      expect(region()).toHaveFocus();
    }
    expect(region()).toHaveTextContent('Nothing is open');
  });

  test('says a change once though it is closed', async () => {
    const { pass } = await show({ sales: [['terminal-1', 1002, 'service-timeout']] });
    await pass(9000);
    expect(row(/Not known yet/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^We don't know yet if the card was charged\. \$10\.02/,
    );
  });

  test.each([
    [1000, /\$10\.00 Sale Approved/, 'Approved'],
    [1001, /\$10\.01 Sale Not completed/, 'Not completed'],
    [1004, /\$10\.04 Sale Not accepted/, 'Not accepted'],
    [1031, /\$6\.59 Sale Partly approved/, 'Partly approved'],
  ])(
    'of %i tells how it ended and has "Done", which takes it away in every tab',
    async (amount, name, title) => {
      const { operations, openTab, pass, user } = await show();
      const other = openTab();
      await act(() => operations.start('pay', { terminalId: 'terminal-1', amount, receipt: false }));
      await pass(30_000);
      await user.click(row(name));
      expect(screen.getByRole('heading', { name: title })).toBeVisible();
      expect(other.list({ standing: true })).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Done' }));
      expect(region()).toHaveTextContent('Nothing is open');
      await pass(1000);
      expect(other.list({ standing: true })).toEqual([]);
      expect(other.list()).toMatchObject([{ acknowledgedAt: expect.any(Number) as number }]);
    },
  );

  test('goes where another tab took note of it', async () => {
    const { operations, openTab, pass } = await show({ sales: [['terminal-1', 1000, 'approved']] });
    const other = openTab();
    await pass(30_000);
    expect(row(/\$10\.00 Sale Approved/)).toBeVisible();
    act(() => other.acknowledge(operations.list()[0]!.id));
    await pass(1000);
    expect(region()).toHaveTextContent('Nothing is open');
  });

  test('that has the focus as another tab takes note of it leaves the focus to the region', async () => {
    const { operations, openTab, pass } = await show({ sales: [['terminal-1', 1000, 'approved']] });
    const other = openTab();
    await pass(30_000);
    act(() => row(/\$10\.00 Sale Approved/).focus());
    act(() => other.acknowledge(operations.list()[0]!.id));
    await pass(1000);
    await waitFor(() => expect(region()).toHaveFocus());
  });

  test('of what is under way, or not known yet, cannot be taken away', async () => {
    const { user } = await show({
      sales: [
        ['terminal-1', 1000, 'slow'],
        ['terminal-2', 2000, 'lost-answer'],
      ],
    });
    for (const amount of [/\$10\.00/, /\$20\.00/]) {
      await user.click(row(amount));
      expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    }
  });
});

/** Ben's page, which shows the open operations. Ann pays from the same browser. */
async function besideAnn(options: HarnessOptions = {}, more: Partial<TerminalRequests['pay']> = {}) {
  const journal = createMemoryJournal();
  const { client, clock, advance } = createHarness(options);
  const ann = createTerminalOperations({ client, journal, clock, scopeKey: 'ann' });
  await ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false, ...more });
  const ben = createTerminalOperations({ client, journal, clock, scopeKey: 'ben' });
  const page = createHarness({ provider: { client, operations: ben } });
  render(<OpenOperations />, { wrapper: page.wrapper });
  return { journal, ann, ben, pass: (ms: number) => act(() => advance(ms)) };
}

test('another operator’s ending is theirs to take note of', async () => {
  const { ann, pass } = await besideAnn();
  await pass(1000);
  expect(row(/Another operator At the terminal/)).toBeVisible();
  await pass(30_000);
  expect(region()).toHaveTextContent('Nothing is open');
  expect(ann.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
});

test('another operator’s ending is theirs to take note of, also if its row is open here and another amount was approved', async () => {
  const { journal, pass } = await besideAnn({ scenario: 'slow' });
  await pass(1000);
  await userEvent.setup().click(row(/Another operator/));
  const [record] = await journal.list();
  const ended = { phase: 'complete', confirmedCents: 1500, anomalies: ['amount-mismatch'] } as const;
  await journal.update(record!.id, ended, record!.seq + 1);
  await pass(1000);
  expect(region()).toHaveTextContent('Approved');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('F66: another operator sees that it is busy since when, not for how much, and can resolve it', async () => {
  const { ann, pass } = await besideAnn({ scenario: 'lost-answer' }, { orderNumber: 'A-7' });
  await pass(1000);
  const user = userEvent.setup();
  expect(row(/Another operator Not known yet .*busy since 9:30 AM/)).toBeVisible();
  expect(region()).not.toHaveTextContent(/12\.50|A-7/);
  await user.click(row(/Another operator/));
  await pass(1000);
  await user.click(answer('receipt', 'Charged'));
  await pass(500);
  expect(ann.list()[0]).toMatchObject({ phase: 'resolved', amountCents: 1250 });
});

test('rule 6: an operator who judged another operator’s payment wrongly is shown that, until they took note', async () => {
  const { ann, ben, pass } = await besideAnn({ scenario: 'late-result' });
  await pass(10_000);
  const [{ id } = { id: '' }] = ann.list();
  ben.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
  await pass(1000);
  expect(region()).toHaveTextContent('Nothing is open');
  await pass(120_000);
  const user = userEvent.setup();
  await user.click(row(/Another operator Approved/));
  expect(screen.getByText(/A person here had said otherwise/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(region()).toHaveTextContent('Nothing is open');
});

const sale = (terminalId: string, amount: number) => ({ terminalId, amount, receipt: false });

async function open(props: OpenOperationsProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const view = render(<OpenOperations {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const start = <Kind extends MoneyOperation>(kind: Kind, request: TerminalRequests[Kind]) =>
    act(async () => void (await harness.operations.start(kind, request)));
  return { ...harness, ...view, pass, start, user: userEvent.setup() };
}
const status = () => screen.queryByRole('region', { name: 'Payment status' });
const words = (name: RegExp) => row(name).textContent.replace(/\s+/g, ' ').trim();

describe('before the journal was read', () => {
  const unread = { list: () => new Promise<OperationRecord[]>(() => undefined) };

  test('it looks, and does not say that nothing is open', async () => {
    await open({}, { journal: unread });
    expect(region()).toHaveAttribute('data-loading', '');
    expect(region()).not.toHaveAttribute('data-empty');
    expect(screen.getByText('Looking for open payments…')).toBeVisible();
    expect(region()).not.toHaveTextContent('Nothing is open');
  });

  test('F75: nor where it cannot be read, until it can', async () => {
    const list = vi.fn<() => Promise<OperationRecord[]>>().mockRejectedValueOnce(new Error('UnknownError'));
    const { pass, operations } = await open({}, { journal: { list: list.mockResolvedValue([]) } });
    await expect(operations.ready).rejects.toThrow('UnknownError');
    await pass(1000);
    expect(screen.getByText('Looking for open payments…')).toBeVisible();
    await pass(30_000);
    expect(region()).toHaveTextContent('Nothing is open');
  });

  test('what this page started meanwhile stands there in its place', async () => {
    // What is to be sent is compared with what is there, however long the page takes to show it.
    const list = vi.fn(unread.list).mockImplementationOnce(unread.list).mockResolvedValue([]);
    const { start } = await open({}, { journal: { list } });
    await start('pay', sale('terminal-1', 1000));
    expect(list).toHaveBeenCalledTimes(2);
    expect(row(/\$10\.00/)).toBeVisible();
    expect(screen.queryByText('Looking for open payments…')).toBeNull();
  });

  test('nothing is shown where the host wants nothing where nothing is open', async () => {
    await open({ hideWhenEmpty: true }, { journal: unread });
    expect(screen.queryByText('Looking for open payments…')).toBeNull();
  });
});

test('a payment whose record cannot be read, nor when it began, has no time', async () => {
  const { client, clock, advance } = createHarness();
  const journal = createMemoryJournal();
  await journal.claim({
    v: 1,
    id: 'old',
    seq: 3,
    lock: '',
    kind: 'pay',
    terminalId: 'terminal-1',
    amountCents: 1250,
    flowKey: 'default',
    createdAt: 0,
    phase: 'unknown',
    reason: 'reloaded',
    anomalies: ['unreadable-record'],
    seenProcessing: false,
  });
  const operations = createTerminalOperations({ client, journal, clock });
  const page = createHarness({ provider: { client, operations } });
  render(
    <>
      <OpenOperations />
      <TransactionList />
    </>,
    { wrapper: page.wrapper },
  );
  await act(() => advance(1000));
  await userEvent.click(row(/\$12\.50/));
  await userEvent.click(screen.getByText('More about it'));
  await screen.findByRole('region', { name: 'Please check these' });
  expect(document.body).not.toHaveTextContent(/19(69|70)/);
});

test('another terminal’s list has no row of the one before, opened or not', async () => {
  const till = await open({ terminalId: 'terminal-1' }, { scenario: 'lost-answer' });
  await till.start('pay', sale('terminal-1', 1000));
  await till.pass(2000);
  await till.user.click(row(/\$10\.00/));
  expect(screen.queryAllByRole('button', { name: 'Charged' })).not.toHaveLength(0);
  till.rerender(<OpenOperations terminalId="terminal-2" />);
  expect(screen.queryAllByRole('button', { name: 'Charged' })).toHaveLength(0);
  expect(region()).not.toHaveTextContent('$10.00');
});

test('once it is read, and nothing is open, that is said, and it looks no more', async () => {
  await open();
  expect(region()).toHaveAttribute('data-empty', '');
  expect(region()).not.toHaveAttribute('data-loading');
  expect(screen.queryByText('Looking for open payments…')).toBeNull();
});

describe('a row', () => {
  test('goes from being sent to the terminal, and shows it as data', async () => {
    const { start, pass } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    expect(words(/\$10\.00/)).toMatch(/^\$10\.00 Sale Being sent .+ since 9:30 AM$/);
    const item = row(/\$10\.00/).closest('li');
    expect(item).toHaveAttribute('data-phase', 'sending');
    expect(item).toHaveAttribute('data-kind', 'pay');
    expect(item).not.toHaveAttribute('data-busy');
    await pass(3000);
    expect(words(/\$10\.00/)).toBe('$10.00 Sale At the terminal Front counter since 9:30 AM');
    expect(item).toHaveAttribute('data-phase', 'waiting');
  });

  test('of an operation without an amount is named by its kind, once', async () => {
    const { start } = await open({}, { latencyMs: 5000 });
    await start('closeBatch', { terminalId: 'terminal-1' });
    expect(row(/End of day/).textContent).toMatch(/^End of day\s+Being sent/);
  });

  test('tells the time in the zone of the provider, with the day where it was not today', async () => {
    const provider = { timeZone: 'Asia/Tokyo' };
    const { start, pass } = await open({}, { provider, scenario: 'lost-request' });
    await start('pay', sale('terminal-1', 1000));
    await pass(500);
    expect(words(/\$10\.00/)).toMatch(/since 6:30 PM$/);
    await pass(6 * 60 * 60_000);
    await start('pay', sale('terminal-2', 2000));
    expect(words(/\$10\.00/)).toMatch(/since Jan 15, 2026, 6:30 PM$/);
    expect(words(/\$20\.00/)).toMatch(/since 12:30 AM$/);
  });

  test('names what it unfolds while it is unfolded', async () => {
    const { start, user } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    expect(row(/\$10\.00/)).toHaveAttribute('aria-expanded', 'false');
    expect(row(/\$10\.00/)).not.toHaveAttribute('aria-controls');
    await user.click(row(/\$10\.00/));
    const panel = document.getElementById(row(/\$10\.00/).getAttribute('aria-controls') ?? '');
    expect(panel).toContainElement(status());
  });

  test('that is folded again while it goes on keeps the focus', async () => {
    const { start, user } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    await user.click(row(/\$10\.00/));
    await user.click(row(/\$10\.00/));
    expect(status()).toBeNull();
    expect(row(/\$10\.00/)).toHaveFocus();
  });
});

describe('a row that has ended', () => {
  const three = async () => {
    const till = await open({}, { scenario: 'lost-request' });
    for (const [index, amount] of [1000, 2000, 3000].entries()) {
      await till.start('pay', sale(`terminal-${index + 1}`, amount));
      await till.pass(1000);
    }
    const amounts = () => within(region()).getAllByRole('button');
    const order = () => amounts().flatMap(({ textContent }) => /^\$\d+/.exec(textContent.trim())?.[0] ?? []);
    const end = (amount: number) => {
      const { id } = till.operations.list().find(({ amountCents }) => amountCents === amount)!;
      act(() => till.operations.resolveUnknown(id, { charged: true, basis: 'receipt' }));
    };
    return { ...till, order, end };
  };

  test('stays where it stood, so that nothing moves under the finger', async () => {
    const { order, end, user } = await three();
    expect(order()).toEqual(['$30', '$20', '$10']);
    await user.click(row(/\$30\.00/));
    end(3000);
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toBeVisible();
    expect(order()).toEqual(['$30', '$20', '$10']);
  });

  test('stays when another is opened', async () => {
    const { order, end, user } = await three();
    await user.click(row(/\$20\.00/));
    end(2000);
    await user.click(row(/\$10\.00/));
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(row(/\$10\.00/)).toHaveAttribute('aria-expanded', 'true');
  });

  test('that was folded stays too, and says how', async () => {
    const { order, end } = await three();
    end(2000);
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(words(/\$20\.00/)).toBe('$20.00 Sale Recorded as charged Bar 9:30 AM');
  });

  test('of which another tab takes note while it is opened stays until it is folded', async () => {
    const { operations, order, end, user } = await three();
    await user.click(row(/\$20\.00/));
    end(2000);
    act(() => operations.acknowledge(operations.list().find(({ amountCents }) => amountCents === 2000)!.id));
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    await user.click(row(/\$20\.00/));
    expect(order()).toEqual(['$30', '$10']);
    expect(region()).toHaveFocus();
  });
});
