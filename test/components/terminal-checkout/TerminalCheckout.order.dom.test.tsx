import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { equalShares, sharesDue } from '../../../src/components/terminal-checkout/TerminalCheckoutOrder.tsx';
import { outcomeLoader } from '../../../src/components/terminal-checkout/useOutcomeParts.ts';
import { json } from '../../core/client/recordingClient.ts';
import { createPages } from '../../gateway/gatewayPages.ts';
import { showTill } from '../checkoutTill.tsx';

const order = { number: 'A-1', totalCents: 4261 };
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
/** The figures of the order, as they stand on the screen. */
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.tillkit-terminal-checkout-order-figures > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  );

type Pages = Awaited<ReturnType<typeof createPages>>;

/** The checkout of the order, on a page before a gateway. */
async function showBeforeGateway(prepare?: (page: ReturnType<Pages['open']>) => void) {
  await outcomeLoader.load();
  const made = await createPages();
  const page = made.open({ as: { till: 'shop' } });
  page.answer(/GET terminals/, () => json({ items: [{ terminalId: 'T2', name: 'Bar', provider: 'alpha' }] }));
  prepare?.(page);
  render(
    <PaymentsProvider client={page.client} operations={page.operations} currency="USD">
      <TerminalCheckout order={order} fields={{ terminalId: { hidden: true, value: 'T2' } }} />
    </PaymentsProvider>,
  );
  const pass = (ms: number) => act(() => made.pass(ms));
  const user = userEvent.setup();
  await pass(2000);
  return { made, pass, user };
}

test('equal parts differ by a cent at most, and what was taken is of the first of them', () => {
  expect(equalShares(4261, 3)).toEqual([1420, 1420, 1421]);
  expect(equalShares(4262, 3)).toEqual([1420, 1421, 1421]);
  const split = { people: 3, ofCents: 4261 };
  expect(sharesDue(4261, split)).toEqual([1420, 1420, 1421]);
  expect(sharesDue(4261 - 1000, split)).toEqual([420, 1420, 1421]);
  expect(sharesDue(1421, split)).toEqual([1421]);
  expect(sharesDue(0, split)).toEqual([]);
  // Another dish was ordered after it was split.
  expect(sharesDue(4261 + 900, split)).toEqual([1720, 1720, 1721]);
});

test('the due amount is filled in, and split between three people it is paid by three payments', async () => {
  const { user, press, pass, sent } = await showTill({ order });
  await pass(2000);
  await waitFor(() => expect(amountField()).toHaveValue('42.61'));
  expect(figures()).toEqual({ Total: '$42.61', Paid: '$0.00', Due: '$42.61' });
  expect(screen.getByText('Counts only what this browser took.')).toBeVisible();
  const more = () => screen.getByRole('button', { name: 'One person more' });
  await user.click(more());
  await user.click(more());
  expect(screen.getByText('3 people')).toBeVisible();
  expect(screen.getByText('$14.20, $14.20, $14.21')).toBeVisible();
  for (const [text, left] of [
    ['14.20', '$28.41'],
    ['14.20', '$14.21'],
    ['14.21', '$0.00'],
  ] as const) {
    await waitFor(() => expect(amountField()).toHaveValue(text));
    await press();
    await pass(9000);
    await user.click(await screen.findByRole('button', { name: 'Next customer' }));
    await pass(2000);
    await waitFor(() => expect(figures()).toMatchObject({ Due: left }));
  }
  expect(sent()).toMatchObject([1420, 1420, 1421].map((amount) => ({ amount, orderNumber: 'A-1' })));
  expect(screen.getByText('This order is paid.')).toBeVisible();
  expect(amountField()).toHaveValue('');
});

test('an order whose payment is not known yet is not called paid', async () => {
  // The answer to amounts that end so gets lost.
  const { user, press, pass } = await showTill({ order: { number: 'A-4', totalCents: 1003 } });
  await pass(2000);
  await press();
  await pass(20_000);
  await user.click(await screen.findByRole('button', { name: 'Decide later' }));
  await pass(2000);
  await waitFor(() => expect(figures()).toMatchObject({ Paid: '$0.00', Due: '$0.00' }));
  expect(screen.queryByText('This order is paid.')).toBeNull();
});

