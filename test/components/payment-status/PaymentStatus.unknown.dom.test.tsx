import { fireEvent, render, screen, within } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import { createMemoryJournal, createTerminalOperations, type UnknownReason } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { answer, answersAt } from '../answer.ts';
import { forbidden, region, show, showUnknown } from './statuses.tsx';

describe('unknown', () => {
  test.each<[ScenarioName, number, UnknownReason, RegExp]>([
    ['lost-answer', 200, 'no-response', /no answer came back/],
    ['malformed', 200, 'bad-response', /we could not read/],
    ['conflict', 200, 'conflict', /the terminal is busy/],
    ['server-error', 200, 'http-error', /a problem of its own/],
    ['redirect', 200, 'redirect', /another address/],
    ['service-timeout', 9000, 'service-timeout', /stopped waiting for the terminal/],
    ['stuck-received', 320_000, 'max-wait', /No result came in time/],
    ['unrecognised-status', 320_000, 'unrecognised-status', /an answer that we do not know/],
  ])(
    '%s has its own sentence and none that sounds like an outcome',
    async (scenario, ms, reason, sentence) => {
      const { pass, container } = await show({ scenario });
      await pass(ms);
      expect(region()).toHaveAttribute('data-reason', reason);
      expect(within(region()).getByText(sentence)).toBeVisible();
      expect(screen.getByRole('heading', { name: /^We don't know yet/ })).toBeVisible();
      expect(container.innerHTML).not.toMatch(forbidden);
    },
  );

  test('says whether the service was seen to work on it', async () => {
    const { pass, user } = await show({ scenario: 'service-timeout' });
    await pass(9000);
    await user.click(screen.getByText('More about it'));
    expect(within(region()).getByText(/The service was working on it/)).toBeVisible();
  });

  test('says that no start was seen, and draws no button that cannot work', async () => {
    const { user } = await showUnknown();
    await user.click(screen.getByText('More about it'));
    expect(within(region()).getByText(/We did not see it start/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  });

  test('keeps what the service said of a contradicted result out of the page', async () => {
    const { operations, id, pass, unmount } = await show({ scenario: 'declined' });
    await pass(9000);
    unmount();
    const contradicted = {
      ...operations.get(id)!,
      phase: 'unknown' as const,
      reason: 'contradiction' as const,
      message: 'The payment failed. Try again.',
      anomalies: ['contradiction'],
    };
    const { wrapper } = createHarness({
      provider: { operations: { ...operations, get: () => contradicted } },
    });
    const { container } = render(<PaymentStatus operationId={id} />, { wrapper });
    expect(screen.getByText(/two results that contradict each other/, { selector: 'p' })).toBeVisible();
    expect(container.innerHTML).not.toMatch(forbidden);
  });

  test.each<[UnknownReason, RegExp[]]>([
    ['no-response', [/screen of terminal-1/, /printed receipt/, /back office for a payment of \$12\.50/]],
    ['gone', [/back office/, /printed receipt/, /screen of terminal-1/]],
  ])('%s says where to look first', async (reason, places) => {
    const { operations, id, pass, unmount } = await showUnknown();
    await pass(1000);
    unmount();
    const unknown = { ...operations.get(id)!, reason };
    const { wrapper } = createHarness({ provider: { operations: { ...operations, get: () => unknown } } });
    render(<PaymentStatus operationId={id} />, { wrapper });

    const [heading] = within(region()).getAllByText('Look at one of these, then press what you saw');
    const rows = within(heading!.parentElement!).getAllByRole('listitem');
    expect(rows).toHaveLength(4);
    rows.forEach((row, index) => expect(row).toHaveTextContent(places[index] ?? /^Look somewhere else/));
  });

  test('of a batch is found out in its report, and in the words of a batch', async () => {
    const { operations, advance, wrapper } = createHarness({ scenario: 'lost-answer' });
    await operations.start('closeBatch', { terminalId: 'terminal-1' });
    await advance(1000);
    render(<PaymentStatus operationId={operations.list()[0]?.id ?? ''} />, { wrapper });
    expect(region()).toHaveTextContent(/Look at the printed end-of-day report\./);
    expect(region()).toHaveTextContent(/Look in the back office for this end of day\./);
  });

  test('place and answer are one press', async () => {
    const { user, operations, id, pass } = await showUnknown();
    await pass(1000);
    await user.click(answer('back office', 'Charged'));
    expect(operations.get(id)?.resolution).toEqual({ charged: true, basis: 'back-office' });
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toHaveFocus();
    expect(within(region()).getByText(/A person here saw it in the back office/)).toBeVisible();
  });

  test('elsewhere needs words before it is recorded', async () => {
    const { user, operations, id, pass } = await showUnknown();
    await pass(1000);
    await user.click(answer('elsewhere', 'Charged'));
    const note = screen.getByRole('textbox', { name: 'Where and how' });
    expect(note).toHaveFocus();
    expect(note).toHaveAccessibleDescription('Say where you saw it.');
    expect(operations.get(id)?.phase).toBe('unknown');
    await user.type(note, 'Bank statement{Enter}');
    expect(operations.get(id)?.phase).toBe('unknown');
    await user.click(answer('elsewhere', 'Charged'));
    expect(operations.get(id)?.resolution).toEqual({ charged: true, basis: 'other' });
  });

  test('"Not charged" is asked once more at its place, with the focus on going back', async () => {
    const { user, operations, id, pass } = await showUnknown();
    await pass(1000);
    await user.click(answer('receipt', 'Not charged'));
    const question = screen.getByRole('alertdialog', { name: 'Are you sure it was not charged?' });
    expect(within(question).getByRole('button', { name: 'Go back' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(answer('receipt', 'Not charged')).toHaveFocus();
    expect(operations.get(id)?.phase).toBe('unknown');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Yes, it was not charged' }));
    expect(operations.get(id)?.resolution).toEqual({ charged: false, basis: 'receipt' });
  });

  test('F63: the second press of a double click on "Stop waiting" is no answer', async () => {
    const { user, operations, id, pass } = await show({ scenario: 'slow' });
    await pass(2000);
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: /^Stop waiting/ }));
    for (const name of ['Charged', 'Not charged']) await user.click(answer('screen', name));
    await pass(800);
    await user.click(answer('screen', 'Charged'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(operations.get(id)?.phase).toBe('unknown');
    await pass(1);
    await user.click(answer('screen', 'Charged'));
    expect(operations.get(id)?.resolution).toEqual({ charged: true, basis: 'terminal-screen' });
  });

  test('F63: the second press of a double click on "Go back" is no answer, a press of its own is', async () => {
    const { user, operations, id, pass } = await showUnknown();
    await pass(1000);
    await user.click(answer('screen', 'Not charged'));
    await pass(1000);
    await user.click(screen.getByRole('button', { name: 'Go back' }));
    for (const name of ['Charged', 'Not charged']) fireEvent.click(answer('screen', name), { detail: 2 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(operations.get(id)?.phase).toBe('unknown');
    await user.click(answer('screen', 'Charged'));
    expect(operations.get(id)?.resolution).toEqual({ charged: true, basis: 'terminal-screen' });
  });

  test('what it is careful about comes first, and its numbers only on request', async () => {
    const { user } = await showUnknown({ orderNumber: 'A-7' });
    const text = region().textContent ?? '';
    const order = [
      "We don't know yet",
      'no answer came back',
      'If Front counter asks for a card, wait.',
      'Look at',
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(screen.getByText('A-7', { selector: 'dd *' })).not.toBeVisible();
    await user.click(screen.getByText('More about it'));
    expect(screen.getByText('A-7', { selector: 'dd *' })).toBeVisible();
  });

  test('asks anew where another operation takes its place', async () => {
    const { user, operations, pass, rerender } = await showUnknown();
    await pass(1000);
    await user.click(answer('receipt', 'Not charged'));
    const other = await operations.start('pay', { terminalId: 'terminal-2', amount: 900, receipt: false });
    if (!other.started) throw new Error(other.refusal.message);
    await pass(200);
    rerender(<PaymentStatus operationId={other.operation.id} />);
    expect(region()).toHaveAttribute('data-phase', 'unknown');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(answersAt('receipt').getAllByRole('button')).toHaveLength(2);
  });

  test('says so where the result later contradicts the person', async () => {
    const { user, pass } = await show({ scenario: 'late-result' });
    await pass(10_000);
    // A press counts once the buttons have stood for a while, and React 18 draws them after that time has passed.
    await pass(1000);
    await user.click(answer('receipt', 'Not charged'));
    await user.click(screen.getByRole('button', { name: 'Yes, it was not charged' }));
    await pass(60_000);
    expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(screen.getByText(/A person here had said otherwise/)).toBeVisible();
  });

  test('takes the focus once where a reload left it', async () => {
    const journal = createMemoryJournal();
    const first = createHarness({ latencyMs: 20_000 });
    const before = createTerminalOperations({ client: first.client, journal, clock: first.clock });
    const result = await before.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    before.dispose();
    const operations = createTerminalOperations({ client: first.client, journal, clock: first.clock });
    await first.advance(1000);
    await operations.ready;
    const again = createHarness({ provider: { client: first.client, operations } });
    const id = result.started ? result.operation.id : '';
    render(<PaymentStatus operationId={id} />, { wrapper: again.wrapper });
    expect(
      await screen.findByRole('heading', { name: "We don't know yet if the card was charged" }),
    ).toHaveFocus();
    expect(within(region()).getByText(/closed or reloaded/)).toBeVisible();
  });
});
