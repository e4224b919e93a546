import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CloseBatch, type CloseBatchProps, OpenOperations, PaymentsProvider } from 'tillkit';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  defineService,
} from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { whenOver } from '../../cleanups.ts';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import { answer } from '../answer.ts';

const terminalId = 'terminal-1';

interface Till extends HarnessOptions {
  /** A sale before, how it goes, and how long ago it was. */
  sale?: [scenario: ScenarioName, ageMs: number];
  props?: Partial<CloseBatchProps>;
}

async function show({ sale, props, ...options }: Till = {}) {
  const harness = createHarness(options);
  if (sale) {
    harness.sandbox.setScenario(sale[0], { next: true });
    await harness.operations.start('pay', { terminalId, amount: 4200, receipt: false });
    await harness.advance(sale[1]);
  }
  const view = render(<CloseBatch terminalId={terminalId} {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  await screen.findByText(props?.terminalId === 'terminal-2' ? 'Bar' : 'Front counter');
  return { ...harness, ...view, pass, user: userEvent.setup() };
}

const closes = ({ sandbox }: Pick<Harness, 'sandbox'>) =>
  sandbox.ledger.requests.filter(({ operation }) => operation === 'closeBatch');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const close = () => button('Close the day');
const heading = (name: string) => screen.findByRole('heading', { name });

describe('closing', () => {
  test('names the terminal and what follows, asks, sends one request and says that it is closed', async () => {
    const onPaymentComplete = vi.fn<NonNullable<CloseBatchProps['onPaymentComplete']>>();
    const till = await show({ props: { onPaymentComplete } });
    const region = screen.getByRole('region', { name: 'End of day' });
    for (const words of [/payments on Front counter/, /no longer void/, /cannot undo/])
      expect(region).toHaveTextContent(words);
    await till.user.click(close());
    expect(screen.getByRole('alertdialog', { name: 'Close the day on Front counter?' })).toBeVisible();
    expect(button('Go back')).toHaveFocus();
    expect(closes(till)).toHaveLength(0);
    await till.user.click(button('Yes, close the day'));
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveFocus();
    await till.pass(500);
    await heading('Day closed');
    expect(closes(till)).toHaveLength(1);
    expect(closes(till)[0]).toMatchObject({ terminalId });
    expect(onPaymentComplete).toHaveBeenCalledOnce();
    await till.user.click(button('Done'));
    expect(screen.getByRole('heading', { name: 'End of day' })).toHaveFocus();
  });

  test('F40: is not offered before it is known whose provider’s terminal it is', async () => {
    const { sandbox, client: base, clock, advance } = createHarness({ latencyMs: 0 });
    const { id } = sandbox.terminals.find(({ provider }) => provider === 'beta')!;
    let arrive: () => void = () => undefined;
    const known = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const paths: string[] = [];
    const client = createPaymentsClient({
      ...base.options,
      service: defineService({
        routes: { closeBatch: { path: ({ provider }) => `/${provider ?? 'alpha'}/close-batch` } },
      }),
      fetcher: async (request, init) => {
        const { pathname } = new URL(request.url);
        if (request.method === 'POST') paths.push(pathname);
        if (pathname.endsWith('/terminals')) await known;
        return sandbox.fetch(request, init);
      },
    });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    whenOver(() => operations.dispose());
    render(<CloseBatch terminalId={id} />, createHarness({ provider: { client, operations } }));
    const pass = (ms: number) => act(() => advance(ms));
    const user = userEvent.setup();
    await pass(500);
    await user.click(close());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    arrive();
    await pass(500);
    await user.click(close());
    await user.click(button('Yes, close the day'));
    await pass(500);
    expect(paths).toEqual(['/beta/close-batch']);
  });

  test('asks anew where another account takes its place', async () => {
    const [one, other] = [createHarness(), createHarness()];
    const page = ({ client, operations }: Harness) => (
      <PaymentsProvider {...{ client, operations }} currency="USD" locale="en-US" timeZone="UTC">
        <CloseBatch terminalId={terminalId} />
      </PaymentsProvider>
    );
    const view = render(page(one));
    await act(() => one.advance(500));
    await other.advance(500);
    await userEvent.setup().click(close());
    expect(screen.getByRole('alertdialog')).toBeVisible();
    view.rerender(page(other));
    await act(() => other.advance(500));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(closes(other)).toHaveLength(0);
  });

  test('asks anew where another terminal takes its place', async () => {
    const till = await show();
    await till.user.click(close());
    till.rerender(<CloseBatch terminalId="terminal-2" />);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(closes(till)).toHaveLength(0);
  });

  test('shows what the host knows of the batch before it is closed', async () => {
    await show({ props: { summary: <p>14 payments, $1,204.50</p> } });
    expect(screen.getByRole('region', { name: 'End of day' })).toHaveTextContent('14 payments, $1,204.50');
  });

  test('going back sends nothing and leads to the button again', async () => {
    const till = await show();
    await till.user.click(close());
    await till.user.keyboard('{Escape}');
    expect(close()).toHaveFocus();
    await till.pass(1000);
    expect(closes(till)).toHaveLength(0);
  });

  test('twenty presses of "yes" in one go send one request', async () => {
    const till = await show();
    await till.user.click(close());
    const yes = button('Yes, close the day');
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(yes);
    });
    await till.pass(500);
    await heading('Day closed');
    expect(closes(till)).toHaveLength(1);
  });

  test('F40: a lost answer is "Not known yet", is not sent again, and a person resolves it', async () => {
    const till = await show({ scenario: 'lost-answer' });
    await till.user.click(close());
    await till.user.click(button('Yes, close the day'));
    await till.pass(500);
    await heading("We don't know yet if the day was closed");
    expect(screen.queryByRole('button', { name: /Close the day|Done/ })).toBeNull();
    await till.pass(600_000);
    expect(closes(till)).toHaveLength(1);
    await till.pass(1000);
    await till.user.click(answer('back office', 'It was done'));
    await till.user.click(button('Done'));
    expect(close()).toHaveAttribute('aria-disabled', 'false');
  });

  test('without a journal nothing is sent, and it says why', async () => {
    const { client, clock, advance } = createHarness();
    const journal = { ...createMemoryJournal(), claim: () => Promise.reject(new Error('Full.')) };
    const operations = createTerminalOperations({ client, journal, clock });
    const till = await show({ provider: { operations } });
    await act(() => advance(300));
    await till.user.click(close());
    await till.user.click(button('Yes, close the day'));
    expect(await screen.findByText(/could not record it/, { selector: 'p' })).toBeVisible();
    expect(closes(till)).toHaveLength(0);
  });
});

