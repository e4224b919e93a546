import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentStatus, type PaymentStatusProps } from 'tillkit';
import { createMemoryJournal, createTerminalOperations, type UnknownReason } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';
import { answer, answersAt } from '../answer.ts';

interface Sale extends HarnessOptions {
  amount?: number;
  orderNumber?: string;
  props?: Partial<PaymentStatusProps>;
}

/** A payment that has just been started, and its status. */
async function show({ amount = 1250, orderNumber, props, ...options }: Sale = {}) {
  const harness = createHarness(options);
  const request = { terminalId: 'terminal-1', amount, receipt: false, orderNumber };
  const result = await harness.operations.start('pay', request);
  if (!result.started) throw new Error(result.refusal.message);
  const { id } = result.operation;
  const view = render(<PaymentStatus operationId={id} {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  return { ...harness, ...view, id, pass, user: userEvent.setup() };
}

/** A payment whose outcome got lost with the answer. */
async function showUnknown(options: Sale = {}) {
  const status = await show({ scenario: 'lost-answer', ...options });
  await status.pass(200);
  await screen.findByRole('heading', { name: "We don't know yet if the card was charged" });
  return status;
}

const region = () => screen.getByRole('region', { name: 'Payment status' });
const forbidden = /failed|declined|try again/i;

describe('under way', () => {
  test('warns where a reload would lose it, and only there', async () => {
    const warning = /cannot be found again after a reload/;
    const first = await show({ isDurable: false });
    expect(within(region()).getByText(warning)).toBeVisible();
    first.unmount();
    await show();
    expect(within(region()).queryByText(warning)).toBeNull();
  });

  test('shows the amount, the steps and what happens now', async () => {
    const { pass } = await show();
    expect(region()).toHaveAttribute('data-phase', 'sending');
    expect(region()).toHaveTextContent('$12.50');
    await pass(300);
    expect(
      await within(region()).findByText('Front counter will ask for the card in a moment.'),
    ).toBeVisible();
    expect(screen.getByText('At the terminal').closest('li')).toHaveAttribute('aria-current', 'step');
    await pass(2000);
    expect(
      within(region()).getByText('The customer can now tap, insert or swipe on Front counter.'),
    ).toBeVisible();
  });

  test('counts the time by the clock of the operations, outside the live region', async () => {
    const { pass } = await show({ scenario: 'slow' });
    await pass(3000);
    expect(region()).toHaveTextContent('0:03');
    await pass(20_000);
    expect(region()).toHaveTextContent('0:23');
    expect(screen.getByRole('status')).not.toHaveTextContent(/0:/);
  });

  test('says in words that the connection is bad, and goes on', async () => {
    const { sandbox, pass } = await show({ scenario: 'slow' });
    await pass(3000);
    sandbox.setScenario('offline', { operation: 'getProcessedMessage' });
    await pass(8000);
    expect(within(region()).getByText(/Connection trouble/)).toHaveTextContent(
      /Last answer at 9:30:0\d AM\./,
    );
    expect(region()).toHaveAttribute('data-connection', 'degraded');
    expect(region()).toHaveAttribute('data-phase', 'waiting');
  });

  test.each([
    ['rate-limited', 'slowed', /check less often/],
    ['unauthorized', 'needs-auth', /You are signed out/],
  ] satisfies [ScenarioName, string, RegExp][])('puts %s into words', async (scenario, connection, words) => {
    const { sandbox, pass } = await show({ scenario: 'slow' });
    await pass(2000);
    sandbox.setScenario(scenario, { operation: 'getProcessedMessage' });
    await pass(2000);
    expect(within(region()).getByText(words)).toBeVisible();
    expect(region()).toHaveAttribute('data-connection', connection);
  });

  test('"Check now" asks, and says when where that is not at once', async () => {
    const { sandbox, user, pass } = await show({ scenario: 'slow' });
    await pass(2000);
    sandbox.setScenario('rate-limited', { operation: 'getProcessedMessage' });
    await pass(2000);
    const polls = () => sandbox.ledger.polls.length;
    const before = polls();
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(screen.getByText(/^Checks in \d+ seconds?\.$/)).toBeVisible();
    expect(polls()).toBe(before);
  });

  test('"Stop waiting" frees the person, not the payment: a late result still shows', async () => {
    const { user, pass } = await show({ scenario: 'slow' });
    await pass(2000);
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: 'Stop waiting (does not cancel the payment)' }));
    const heading = screen.getByRole('heading', { name: "We don't know yet if the card was charged" });
    expect(heading).toHaveFocus(); // the pressed button is gone
    expect(region()).toHaveAttribute('data-reason', 'stopped');
    await pass(90_000);
    expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
  });
});