test('after a partial approval the rest is what is due next', async () => {
  // The sandbox approves a part of amounts that end so.
  const { user, press, pass } = await showTill({ order: { number: 'A-2', totalCents: 1031 } });
  await pass(2000);
  await waitFor(() => expect(amountField()).toHaveValue('10.31'));
  await press();
  await pass(9000);
  const rest = await screen.findByRole('button', { name: /^Charge the other/ });
  await user.click(rest);
  await pass(2000);
  const { Due } = figures();
  expect(`$${(amountField() as HTMLInputElement).value}`).toBe(Due);
});

test('more than is due asks first, and a no sends nothing', async () => {
  const { user, press, pass, sent } = await showTill({ order });
  await pass(2000);
  await waitFor(() => expect(amountField()).toHaveValue('42.61'));
  await user.tripleClick(amountField());
  await user.keyboard('42.70');
  await press();
  const question = await screen.findByRole('alertdialog', { name: 'Take more than is due?' });
  expect(question).toHaveAccessibleDescription('Only $42.61 of this order is due.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await press();
  await user.click(await screen.findByRole('button', { name: 'Yes, charge $42.70' }));
  await pass(500);
  expect(sent()).toMatchObject([{ amount: 4270 }]);
});

test('before a gateway what other tills take changes what is due, and one yes is enough', async () => {
  const { made, pass, user } = await showBeforeGateway();
  const { pay, operations } = made.open({ as: { till: 'shop' } });
  await waitFor(() => expect(amountField()).toHaveValue('42.61'));
  await pay({ amount: 1000, orderNumber: 'A-1' }, { orderTotalCents: 4261 });
  await pass(3000);
  await waitFor(() => expect(amountField()).toHaveValue('32.61'));
  expect(figures()).toEqual({
    Total: '$42.61',
    Paid: '$0.00',
    'Held, or not known yet': '$10.00',
    Due: '$32.61',
  });
  const leg = { id: '0'.repeat(16), name: 'cash', cents: 2000 };
  await made.settled(operations.record.recordLeg({ ...order, currency: 'USD' }, leg));
  await pass(3000);
  await waitFor(() => expect(amountField()).toHaveValue('12.61'));
  await user.tripleClick(amountField());
  await user.keyboard('15.00');
  await user.click(screen.getByRole('button', { name: /^Charge/ }));
  await user.click(await screen.findByRole('button', { name: 'Yes, charge $15.00' }));
  await pass(1000);
  expect(made.posted.map(({ body }) => body['amount'])).toEqual([1000, 1500]);
});

test('if what is due cannot be read, the question before more than the total says so, and no figure', async () => {
  const { pass, user } = await showBeforeGateway((page) =>
    page.answer(/GET orders/, () => json({}, { status: 503 })),
  );
  await user.click(amountField());
  await user.keyboard('50.00');
  await user.click(screen.getByRole('button', { name: /^Charge/ }));
  await pass(1000);
  await user.click(await screen.findByRole('button', { name: 'Back to this sale' }));
  await user.click(screen.getByRole('button', { name: /^Charge/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Take more than is due?' });
  expect(question).toHaveAccessibleDescription('What is due cannot be read at the moment.');
});

describe('once the host names another order', () => {
  const next = { order: { number: 'B-1', totalCents: 9000 } };

  test('what is due of the one before does not stay as its amount', async () => {
    const { rerender, pass } = await showTill({ order });
    await pass(2000);
    await waitFor(() => expect(amountField()).toHaveValue('42.61'));
    rerender(next);
    expect(amountField()).toHaveValue('');
    await pass(2000);
    await waitFor(() => expect(amountField()).toHaveValue('90.00'));
  });

  // The sandbox declines the one amount, and approves a part of the other.
  test.each([
    [1001, 'Try again'],
    [1031, 'Charge the other'],
  ])('a part of the one before (%i) is not continued as a part of it', async (totalCents, continued) => {
    const { rerender, pass, press, user } = await showTill({ order: { number: 'A-2', totalCents } });
    const button = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) });
    await pass(2000);
    await press();
    await pass(30_000);
    expect(button(continued)).toBeVisible();
    rerender(next);
    await pass(2000);
    expect(button(continued)).toBeNull();
    const back = button('Back to this sale') ?? button('Next customer');
    await user.click(back!);
    await pass(2000);
    await waitFor(() => expect(amountField()).toHaveValue('90.00'));
  });
});
