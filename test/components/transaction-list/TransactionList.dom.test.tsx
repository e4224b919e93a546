import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionList, type TransactionListProps } from 'tillkit';
import { dayIn, PaymentsError, type TerminalOperations } from 'tillkit/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sellDay, sellDayWithUnknown } from '../../../stories/transactionListStates.tsx';
import { formatCentsToParts } from '../../../src/core/money/formatCents.ts';
import { amountText } from '../../../src/components/kit/useMoney.ts';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';

type Day = (harness: Harness) => Promise<unknown>;

async function show(day: Day = sellDay, props: TransactionListProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  await day(harness);
  const view = render(<TransactionList {...props} />, { wrapper: harness.wrapper });
  const pass = (ms = 500) => act(() => harness.advance(ms));
  await pass();
  await waitFor(() => expect(list()).not.toHaveAttribute('data-loading'));
  return { ...harness, ...view, pass, user: userEvent.setup() };
}

const list = () => screen.getByRole('region', { name: 'Payments' });
const rows = (within_: HTMLElement = list()) =>
  within(within_)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll(/[\s\u202f]+/g, ' ').trim());
const row = (name: RegExp) => screen.getByRole('button', { name, expanded: false });
const found = (...texts: (string | RegExp)[]) =>
  waitFor(() => {
    expect(rows()).toHaveLength(texts.length);
    for (const [place, text] of texts.entries()) expect(rows()[place]).toMatch(text);
  });
const search = () => screen.getByRole('searchbox', { name: 'Search amount, order or payment number' });

test('lists the day, newest first, with outcome, amount, time, terminal and order', async () => {
  await show();
  expect(rows()).toEqual([
    'Voided −$31.40 10:38 AM Bar',
    'Approved $4.20 10:26 AM Terrace',
    'Partly approved $32.00 10:15 AM Bar Order A-1042',
    'Approved $1,481.40 10:04 AM Front counter Order A-1041',
    'Not completed $8.60 9:52 AM Terrace Order A-1040',
    'Approved $31.40 9:41 AM Bar Order A-1039',
    'Approved $12.50 9:30 AM Front counter Order A-1038',
  ]);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
    '$1,561.50 taken in 5 payments, $31.40 given back',
  );
  expect(screen.getByText(/These are the payments of this device/)).toBeVisible();
});

test('the sign of what was given back stands where the language has it', async () => {
  await show(sellDay, {}, { provider: { locale: 'ar' } });
  const given = amountText(formatCentsToParts(-3140, { locale: 'ar', currency: 'USD' }));
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain(given);
});

test('has no SVG in most rows: a browser visits each one in each frame', async () => {
  await show(sellDayWithUnknown);
  const drawn = screen.getAllByRole('listitem').filter((one) => one.querySelector('svg'));
  expect(drawn.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Not known yet/),
    expect.stringMatching(/^Partly approved/),
  ]);
});

test('what is not known stands first, in a group of its own, whatever day is shown', async () => {
  const { user, pass } = await show(sellDayWithUnknown);
  const group = () => screen.getByRole('region', { name: 'Please check these' });
  expect(rows(group())).toEqual(['Not known yet $27.90 10:38 AM Bar Order A-1043']);
  expect(rows(screen.getByRole('region', { name: 'All others' }))).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await pass();
  expect(rows(group())).toEqual(['Not known yet $27.90 Jan 15, 10:38 AM Bar Order A-1043']);
  expect(screen.getByText('No payments on this day.')).toBeVisible();
});

test('a person says what became of an unknown payment; its row stays until it is done', async () => {
  const { user, pass } = await show(sellDayWithUnknown);
  await user.click(row(/A-1043/));
  await pass(2000);
  const panel = within(screen.getByRole('region', { name: 'Please check these' }));
  await panel.findAllByRole('button', { name: 'Charged' });
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1); // that of the list
  await pass(2000); // a press right after the buttons appear is not taken
  await user.click(panel.getAllByRole('button', { name: 'Charged' })[0]!);
  await pass(2000);
  await user.click(await panel.findByRole('button', { name: 'Done' }));
  await pass(2000);
  await waitFor(() => expect(list()).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Please check these' })).toBeNull());
  expect(rows()[0]).toMatch(/charged.*\$27\.90/i);
});

test('the row of a void that a person recorded as not done says that it is a void', async () => {
  await show(async (harness) => {
    await sellDay(harness);
    const { operations, sandbox, advance } = harness;
    const { terminalId, pnRefNum = '' } = operations.list().find(({ amountCents }) => amountCents === 1250)!;
    sandbox.setScenario('lost-answer', { next: true });
    await operations.start('void', { terminalId, pnRefNum });
    await advance(20_000);
    const { id } = operations.list().find(({ phase }) => phase === 'unknown')!;
    operations.resolveUnknown(id, { charged: false, basis: 'back-office' });
  });
  expect(rows()[0]).toMatch(/^Recorded as not done Void /);
});