describe('what is in the way', () => {
  test('F40: an operation under way blocks it, with the reason at the button', async () => {
    const till = await show({ sale: ['slow', 2000] });
    expect(close()).toHaveAttribute('aria-disabled', 'true');
    expect(close()).toHaveAccessibleDescription(/One payment has no result yet/);
    await till.user.click(close());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await till.pass(60_000);
    expect(close()).toHaveAttribute('aria-disabled', 'false');
    expect(screen.queryByText('Open on this terminal')).toBeNull();
    expect(closes(till)).toHaveLength(0);
  });

  test('F40: an unknown one is resolved in place, its answer stays until it is closed', async () => {
    const till = await show({ sale: ['lost-answer', 9000] });
    expect(close()).toHaveAttribute('aria-disabled', 'true');
    await till.user.click(button(/\$42\.00 Sale Not known yet/));
    await till.pass(1000);
    await till.user.click(answer('receipt', 'Charged'));
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toBeVisible();
    expect(close()).toHaveAttribute('aria-disabled', 'false');
    await till.user.click(button(/\$42\.00/));
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'End of day' })).toHaveFocus();
  });

  test('F40: a doubt that is older than a day is named, and does not block', async () => {
    const till = await show({ sale: ['lost-request', 25 * 60 * 60_000] });
    expect(button(/\$42\.00 Sale Not known yet since Jan 15, 2026/)).toBeVisible();
    expect(screen.getByText(/does not hold up the end of day/)).toBeVisible();
    await till.user.click(close());
    await till.user.click(button('Yes, close the day'));
    await till.pass(500);
    await heading('Day closed');
    expect(closes(till)).toHaveLength(1);
  });

  test('something that starts while it is asked takes the question away', async () => {
    const till = await show();
    await till.user.click(close());
    await act(
      async () => void (await till.operations.start('pay', { terminalId, amount: 500, receipt: false })),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(close()).toHaveAttribute('aria-disabled', 'true'));
  });

  test('an operation on another terminal does not', async () => {
    await show({ sale: ['slow', 2000], props: { terminalId: 'terminal-2' } });
    expect(close()).toHaveAttribute('aria-disabled', 'false');
  });
});

test('after midnight, yesterday is named in the time of the last closing and of an open payment', async () => {
  const provider = { timeZone: 'Pacific/Kiritimati' }; // the clock says 11:30 PM there
  const { operations, sandbox, wrapper, advance } = createHarness({ provider });
  await operations.start('closeBatch', { terminalId: 'terminal-2' });
  await advance(10_000);
  sandbox.setScenario('lost-answer', { next: true });
  await operations.start('pay', { terminalId, amount: 4200, receipt: false });
  await advance(1000);
  const { container } = render(
    <>
      <CloseBatch terminalId="terminal-2" />
      <OpenOperations />
    </>,
    { wrapper },
  );
  const shown = () => container.textContent.replaceAll('\u202f', ' ');
  await waitFor(() => expect(shown()).toContain('Closed 11:30 PM.'));
  expect(shown()).toContain('since 11:30 PM');
  await act(() => advance(31 * 60_000));
  expect(shown()).toContain('Closed Jan 15, 2026, 11:30 PM.');
  expect(shown()).toContain('since Jan 15, 2026, 11:30 PM');
});

test('another terminal starts from its own beginning', async () => {
  const till = await show({ props: { flowKey: 'end-of-day' } });
  await till.user.click(close());
  await till.user.click(button('Yes, close the day'));
  await till.pass(500);
  await heading('Day closed');
  till.rerender(<CloseBatch terminalId="terminal-2" flowKey="end-of-day" />);
  expect(screen.getByRole('heading', { name: 'End of day' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'End of day' })).toHaveTextContent('Bar');
});
