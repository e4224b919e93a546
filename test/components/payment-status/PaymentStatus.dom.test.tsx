import { act, render, screen, waitFor, within } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';
import { forbidden, region, show, showUnknown } from './statuses.tsx';

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
