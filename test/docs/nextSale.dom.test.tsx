import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createVirtualClock } from 'tillkit/core';
import { createSandboxPayments } from 'tillkit/sandbox';
import { expect, test } from 'vitest';

test('a sale that is approved leads to the next customer', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const { client, operations, sandbox } = createSandboxPayments({ clock });
  render(
    <PaymentsProvider client={client} operations={operations} currency="USD">
      <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={1250} />
    </PaymentsProvider>,
  );
  await act(() => clock.advance(1000)); // the terminals are loaded

  await userEvent.click(await screen.findByRole('button', { name: 'Charge $12.50 on Front counter' }));
  await act(() => clock.advance(10_000));

  expect(screen.getByRole('heading', { name: 'Approved' })).toBeDefined();
  expect(sandbox.ledger.charges).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Next customer' }));
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '');
});