describe('taking long', () => {
  const toggle = () => screen.getByRole('button', { name: 'Taking long?' });
  const controls = () => screen.queryAllByRole('button', { name: /^(Check now|Stop waiting)/ });

  test('is a question while it does not, and opens by itself after 20 seconds', async () => {
    const { pass } = await show({ scenario: 'slow' });
    expect(screen.queryByRole('button')).toBeNull(); // there is nothing to wait for yet
    await pass(19_900);
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(controls()).toEqual([]);
    await pass(300);
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    expect(controls()).toHaveLength(2);
    expect(document.body).toHaveFocus();
  });

  test('opens by a press before, and stays as it was left', async () => {
    const { user, pass } = await show({ scenario: 'slow' });
    await pass(2000);
    await user.click(toggle());
    expect(controls()).toHaveLength(2);
    await user.click(toggle());
    await pass(30_000);
    expect(controls()).toEqual([]);
  });
});

describe('freshness', () => {
  test('says when it was asked last and will be next, and counts, outside the live region', async () => {
    const { operations, clock, advance } = createHarness({ scenario: 'slow' });
    await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await advance(2500);
    const now = clock.now();
    const waiting = { ...operations.list()[0]!, lastCheckedAt: now - 3000, nextCheckAt: now + 2000 };
    const { wrapper } = createHarness({ provider: { operations: { ...operations, get: () => waiting } } });
    render(<PaymentStatus operationId={waiting.id} />, { wrapper });
    const line = () => within(region()).getByText(/^Last checked/);
    expect(line()).toHaveTextContent('Last checked 3 s ago, next in 2 s.');
    await act(() => advance(1000));
    expect(line()).toHaveTextContent('Last checked 4 s ago, next in 1 s.');
    await act(() => advance(2000));
    expect(line()).toHaveTextContent('Last checked 6 s ago, checking now.');
    await act(() => advance(120_000));
    expect(within(region()).getByText(/^Last answer at 9:29:59/)).toBeVisible();
    expect(screen.getByRole('status')).not.toHaveTextContent(/checked|answer/);
  });

  test('F67: gives way to the wait after "Check now"', async () => {
    const { sandbox, user, pass } = await show({ scenario: 'slow' });
    await pass(4000);
    sandbox.setScenario('rate-limited', { operation: 'getProcessedMessage' });
    await pass(3000);
    expect(within(region()).queryByText(/^Last checked/)).toBeNull(); // the notice says when
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(within(region()).getByText(/^Checks in/)).toBeVisible();
  });

  test('one that stays received for a while is said to, once, and so is its start', async () => {
    const { pass, sandbox } = await show({ scenario: 'stuck-received' });
    await pass(19_000);
    expect(within(region()).getByText(/will ask for the card/)).toBeVisible();
    await pass(3000);
    const stalled = /We have not seen it start yet\. Check that Front counter is switched on/;
    expect(within(region()).getByText(stalled)).toBeVisible();
    await said(stalled);
    expect(region()).toHaveAttribute('data-phase', 'waiting');
    expect(region()).not.toHaveTextContent(forbidden);
    sandbox.setScenario('offline', { operation: 'getProcessedMessage' });
    await pass(30_000);
    expect(within(region()).queryByText(stalled)).toBeNull(); // then it cannot be told
    await said(/Connection trouble/);
  });
});

