import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CloseDay, type CloseDayProps } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { answer } from '../answer.ts';

type Sales = Record<string, ScenarioName>;

/** A page alone with four terminals that sold, each in its own way. */
async function show(
  sales: Sales = {},
  {
    props,
    removed = '',
    ...options
  }: HarnessOptions & {
    props?: CloseDayProps;
    /** A terminal that the service lists no more. */ removed?: string;
  } = {},
) {
  const harness = createHarness({ terminals: 4, ...options });
  const { sandbox, operations, advance } = harness;
  harness.answerWith(without(removed));
  for (const [at, [terminalId, scenario]] of Object.entries(sales).entries()) {
    sandbox.setScenario(scenario, { next: true });
    await operations.start('pay', { terminalId, amount: 4200 + at * 100, receipt: false });
    await advance(scenario === 'slow' ? 100 : 9000);
  }
  for (const { id } of operations.list({ open: false })) operations.acknowledge(id);
  render(<CloseDay {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => advance(ms));
  await pass(500);
  await screen.findByText('Front counter');
  await waitFor(() => expect(screen.queryAllByText('Loading…')).toEqual([]));
  const closes = () =>
    sandbox.ledger.requests
      .filter(({ operation }) => operation === 'closeBatch')
      .map(({ terminalId }) => terminalId);
  return { ...harness, pass, closes, user: userEvent.setup() };
}

const without =
  (removed: string): Parameters<ReturnType<typeof createHarness>['answerWith']>[0] =>
  async (listed, { url }) => {
    if (!url.includes('/terminals')) return listed;
    const { items } = (await listed.json()) as { items: Record<string, unknown>[] };
    return Response.json({ items: items.filter((one) => !Object.values(one).includes(removed)) });
  };

const row = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li')!;
const button = (name: string | RegExp, inside?: HTMLElement) =>
  (inside ? within(inside) : screen).getByRole('button', { name });
const close = (name: string) => button(`Close the day on ${name}`);
const all: Sales = {
  'terminal-1': 'approved',
  'terminal-2': 'approved',
  'terminal-3': 'approved',
  'terminal-4': 'approved',
};
const yes = 'Yes, close the day';

describe('a terminal that was removed at the service', () => {
  const sales: Sales = { 'terminal-1': 'approved', 'terminal-2': 'approved' };

  test.each<[string, CloseDayProps]>([
    ['of all', {}],
    ['of those that are named', { terminalId: ['terminal-1', 'terminal-2'] }],
  ])(
    'stands on the board %s with what it took, and can be closed if the service lets it',
    async (_, props) => {
      const till = await show(sales, { props, removed: 'terminal-2' });
      await waitFor(() => expect(row('terminal-2')).toHaveTextContent('1 payment'));
      expect(row('terminal-2')).toHaveTextContent('$43.00');
      expect(row('terminal-2')).toHaveTextContent('No longer in your list.');
      expect(row('Front counter')).not.toHaveTextContent('No longer in your list.');
      await till.user.click(button('Close 2 terminals'));
      await till.user.click(button(yes));
      await till.pass(1000);
      await waitFor(() => expect(screen.getAllByText('Day closed')).toHaveLength(2));
      expect(new Set(till.closes())).toEqual(new Set(Object.keys(sales)));
      await till.user.click(button('Done'));
      await waitFor(() => expect(screen.queryByText('terminal-2')).toBeNull());
    },
  );

  test.each<[string, Sales, CloseDayProps]>([
    ['of others', sales, { terminalId: 'terminal-1' }],
    ['if it took nothing', { 'terminal-2': 'declined' }, {}],
  ])('is not on the board %s', async (_, sold, props) => {
    const till = await show(sold, { props, removed: 'terminal-2' });
    await till.pass(2000);
    expect(screen.queryByText('terminal-2')).toBeNull();
  });
});

describe('closing all', () => {
  test('of four terminals takes two presses: the question says what will be closed', async () => {
    const onPaymentComplete = vi.fn<NonNullable<CloseDayProps['onPaymentComplete']>>();
    const till = await show(all, { props: { onPaymentComplete } });
    await till.user.click(button('Close 4 terminals'));
    const question = screen.getByRole('alertdialog', { name: 'Close the day on 4 terminals?' });
    for (const [at, name] of ['Front counter', 'Bar', 'Terrace', 'Till 4'].entries())
      expect(within(question).getByText(name).closest('div')).toHaveTextContent(
        `${name}1 payment $${42 + at}.00`,
      );
    expect(button('Go back')).toHaveFocus();
    expect(till.closes()).toEqual([]);
    await till.user.click(button(yes));
    expect(screen.getByRole('heading', { level: 3, name: 'Front counter' })).toHaveFocus();
    await till.pass(1000);
    await waitFor(() => expect(screen.getAllByText('Day closed')).toHaveLength(4));
    expect(new Set(till.closes())).toEqual(new Set(Object.keys(all)));
    expect(till.closes()).toHaveLength(4);
    expect(onPaymentComplete).toHaveBeenCalledTimes(4);
    // Nothing new was taken, so closing again is not what to do next.
    await till.pass(2000);
    await waitFor(() => expect(row('Bar')).toHaveTextContent('Nothing new'));
    expect(screen.queryByRole('button', { name: /^Close \d/ })).toBeNull();
    expect(screen.getByText('Everything is closed.')).toBeVisible();
    // The ending says when it was closed; the line does not say that again.
    expect(row('Bar')).toHaveTextContent(/Nothing new.*Day closed/);
    expect(row('Bar')).not.toHaveTextContent('Last closed');
    await till.user.click(button('Done'));
    expect(till.operations.list({ standing: true })).toEqual([]);
    expect(screen.queryByText('Day closed')).toBeNull();
    expect(row('Bar')).toHaveTextContent(/Nothing new.*Last closed/);
  });

  test('going back sends nothing and leads to the button again', async () => {
    const till = await show(all);
    await till.user.click(button('Close 4 terminals'));
    await till.user.keyboard('{Escape}');
    expect(button('Close 4 terminals')).toHaveFocus();
    expect(till.closes()).toEqual([]);
  });

  test('of one that fails does not stop the others', async () => {
    const till = await show(all);
    till.sandbox.setScenario('unauthorized', { next: true });
    await till.user.click(button('Close 4 terminals'));
    await till.user.click(button(yes));
    await till.pass(2000);
    await waitFor(() => expect(screen.getAllByText('Day closed')).toHaveLength(3));
    expect(within(row('Front counter')).getByText('Not accepted')).toBeVisible();
    await waitFor(() => expect(button('Close 1 terminal')).toBeVisible());
    await till.user.click(button('Close 1 terminal'));
    await till.user.click(button(yes));
    await till.pass(1000);
    await waitFor(() => expect(screen.getAllByText('Day closed')).toHaveLength(4));
  });

  test('F40: of one whose answer is lost is "Not known yet", never failed, is not sent again, and a person resolves it', async () => {
    const till = await show({ 'terminal-1': 'approved', 'terminal-2': 'approved' });
    till.sandbox.setScenario('lost-answer', { next: true });
    await till.user.click(button('Close 2 terminals'));
    await till.user.click(button(yes));
    await till.pass(60_000);
    const counter = row('Front counter');
    await waitFor(() => expect(within(counter).getByText('Not known yet')).toBeVisible());
    expect(within(row('Bar')).getByText('Day closed')).toBeVisible();
    expect(within(counter).queryByText(/failed|not closed|Not completed|Not accepted/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Close \d/ })).toBeNull();
    await till.pass(600_000);
    expect(till.closes()).toHaveLength(2);
    await till.user.click(button(/End of day Not known yet/, counter));
    await till.pass(1000);
    await till.user.click(answer('back office', 'It was done'));
    await till.pass(3000);
    await waitFor(() => expect(counter).toHaveTextContent('Nothing new'));
  });

  test('leaves out what starts while it is asked', async () => {
    const till = await show({ 'terminal-1': 'approved', 'terminal-2': 'approved' });
    await till.user.click(button('Close 2 terminals'));
    await act(
      async () =>
        void (await till.operations.start('pay', { terminalId: 'terminal-1', amount: 500, receipt: false })),
    );
    expect(screen.getByRole('alertdialog', { name: 'Close the day on Bar?' })).toBeVisible();
    await till.user.click(button(yes));
    await till.pass(1000);
    expect(till.closes()).toEqual(['terminal-2']);
  });

  test('leaves out what another window starts at the same moment, and says why', async () => {
    const till = await show({ 'terminal-1': 'approved', 'terminal-2': 'approved' });
    await till.user.click(button('Close 2 terminals'));
    const other = till.openTab();
    await till.pass(1000);
    const sale = other.start('pay', { terminalId: 'terminal-1', amount: 500, receipt: false });
    fireEvent.click(button(yes));
    await till.pass(1000);
    const started = await sale;
    // One of the two has the terminal.
    expect(till.closes()).toHaveLength(started.started ? 1 : 2);
  });
});