test('the slip of a void has the amount of its row, not all that was held', async () => {
  const { user } = await show(async ({ operations, advance }) => {
    const terminalId = 'terminal-1';
    await operations.start('preAuth', { terminalId, amount: 5000, receipt: false });
    await advance(9000);
    const { pnRefNum = '' } = operations.list()[0] ?? {};
    await operations.start('capture', { terminalId, pnRefNum, amount: 3000 });
    await advance(9000);
    await operations.start('void', { terminalId, pnRefNum });
    await advance(9000);
  });
  await user.click(row(/^Voided −\$30\.00/));
  await user.click(await screen.findByRole('button', { name: 'Slip' }));
  expect(screen.getByRole('article')).toHaveTextContent(/Void\s*\$30\.00/);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1); // that of the list
});

test.each(['capture', 'void'] as const)('an opened hold is not called held after a %s', async (kind) => {
  const terminalId = 'terminal-1';
  const { user, pass, operations } = await show(async (harness) => {
    await harness.operations.start('preAuth', { terminalId, amount: 5000, receipt: false });
    await harness.advance(9000);
  });
  await user.click(row(/^Authorized \$50\.00/));
  expect(await screen.findByText(/is held, not charged/)).toBeVisible();
  const { pnRefNum = '' } = operations.list()[0] ?? {};
  const sale = { terminalId, pnRefNum };
  await act(async () => {
    await (kind === 'void'
      ? operations.start(kind, sale)
      : operations.start(kind, { ...sale, amount: 5000 }));
  });
  await pass(20_000);
  await waitFor(() => expect(screen.queryByText(/is held, not charged/)).toBeNull());
});

test('a void that nobody has seen yet shows what it undid, though its sale stands in the other group', async () => {
  await show(async ({ operations, advance }) => {
    const terminalId = 'terminal-1';
    await operations.start('pay', { terminalId, amount: 1250, receipt: false });
    await advance(9000);
    const { id, pnRefNum = '' } = operations.list()[0] ?? {};
    operations.acknowledge(id ?? '');
    await operations.start('void', { terminalId, pnRefNum });
    await advance(9000);
  });
  expect(rows(screen.getByRole('region', { name: 'Please check these' }))).toEqual([
    expect.stringMatching(/^Voided −\$12\.50 /),
  ]);
});

