import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../console.ts';
import { createHarness } from '../harness.tsx';
import { runs } from '../runs.ts';
import { sell, showTill } from './checkoutTill.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const spoken = () => [screen.getByRole('status').textContent, screen.getByRole('alert').textContent];

/** The page is loaded anew: what it knew is gone, but for the journal. */
async function reload(till: Awaited<ReturnType<typeof sell>>, props: TerminalCheckoutProps) {
  till.unmount();
  till.operations.dispose();
  const operations = till.openTab();
  const page = createHarness({ provider: { client: till.client, operations } });
  const view = render(<TerminalCheckout {...props} />, { wrapper: page.wrapper });
  await till.pass(500);
  return { ...view, operations, wrapper: page.wrapper };
}

const endings = [
  [1000, 'Approved', 'onPaymentComplete'],
  [1031, 'Partly approved', 'onPaymentPartial'],
  [1001, 'Not completed', 'onPaymentFailed'],
  [1004, 'Not accepted', 'onPaymentRejected'],
] as const;

/** Every day the approved one and the one that was not made. */
const someEndings = endings.filter((_, at) => at % runs(2, 1) === 0);

describe.each(someEndings)('F64: how a sale of %i ended', (amount, title, callback) => {
  test('stands in its place after a reload, and is told again until the cashier takes note of it', async () => {
    const told = vi.fn<(operation: { id: string }) => void>();
    const till = await sell(amount, { [callback]: told });
    expect(await heading(title)).toBeVisible();
    const [{ id } = { id: '' }] = till.operations.list();
    expect(told.mock.calls.map(([operation]) => operation.id)).toEqual([id]);

    const again = await reload(till, { [callback]: told });
    expect(await heading(title)).toBeVisible();
    expect(told.mock.calls.map(([operation]) => operation.id)).toEqual([id, id]);
    await till.user.click(button('Next customer'));
    expect(again.operations.list({ standing: true })).toEqual([]);
    again.unmount();
    render(<TerminalCheckout {...{ [callback]: told }} />, { wrapper: again.wrapper });
    await till.pass(500);
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeVisible();
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('is told after a reload, once, where the host did not listen when it came', async () => {
    const told = vi.fn<(operation: { id: string }) => void>();
    const till = await sell(amount);
    await reload(till, { [callback]: told });
    expect(await heading(title)).toBeVisible();
    expect(told).toHaveBeenCalledOnce();
  });

  test('is told to a checkout that was away when it came, once on one page', async () => {
    const told = vi.fn<(operation: { phase: string }) => void>();
    const till = await showTill({ defaultAmountCents: amount, [callback]: told });
    await till.press();
    till.unmount();
    await till.pass(30_000);
    expect(told).not.toHaveBeenCalled();
    const shown = () => render(<TerminalCheckout {...{ [callback]: told }} />, { wrapper: till.wrapper });
    shown().unmount();
    shown();
    expect(await heading(title)).toBeVisible();
    expect(told).toHaveBeenCalledOnce();
  });

  test('is told once though it was acknowledged in another place before, on whatever page', async () => {
    const told = vi.fn<(operation: { id: string }) => void>();
    const till = await showTill({ defaultAmountCents: amount, [callback]: told });
    await till.press();
    till.unmount();
    await till.pass(30_000);
    const [{ id } = { id: '' }] = till.operations.list();
    till.operations.acknowledge(id);
    await till.pass(100);
    const again = await reload(till, { [callback]: told });
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeVisible();
    await waitFor(() => expect(told.mock.calls.map(([operation]) => operation.id)).toEqual([id]));
    await till.pass(100);
    again.unmount();
    const later = till.openTab();
    const page = createHarness({ provider: { client: till.client, operations: later } });
    render(<TerminalCheckout {...{ [callback]: told }} />, { wrapper: page.wrapper });
    await till.pass(500);
    expect(told).toHaveBeenCalledOnce();
  });

  test('is said though nothing shows it, and taken back with the acknowledgement', async () => {
    const { wrapper: Wrapper, operations, advance } = createHarness();
    const page = (isAtTill: boolean) => (
      <Wrapper>
        {isAtTill ? (
          <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={amount} />
        ) : (
          <p>Elsewhere</p>
        )}
      </Wrapper>
    );
    const { rerender } = render(page(true));
    const pass = (ms: number) => act(() => advance(ms));
    await pass(300);
    await userEvent.click(await screen.findByRole('button', { name: /^Charge/ }));
    rerender(page(false));
    await pass(30_000);
    const words = title === 'Partly approved' ? '$6.59 of $10.31 approved' : title;
    await waitFor(() => expect(spoken().join('')).toContain(words));
    await pass(60_000);
    expect(spoken().join('')).toContain(words);
    act(() => operations.acknowledge(operations.list()[0]!.id));
    await waitFor(() => expect(spoken()).toEqual(['', '']));
    rerender(page(true));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeVisible();
    expect(spoken()).toEqual(['', '']);
  });

  test('is asked about before the same amount is sent to that terminal from elsewhere', async () => {
    const till = await showTill({ defaultAmountCents: amount });
    await till.press();
    till.unmount();
    await till.pass(30_000);
    const start = () =>
      till.operations.start(
        'pay',
        { terminalId: 'terminal-1', amount, receipt: false },
        { flowKey: 'other' },
      );
    await expect(start()).resolves.toMatchObject({ refusal: { code: 'needs-confirmation' } });
    expect(till.sent()).toHaveLength(1);
  });
});

test('how asking went is not told of a payment that is over', async () => {
  const till = await showTill({ defaultAmountCents: 1000 });
  await till.press();
  await till.pass(500);
  till.answerWith(() => Promise.reject(new TypeError('There is no network.')));
  for (let second = 0; second < 30; second += 1) await till.pass(1000);
  expect(spoken()[0]).toContain('Connection trouble');
  till.answerWith((response) => response);
  await till.pass(60_000);
  expect(await heading('Approved')).toBeVisible();
  expect(spoken()).toEqual(['Approved. $10.00', '']);
});

test('what passes by is not read by the next person', async () => {
  const till = await showTill({ defaultAmountCents: 1000 });
  const other = till.openTab();
  till.sandbox.setScenario('slow', { next: true });
  await act(() => other.start('pay', { terminalId: 'terminal-1', amount: 500, receipt: false }));
  await till.press();
  await till.pass(1000);
  await waitFor(() => expect(spoken()[1]).toMatch(/^Nothing was sent/));
  await till.pass(10_000);
  expect(spoken()[1]).not.toContain('Nothing was sent');
});

describe('acknowledgeOn="callback"', () => {
  const standing = ({ operations }: Awaited<ReturnType<typeof sell>>) => operations.list({ standing: true });

  test.each(endings)('a callback that returned has taken note: %i', async (amount, title, callback) => {
    const till = await sell(amount, { acknowledgeOn: 'callback', [callback]: () => undefined });
    expect(await heading(title)).toBeVisible();
    expect(standing(till)).toEqual([]);
    await till.user.click(button('Next customer'));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  });

  test('one that throws has not, which is reported', async () => {
    allowConsole(/no server/);
    const till = await sell(1000, {
      acknowledgeOn: 'callback',
      onPaymentComplete: () => {
        throw new Error('There is no server.');
      },
    });
    expect(await heading('Approved')).toBeVisible();
    expect(standing(till)).toHaveLength(1);
  });

  test('one that promises has once the promise is fulfilled', async () => {
    let book: () => void = () => undefined;
    const booked = new Promise<void>((resolve) => {
      book = resolve;
    });
    const till = await sell(1000, { acknowledgeOn: 'callback', onPaymentComplete: () => booked });
    expect(standing(till)).toHaveLength(1);
    await act(async () => book());
    await waitFor(() => expect(standing(till)).toEqual([]));
    expect(screen.getByRole('heading', { name: 'Approved' })).toBeVisible();
  });

  test('one whose promise is rejected has not, and is told again after a reload', async () => {
    allowConsole(/was not booked/);
    const told = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('It was not booked.')));
    const props = { acknowledgeOn: 'callback', onPaymentComplete: told } as const;
    const till = await sell(1000, props);
    expect(standing(till)).toHaveLength(1);
    told.mockResolvedValue(undefined);
    const again = await reload(till, props);
    expect(told).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(again.operations.list({ standing: true })).toEqual([]));
  });

  test('is for the endings that have a callback', async () => {
    const told = vi.fn<() => void>();
    const till = await sell(1031, { acknowledgeOn: 'callback', onPaymentComplete: told });
    expect(standing(till)).toHaveLength(1);
    expect(told).not.toHaveBeenCalled();
  });

  test('does not take what is not known yet for ended', async () => {
    const told = vi.fn<() => void>();
    const till = await sell(1003, { acknowledgeOn: 'callback', onPaymentUnknown: told });
    expect(told).toHaveBeenCalledOnce();
    expect(standing(till)).toMatchObject([{ phase: 'unknown' }]);
  });

  test('without it, telling the host takes note of nothing', async () => {
    const told = vi.fn<() => void>();
    const till = await sell(1000, { onPaymentComplete: told });
    expect(told).toHaveBeenCalledOnce();
    expect(standing(till)).toHaveLength(1);
  });
});