describe('a terminal', () => {
  test('is closed alone, and says what that means', async () => {
    const till = await show(all);
    await till.user.click(close('Terrace'));
    const question = screen.getByRole('alertdialog', { name: 'Close the day on Terrace?' });
    expect(question).toHaveTextContent(/no longer void them/);
    expect(row('Terrace')).toContainElement(question);
    // The question is what to answer next, so nothing else stands out.
    expect(screen.queryByRole('button', { name: /^Close \d/ })).toBeNull();
    await till.user.keyboard('{Escape}');
    expect(button('Close 4 terminals')).toBeVisible();
    expect(close('Terrace')).toHaveFocus();
    await till.user.click(close('Terrace'));
    await till.user.click(button(yes));
    expect(screen.getByRole('heading', { level: 3, name: 'Terrace' })).toHaveFocus();
    await till.pass(3000);
    expect(till.closes()).toEqual(['terminal-3']);
    await waitFor(() => expect(button('Close 3 terminals')).toBeVisible());
  });

  test('on which nothing is known can be closed, but is not among all', async () => {
    const till = await show({ 'terminal-1': 'approved' });
    expect(row('Bar')).toHaveTextContent('Nothing taken yet');
    expect(button('Close 1 terminal')).toBeVisible();
    await till.user.click(close('Bar'));
    await till.user.click(button(yes));
    await till.pass(1000);
    expect(till.closes()).toEqual(['terminal-2']);
  });

  test('F40: under way or unknown is held up, with what resolves it in its row', async () => {
    const till = await show({ 'terminal-1': 'lost-answer', 'terminal-3': 'approved', 'terminal-2': 'slow' });
    for (const name of ['Front counter', 'Bar']) {
      expect(close(name)).toHaveAttribute('aria-disabled', 'true');
      expect(close(name)).toHaveAccessibleDescription(/One payment has no result yet/);
      expect(row(name)).toHaveAttribute('data-blocked', '');
    }
    await till.user.click(close('Bar'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(button('Close 1 terminal')).toBeVisible();
    await till.user.click(button(/\$42\.00 Sale Not known yet/, row('Front counter')));
    await till.pass(1000);
    await till.user.click(answer('receipt', 'Charged'));
    await till.pass(60_000);
    await waitFor(() => expect(button('Close 3 terminals')).toBeVisible());
  });

  test('with a held amount is ready, and the amount can be collected or released there', async () => {
    const harness = createHarness({ terminals: 4 });
    await harness.operations.start('preAuth', { terminalId: 'terminal-1', amount: 20_000, receipt: false });
    await harness.advance(9000);
    for (const { id } of harness.operations.list()) harness.operations.acknowledge(id);
    render(<CloseDay />, { wrapper: harness.wrapper });
    await act(() => harness.advance(500));
    const held = await screen.findByText(/Held, not charged yet/);
    expect(held).toHaveTextContent('$200.00');
    expect(held.closest('details')).toHaveClass('tillkit-details');
    expect(button('Close 1 terminal')).toBeVisible();
    const user = userEvent.setup();
    await user.click(held);
    await waitFor(() =>
      expect(within(row('Front counter')).getByRole('button', { name: /^Collect/ })).toBeVisible(),
    );
  });
});

test('says plainly that nothing was taken, so there is nothing to close today', async () => {
  const till = await show();
  expect(screen.getByText('There is nothing to close today.')).toBeVisible();
  expect(screen.queryByText('Everything is closed.')).toBeNull();
  await till.user.click(close('Bar'));
  await till.user.click(button(yes));
  await till.pass(3000);
  expect(await screen.findByText('Everything is closed.')).toBeVisible();
  // What was closed yesterday is not closed today.
  await till.user.click(button('Done'));
  await till.pass(15 * 60 * 60_000); // past midnight
  expect(await screen.findByText('There is nothing to close today.')).toBeVisible();
});

test('says in one line that this device knows its own payments only', async () => {
  await show(all);
  expect(
    screen.getByText('Only the payments of this device are counted, and closed days are not kept.'),
  ).toBeVisible();
});

test('shows the terminals that the host names, and twenty at first', async () => {
  const till = await show(all, { terminals: 45 });
  const names = () => screen.getAllByRole('heading', { level: 3 }).length;
  expect(names()).toBe(20);
  await till.user.click(button('Show more terminals'));
  await till.pass(1000);
  await waitFor(() => expect(names()).toBe(40));
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })[20]).toHaveFocus());
  await till.user.click(button('Show more terminals'));
  await till.pass(1000);
  await waitFor(() => expect(names()).toBe(45));
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })[40]).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Show more terminals' })).toBeNull();
});

test('closes a terminal where the record cannot be read, and says so', async () => {
  const { record } = createHarness().operations;
  const changes = {
    record: {
      ...record,
      listOperations: () => Promise.resolve({ items: [] }),
      getReport: () => Promise.reject(new Error('It is away.')),
    },
  };
  const till = await show({}, { changes });
  expect(
    await screen.findByText('Not all terminals and payments could be loaded.', { selector: 'p' }),
  ).toBeVisible();
  expect(row('Bar')).toHaveTextContent('Payments not loaded');
  expect(screen.queryByRole('button', { name: /^Close \d/ })).toBeNull();
  await till.user.click(close('Bar'));
  await till.user.click(button(yes));
  await till.pass(1000);
  expect(till.closes()).toEqual(['terminal-2']);
});