describe('search', () => {
  test('says what the text is taken for, and offers the other reading', async () => {
    const { user, pass } = await show();
    await user.type(search(), '31.40');
    await pass();
    expect(screen.getByText('Searching for amount $31.40', { selector: 'p span' })).toBeVisible();
    await said('Searching for amount $31.40');
    await found(/^Voided/, 'Approved $31.40 Jan 15, 9:41 AM Bar Order A-1039');
    await user.click(
      screen.getByRole('button', { name: 'Search for order or payment number “31.40” instead' }),
    );
    await pass();
    expect(await screen.findByText('No payment matches.', { selector: 'section *' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await pass();
    await waitFor(() => expect(rows()).toHaveLength(7));
    await waitFor(() => expect(list()).toHaveFocus());
  });

  test('looks in all days, until a day is chosen', async () => {
    const { user, pass } = await show();
    await user.type(search(), '1042');
    await pass();
    expect(screen.getByRole('button', { name: 'Any day', pressed: true })).toBeVisible();
    await found(/A-1042/);
    await user.click(screen.getByRole('button', { name: 'Yesterday' }));
    await pass();
    expect(await screen.findByText('No payment matches.', { selector: 'section *' })).toBeVisible();
    await user.clear(search());
    await pass();
    expect(screen.queryByRole('button', { name: 'Any day' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Yesterday', pressed: true })).toBeVisible();
  });
});

test('chips and terminals narrow the rows, and the headline counts what they show', async () => {
  const { user, pass } = await show();
  await user.click(screen.getByRole('button', { name: 'Approved', pressed: false }));
  await pass();
  expect(rows()).toHaveLength(5);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Terminal' }), 'Terrace');
  await pass();
  expect(rows()).toEqual(['Approved $4.20 10:26 AM Terrace']);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('$4.20 taken in 1 payment');
  await user.click(screen.getByRole('button', { name: 'Not completed' }));
  await pass();
  await said('Nothing taken');
  expect(rows()).toEqual(['Not completed $8.60 9:52 AM Terrace Order A-1040']);
});

test('what no person took note of is a filter, of any day', async () => {
  const { user, pass, operations } = await show();
  await act(async () => {
    await operations.start('pay', { terminalId: 'terminal-1', amount: 999, receipt: false });
  });
  await pass(30_000);
  await user.click(screen.getByRole('button', { name: 'Not seen yet' }));
  await pass();
  await found(/^Approved \$9\.99/);
  expect(screen.getByRole('button', { name: 'Any day', pressed: true })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('$9.99 taken in 1 payment');
});

test('filters of the host stay, and can be narrowed: those of a figure list what it counts', async () => {
  const noon = Date.UTC(2026, 0, 15, 12);
  const day = dayIn('UTC', noon);
  const { user, pass } = await show(sellDayWithUnknown, {
    filters: { ...day, terminalId: undefined, kind: ['pay', 'capture'], phase: ['complete', 'partial'] },
  });
  expect(rows()).toHaveLength(5);
  expect(rows().at(-1)).toBe('Approved $12.50 9:30 AM Front counter Order A-1038');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('$1,561.50 taken in 5 payments');
  expect(screen.queryByRole('button', { name: 'Yesterday' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Approved' })).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Terminal' }), 'Terrace');
  await user.type(search(), '4.20');
  await pass();
  await found(/^Approved \$4\.20 10:26 AM Terrace/);
  await user.clear(search());
  await user.type(search(), '8.60');
  await pass();
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  await pass();
  await waitFor(() => expect(rows()).toHaveLength(5));
});

test('a row opens by the keyboard to what happened and what may be done', async () => {
  const { user, pass } = await show(sellDay, {
    orderHref: (number) => `/orders/${number}`,
    actions: ({ orderNumber }) => <button type="button">Mail {orderNumber}</button>,
    receipt: { shop: 'Café Aurora' },
  });
  row(/A-1038/).focus();
  await user.keyboard('{Enter}');
  await pass(1000);
  expect(screen.getByRole('button', { name: /A-1038/, expanded: true })).toHaveFocus();
  const history = (await screen.findByRole('heading', { name: 'What happened' })).closest('section')!;
  const lines = within(history).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent.replace(/^.*[AP]M\s*/, ''))).toEqual([
    'Sent to the terminal',
    'At the terminal',
    'Approved',
    'Seen',
  ]);
  // The row has the date and the amount.
  expect(lines[0]).toHaveTextContent(/^9:30:\d\d AM/);
  const payment = screen.getByRole('region', { name: /^Payment Approved / });
  expect(payment.querySelector('.tillkit-transaction-actions-amount')).toBeNull();
  expect(screen.getByRole('link', { name: 'Order A-1038' })).toHaveAttribute('href', '/orders/A-1038');
  expect(screen.getByRole('button', { name: 'Mail A-1038' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Give back/ })).toBeVisible();
  const slip = screen.getByRole('button', { name: 'Slip' });
  expect(slip.parentElement).toContainElement(screen.getByRole('button', { name: 'Mail A-1038' }));
  await user.click(slip);
  expect(screen.getByRole('article')).toHaveTextContent(/^Copy.*Café Aurora/);
});

test('the region of an opened row is named after its row, so that two have two names', async () => {
  const { operations, user, pass } = await show();
  void operations.start('pay', { terminalId: 'terminal-1', amount: 999, receipt: false });
  await pass(1000);
  await user.click(row(/\$9\.99/));
  await user.click(row(/A-1038/));
  await user.click(row(/A-1041/));
  await pass(1000);
  for (const name of [
    /^Payment status .*\$9\.99 10:\d\d AM Front counter$/,
    'Payment Approved $12.50 9:30 AM Front counter Order A-1038',
    'Payment Approved $1,481.40 10:04 AM Front counter Order A-1041',
  ])
    expect(screen.getByRole('region', { name })).toBeVisible();
  for (const order of ['A-1038', 'A-1041'])
    expect(screen.getByRole('form', { name: new RegExp(`^Give money back .*${order}$`) })).toBeVisible();
});

test('two opened rows whose payments were just voided have no two regions of one name', async () => {
  const { user, pass } = await show(sellDay);
  for (const [name, terminal] of [
    [/A-1038/, 'Front counter'],
    [/\$4\.20/, 'Terrace'],
  ] as const) {
    await user.click(row(name));
    await pass(1000);
    const opened = within(
      await screen.findByRole('region', { name: new RegExp(`^Payment Approved .*${terminal}`) }),
    );
    await user.click(opened.getByRole('button', { name: /^Give back/ }));
    await pass(1000);
    await user.click(opened.getByRole('button', { name: /^Yes, give back/ }));
    await pass(15_000);
    expect(opened.getByRole('heading', { name: 'Voided', level: 3 })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1); // that of the list
  }
  expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
  expect(screen.getAllByRole('group', { name: 'Payment status' })).toHaveLength(2);
});

test('a declined payment says why, and offers nothing to give back', async () => {
  const { user, pass } = await show();
  await user.click(row(/A-1040/));
  await pass(1000);
  expect(await screen.findByText(/card was not charged|another card/i)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Give back/ })).toBeNull();
});

test('what another part of the page takes appears by itself', async () => {
  const { operations, pass } = await show();
  await act(async () => {
    await operations.start('pay', { terminalId: 'terminal-1', amount: 999, receipt: false });
  });
  await pass(3000);
  expect(rows()[0]).toMatch(/^At the terminal \$9\.99/);
});

test('a row of another payment does not render again', async () => {
  const rendered: string[] = [];
  const columns = [
    {
      id: 'seen',
      label: 'Seen',
      render: ({ id }: { id: string }) => {
        rendered.push(id);
        return null;
      },
    },
  ];
  const { operations, pass } = await show(sellDay, { columns });
  await screen.findAllByText('Terrace', { selector: 'bdi' });
  rendered.length = 0;
  await act(async () => {
    await operations.start('pay', { terminalId: 'terminal-1', amount: 999, receipt: false });
  });
  await pass(3000);
  expect(new Set(rendered)).toEqual(new Set([operations.list()[0]!.id]));
});

describe('a list of several pages', () => {
  const sell: Day = async ({ operations, sandbox, advance }) => {
    sandbox.setScenario('approved');
    for (let sale = 0; sale < 60; sale += 1) {
      await operations.start('pay', { terminalId: 'terminal-1', amount: 5000 + sale, receipt: false });
      await advance(20_000);
      for (const { id } of operations.list({ open: false })) operations.acknowledge(id);
    }
  };

  test('loads on by a press, and no shown row renders again', async () => {
    const rendered: string[] = [];
    const render_ = ({ id }: { id: string }) => {
      rendered.push(id);
      return null;
    };
    const columns = [{ id: 'seen', label: 'Seen', render: render_ }];
    const { user, pass } = await show(sell, { columns });
    await waitFor(() => expect(rows()).toHaveLength(50));
    const before = new Set(rendered);
    rendered.length = 0;
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await pass();
    await waitFor(() => expect(rows()).toHaveLength(60));
    expect(rendered.filter((id) => before.has(id))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('loads on although the end was out of view a moment before: both are told at once', async () => {
    const told = [{ isIntersecting: false }, { isIntersecting: true }] as IntersectionObserverEntry[];
    vi.stubGlobal('IntersectionObserver', function observer(tell: (entries: typeof told) => void) {
      return { observe: () => queueMicrotask(() => tell(told)), disconnect: () => undefined };
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { pass } = await show(sell);
    await pass();
    await waitFor(() => expect(rows()).toHaveLength(60));
  });
});

describe('failures', () => {
  const away = () =>
    Promise.reject(new PaymentsError('unanswered', 'No answer.', { serviceMessage: 'Closed.' }));
  const recordWith = (change: Partial<TerminalOperations['record']>, operations: Harness['operations']) =>
    Object.assign(operations.record, change);

  test('a list that cannot be loaded says so, and tries again', async () => {
    const harness = createHarness();
    const { listOperations } = harness.operations.record;
    recordWith({ listOperations: away }, harness.operations);
    render(<TransactionList />, { wrapper: harness.wrapper });
    await act(() => harness.advance(500));
    await said('The payments could not be loaded.');
    expect(screen.getByText('Closed.')).toBeVisible();
    recordWith({ listOperations }, harness.operations);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await act(() => harness.advance(500));
    expect(await screen.findByText('No payments yet today')).toBeVisible();
  });

  test('a table that cannot be made says so, and a later one is saved', async () => {
    const { user, operations, pass } = await show();
    const { exportOperations } = operations.record;
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const made: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (file: Blob) => (made.push(file), 'blob:1'),
      revokeObjectURL: () => undefined,
    });
    recordWith({ exportOperations: away }, operations);
    await user.click(screen.getByRole('button', { name: 'Download as a table (CSV)' }));
    await said(/The table could not be made/);
    recordWith({ exportOperations }, operations);
    await user.click(screen.getByRole('button', { name: 'Download as a table (CSV)' }));
    await pass();
    await waitFor(() => expect(saved).toEqual(['payments-2026-01-15.csv']));
    expect((await made[0]!.text()).split('\r\n').filter((line) => line.includes('A-10'))).toHaveLength(5);
    vi.restoreAllMocks();
  });
});
