import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout } from 'tillkit';
import { expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';

const never = new Promise<void>(() => {});
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const chargeButton = { name: /^Charge/ };

function showTill() {
  const harness = createHarness();
  const props = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };
  render(<TerminalCheckout {...props} />, { wrapper: harness.wrapper });
  return harness;
}

const hangs: Record<string, () => Promise<unknown>> = {
  'inside act': async () => {
    showTill();
    await act(() => never);
  },
  'with time and globals replaced': async () => {
    vi.useFakeTimers();
    vi.stubGlobal('crypto', undefined);
    vi.spyOn(document, 'createElement').mockReturnValue(document.body);
    await act(() => never);
  },
  'waiting for what does not come': () =>
    waitFor(() => expect(screen.getByText('nowhere')).toBeVisible(), { timeout: 60_000 }),
  'typing slowly': () => userEvent.setup({ delay: 100 }).keyboard('a'.repeat(100)),
  'in steps that go on': async () => {
    for (;;) await act(() => sleep(10));
  },
  'until its neighbour runs, and presses there': async () => {
    await sleep(600);
    for (;;) {
      await act(() => sleep(10));
      screen.queryAllByRole('button', chargeButton).forEach((button) => fireEvent.click(button));
    }
  },
};

for (const [how, hang] of Object.entries(hangs)) {
  test(`hangs ${how}`, { timeout: 500 }, async () => {
    await hang();
    expect.unreachable();
  });

  test(`takes a sale after one that hangs ${how}`, async () => {
    const harness = showTill();
    await act(() => harness.advance(300));
    await act(() => sleep(200));
    await userEvent.setup().click(await screen.findByRole('button', chargeButton));
    await act(() => harness.advance(9000));
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(harness.sandbox.ledger.charges).toHaveLength(1);
  });
}