describe('endings', () => {
  test.each([
    ['preAuth', /The amount is held, not charged/],
    ['pay', undefined],
  ] as const)('a finished %s says what it means where that is easily mistaken', async (kind, words) => {
    const { operations, advance, wrapper } = createHarness();
    await operations.start(kind, { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await advance(9000);
    render(<PaymentStatus operationId={operations.list()[0]?.id ?? ''} />, { wrapper });
    const sentence = within(region()).queryByText(/The amount is held/);
    if (words) expect(sentence).toHaveTextContent(words);
    else expect(sentence).toBeNull();
  });

  test('approved: amount, terminal, time in the zone of the provider, order number and reference', async () => {
    const onPaymentComplete = vi.fn<(operation: unknown) => void>();
    const { pass, operations, id } = await show({
      orderNumber: 'A-7',
      props: { onPaymentComplete },
      provider: { timeZone: 'Asia/Tokyo' },
    });
    await pass(9000);
    expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(region()).toHaveTextContent('$12.50');
    expect(await screen.findByText('Front counter')).toBeVisible();
    expect(region()).toHaveTextContent('Jan 15, 2026, 6:30 PM');
    expect(screen.getByText('A-7')).toBeVisible();
    const { pnRefNum = '' } = operations.get(id) ?? {};
    expect(screen.getByTitle(pnRefNum)).toHaveTextContent(`${pnRefNum.slice(0, 6)}…${pnRefNum.slice(-6)}`);
    expect(onPaymentComplete).toHaveBeenCalledOnce();
  });

  test('the reference is copied whole', async () => {
    const { pass, operations, id, user } = await show();
    await pass(9000);
    await user.click(screen.getByRole('button', { name: 'Copy reference' }));
    expect(await navigator.clipboard.readText()).toBe(operations.get(id)?.pnRefNum);
    expect(screen.getByRole('status')).toHaveTextContent('Copied');
  });

  test('failed is "Not completed" and the sentence of the service', async () => {
    const { pass } = await show({ scenario: 'declined' });
    await pass(9000);
    expect(screen.getByRole('heading', { name: 'Not completed' })).toBeVisible();
    expect(screen.getByText('The card issuer refused the payment.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Not completed\. \$12\.50/);
  });

  test('rejected is "Not accepted", and how long to wait', async () => {
    const { pass } = await show({ scenario: 'rate-limited' });
    await pass(200);
    expect(screen.getByRole('heading', { name: 'Not accepted' })).toBeVisible();
    expect(region()).toHaveTextContent('Wait 7 seconds.');
    expect(screen.getByText('429')).toBeVisible();
  });

  test('shows nothing harmful for an unknown id', () => {
    const { wrapper } = createHarness();
    render(<PaymentStatus operationId="unknown-id" />, { wrapper });
    expect(region()).toHaveTextContent('There is no payment to show here.');
    expect(region()).not.toHaveAttribute('data-phase');
  });
});

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
    expect(within(region()).getByText(/Somebody here saw it in the back office/)).toBeVisible();
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
    expect(screen.getByText(/Somebody here had said otherwise/)).toBeVisible();
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

describe('speech', () => {
  test('says each phase once, in StrictMode and in two places', async () => {
    const { pass, id, rerender } = await show();
    rerender(
      <>
        <PaymentStatus operationId={id} />
        <PaymentStatus operationId={id} />
      </>,
    );
    const status = screen.getByRole('status');
    expect(status).toHaveTextContent('Sending to terminal-1.');
    const spoken: string[] = [];
    const observer = new MutationObserver(() => spoken.push(status.textContent ?? ''));
    observer.observe(status, { childList: true, subtree: true, characterData: true });
    for (const ms of [300, 2500, 8000]) await pass(ms);
    await waitFor(() => expect(spoken.at(-1)).toBe('Approved. $12.50'));
    observer.disconnect();
    expect(spoken).toEqual([
      'Front counter will ask for the card in a moment.',
      'The customer can now tap, insert or swipe on Front counter.',
      'Approved. $12.50',
    ]);
    expect(screen.getByRole('alert')).toHaveTextContent('');
  });

  test('unknown is assertive', async () => {
    await showUnknown();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^We don't know yet.*\. If .* asks for a card, wait\. .*Look at one of these, then press what you saw$/,
    );
  });
});
