import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations, type OpenOperationsProps } from 'tillkit';
import { createMemoryJournal, createTerminalOperations } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

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

const region = () => screen.getByRole('region', { name: 'Open operations' });
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

  test('stands when its operation has ended, folded or not, until somebody takes note of it', async () => {
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
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not known yet\. \$10\.02/);
  });

  test.each([
    [1000, /\$10\.00 Sale Approved/, 'Approved'],
    [1001, /\$10\.01 Sale Not completed/, 'Not completed'],
    [1004, /\$10\.04 Sale Not accepted/, 'Not accepted'],
    [1031, /\$6\.59 Sale \$6\.59 of \$10\.31 approved/, '$6.59 of $10.31 approved'],
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

test('another operator’s ending is theirs to take note of', async () => {
  const journal = createMemoryJournal();
  const { client, clock, advance } = createHarness();
  const ann = createTerminalOperations({ client, journal, clock, scopeKey: 'ann' });
  await ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  const ben = createTerminalOperations({ client, journal, clock, scopeKey: 'ben' });
  const page = createHarness({ provider: { client, operations: ben } });
  render(<OpenOperations />, { wrapper: page.wrapper });
  await act(() => advance(1000));
  expect(row(/Another operator At the terminal/)).toBeVisible();
  await act(() => advance(30_000));
  expect(region()).toHaveTextContent('Nothing is open');
  expect(ann.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
});

test('F66: another operator sees that it is busy since when, not for how much, and can resolve it', async () => {
  const journal = createMemoryJournal();
  const { client, clock, advance } = createHarness({ scenario: 'lost-answer' });
  const ann = createTerminalOperations({ client, journal, clock, scopeKey: 'ann' });
  await ann.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false, orderNumber: 'A-7' });
  await advance(1000);
  const ben = createTerminalOperations({ client, journal, clock, scopeKey: 'ben' });
  const page = createHarness({ provider: { client, operations: ben } });
  render(<OpenOperations />, { wrapper: page.wrapper });
  await act(() => advance(1000));
  const user = userEvent.setup();
  expect(row(/Another operator Not known yet .*busy since 9:30 AM/)).toBeVisible();
  expect(region()).not.toHaveTextContent(/12\.50|A-7/);
  await user.click(row(/Another operator/));
  await user.click(screen.getByRole('radio', { name: 'Receipt' }));
  await user.click(screen.getByRole('button', { name: 'It was charged' }));
  await act(() => advance(500));
  expect(ann.list()[0]).toMatchObject({ phase: 'resolved', amountCents: 1250 });
});
