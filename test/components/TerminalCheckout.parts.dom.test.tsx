import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { TerminalCheckout, useTerminalCheckoutContext } from 'tillkit/parts';
import { describe, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';

const filled = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

/** A host's own arrangement. */
async function show(parts: ReactNode, props: TerminalCheckout.RootProps = filled, status?: ReactNode) {
  const harness = createHarness();
  const view = render(
    <TerminalCheckout.Root {...props}>
      <TerminalCheckout.Entry>{parts}</TerminalCheckout.Entry>
      <TerminalCheckout.Status>{status}</TerminalCheckout.Status>
    </TerminalCheckout.Root>,
    { wrapper: harness.wrapper },
  );
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const payments = () => harness.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { ...harness, ...view, pass, payments, user: userEvent.setup() };
}

const charge = () => screen.findByRole('button', { name: 'Charge $12.50 on Front counter' });

describe('parts in an order of the host', () => {
  test('take a whole sale, with one request for twenty presses', async () => {
    const checkout = await show(
      [
        <TerminalCheckout.OrderNumber key="order" />,
        <TerminalCheckout.Action key="action" />,
        <TerminalCheckout.AmountField key="amount" />,
        <TerminalCheckout.Terminal key="terminal" />,
      ],
      filled,
      <TerminalCheckout.Next>Who is next?</TerminalCheckout.Next>,
    );
    await checkout.user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    const button = await charge();
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(button);
    });
    await checkout.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(checkout.payments()).toMatchObject([{ body: { amount: 1250, orderNumber: 'A-7' } }]);
    await checkout.user.click(screen.getByRole('button', { name: 'Who is next?' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  });

  test('a handler of the host can keep the button from sending, and the form too', async () => {
    const onClick = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
    const checkout = await show(<TerminalCheckout.Charge onClick={onClick} />);
    await checkout.user.click(await charge());
    await checkout.pass(9000);
    expect(onClick).toHaveBeenCalledOnce();
    expect(checkout.payments()).toEqual([]);
  });

  test('what is left out and missing is said at the button, before and after a press', async () => {
    const checkout = await show(<TerminalCheckout.Action />, {});
    const press = () => checkout.user.click(screen.getByRole('button', { name: 'Charge' }));
    const hint = 'Choose a terminal and enter an amount.';
    expect(screen.getByRole('button', { name: 'Charge' })).toHaveAccessibleDescription(hint);
    await press();
    await press();
    expect(screen.getByRole('button', { name: 'Charge' })).toHaveAccessibleDescription(hint);
    expect(checkout.payments()).toEqual([]);
  });

  test('quick amounts are drawn by the host', async () => {
    const { user } = await show(
      [
        <TerminalCheckout.QuickAmounts key="quick">
          {(cents) => (
            <TerminalCheckout.QuickAmount key={cents} amountCents={cents}>
              {cents / 100} dollars
            </TerminalCheckout.QuickAmount>
          )}
        </TerminalCheckout.QuickAmounts>,
        <TerminalCheckout.Charge key="charge" />,
      ],
      { defaultTerminalId: 'terminal-1', quickAmountsCents: [500, 1250] },
    );
    await user.click(screen.getByRole('button', { name: '12.5 dollars' }));
    expect(screen.getByRole('button', { name: '12.5 dollars' })).toHaveAttribute('aria-pressed', 'true');
    expect(await charge()).toBeVisible();
  });

  test('the context has the integer that the button names', async () => {
    const Total = () => <output>{useTerminalCheckoutContext().sale.draft.amountCents}</output>;
    await show([<Total key="total" />, <TerminalCheckout.Charge key="charge" />]);
    await charge();
    expect(screen.getByText('1250')).toBeVisible();
  });
});

describe('what must not be pressed by habit', () => {
  test('the button alone is gone while it is asked, and nothing is sent without the question', async () => {
    const checkout = await show(
      [<TerminalCheckout.Charge key="charge" />, <TerminalCheckout.Hint key="hint" />],
      { ...filled, confirm: 'always' },
    );
    await checkout.user.click(await charge());
    await checkout.pass(9000);
    expect(screen.queryByRole('button')).toBeNull();
    expect(checkout.payments()).toEqual([]);
  });

  test('the button alone comes back with the focus when the question is taken back', async () => {
    const checkout = await show(
      [<TerminalCheckout.Question key="question" />, <TerminalCheckout.Charge key="charge" />],
      { ...filled, confirm: 'always' },
    );
    await checkout.user.click(await charge());
    expect(screen.getByRole('alertdialog', { name: 'Charge $12.50 on Front counter?' })).toBeVisible();
    await checkout.user.keyboard('{Escape}');
    expect(await charge()).toHaveFocus();
    expect(checkout.payments()).toEqual([]);
  });

  test('the button alone is gone while the operation that holds the terminal is shown', async () => {
    const checkout = await show([
      <TerminalCheckout.Charge key="charge" />,
      <TerminalCheckout.Refusal key="refusal" />,
    ]);
    const other = { terminalId: 'terminal-1', amount: 4200, receipt: false };
    await act(async () => void (await checkout.operations.start('pay', other, { flowKey: 'other' })));
    await checkout.user.click(await charge());
    await waitFor(() => expect(screen.getByRole('region', { name: 'Payment status' })).toBeVisible());
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
    expect(checkout.payments()).toHaveLength(1);
    await checkout.pass(9000);
    expect(await charge()).toBeVisible();
  });
});
