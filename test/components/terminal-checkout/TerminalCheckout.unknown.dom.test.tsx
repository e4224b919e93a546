import { act, render, screen, waitFor, within } from '@testing-library/react';
import { TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import type { ScenarioName } from 'tillkit/sandbox';
import { answer } from '../answer.ts';
import { showTill } from '../checkoutTill.tsx';

type Till = Awaited<ReturnType<typeof showTill>>;

const amountField = () => screen.queryByRole('textbox', { name: 'Amount' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const pill = () => screen.queryByRole('button', { name: /unknown/ });
const region = () => screen.getByRole('region', { name: 'Payment status' });
const last = () => screen.queryByRole('group', { name: 'Last payment' });

/** A till whose first sale was put off. */
async function putOff(scenario: ScenarioName = 'lost-answer') {
  const till = await showTill({ defaultAmountCents: 2007 }, { scenario });
  await till.press();
  await till.pass(20_000);
  await till.user.click(button('Decide later'));
  return till;
}

/** Another one whose outcome is unknown, from elsewhere on this device. */
const elsewhere = (till: Till, amount: number, terminalId: string) =>
  act(async () => {
    till.sandbox.setScenario('lost-answer', { next: true });
    await till.operations.start('pay', { terminalId, amount, receipt: false }, { flowKey: 'other' });
    await till.advance(1000);
  });

describe('what was put off', () => {
  test('stands above the amount with its own and its terminal, and leaves the others free', async () => {
    const till = await putOff();
    expect(pill()).toHaveTextContent(/^1 unknown, \$20\.07, Front counter$/);
    expect(pill()).toHaveAttribute('aria-expanded', 'false');
    expect(pill()!.compareDocumentPosition(amountField()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(amountField()).toHaveFocus();
    await till.user.type(amountField()!, '8');
    await till.user.click(screen.getByRole('radio', { name: /^Bar/ }));
    await till.user.click(button('Charge $8.00 on Bar'));
    expect(pill()).toBeNull(); // the sale has the till
    await till.pass(500);
    expect(till.sent()).toHaveLength(2);
  });

  test('is a pill in a checkout that is opened again, as in a dialog of the host', async () => {
    const till = await putOff();
    till.unmount();
    render(<TerminalCheckout />, { wrapper: till.wrapper });
    await till.pass(500);
    expect(pill()).toHaveTextContent(/^1 unknown, \$20\.07/);
    expect(amountField()).toBeVisible();
  });

  test.each([500, 60_000])('its late result is a line in a checkout opened again after %i ms', async (ms) => {
    const till = await putOff('late-result');
    till.unmount();
    await till.pass(ms);
    render(<TerminalCheckout />, { wrapper: till.wrapper });
    await till.pass(60_000);
    await waitFor(() => expect(last()).toHaveTextContent('Approved'));
    expect(amountField()).toBeVisible();
  });

  test('several are one pill with their count and sum', async () => {
    const till = await putOff();
    await elsewhere(till, 1203, 'terminal-2');
    expect(pill()).toHaveTextContent(/^2 unknown, \$32\.10$/);
    await till.user.click(pill()!);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([expect.stringContaining('$12.03'), expect.stringContaining('$20.07')]);
    await till.user.click(within(screen.getAllByRole('listitem')[1]!).getByRole('button'));
    await till.pass(1000);
    await till.user.click(answer('receipt', 'Charged'));
    await till.user.click(button('Done'));
    expect(till.operations.list({ standing: true })).toHaveLength(1);
  });

  test('of different sorts has no sum that would mean nothing', async () => {
    const till = await putOff();
    await act(async () => {
      till.sandbox.setScenario('lost-answer', { next: true });
      await till.operations.start('closeBatch', { terminalId: 'terminal-2' });
      await till.advance(1000);
    });
    expect(pill()).toHaveTextContent(/^2 unknown$/);
  });

  test('is none where everything is known', async () => {
    await showTill({ defaultAmountCents: 1250 });
    expect(pill()).toBeNull();
  });
});

describe('the check', () => {
  test('stands in the place of the form, where nothing can be sent, and gives it back as it was', async () => {
    const till = await putOff();
    await till.user.type(amountField()!, '8.00');
    await till.user.click(pill()!);
    expect(pill()).toHaveFocus();
    expect(region()).toHaveAttribute('data-phase', 'unknown');
    expect(region()).toHaveTextContent('Front counter stays busy until then.');
    expect(amountField()).toBeNull();
    expect(screen.queryByRole('button', { name: /^Charge \$/ })).toBeNull();
    await till.user.click(button('Decide later'));
    expect(amountField()).toHaveValue('8.00');
    expect(amountField()).toHaveFocus();
    await till.user.click(pill()!);
    await till.user.click(pill()!);
    expect(amountField()).toHaveFocus();
    expect(till.sent()).toHaveLength(1);
  });

  test('an answer is shown until it is taken note of', async () => {
    const till = await putOff();
    await till.user.click(pill()!);
    await till.pass(1000);
    await till.user.click(answer('back office', 'Charged'));
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toHaveFocus();
    await till.user.click(button('Done'));
    expect(pill()).toBeNull();
    expect(last()).toBeNull();
    expect(amountField()).toHaveFocus();
    expect(till.operations.list({ standing: true })).toEqual([]);
  });

  test('ends before one’s eyes by a late result', async () => {
    const till = await putOff('late-result');
    await till.user.click(pill()!);
    await till.pass(60_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    await till.user.click(button('Done'));
    expect(amountField()).toHaveFocus();
  });

  test('gives the form back where another tab took note of it, and does not take it away for the next', async () => {
    const till = await putOff();
    await till.user.click(pill()!);
    const [{ id } = { id: '' }] = till.operations.list();
    act(() => {
      till.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
      till.operations.acknowledge(id);
    });
    expect(amountField()).toBeVisible();
    await elsewhere(till, 1203, 'terminal-2');
    expect(pill()).toHaveTextContent('1 unknown, $12.03, Bar');
    expect(amountField()).toBeVisible();
  });

  test('is not there twice where the terminal is asked for that it holds', async () => {
    const till = await putOff();
    await till.user.type(amountField()!, '8.00');
    await till.press();
    await waitFor(() => expect(region()).toHaveAttribute('data-phase', 'unknown'));
    expect(pill()).toBeNull();
    expect(till.sent()).toHaveLength(1);
  });
});

test('a late result that was not looked at is one line above the form until it is seen', async () => {
  const till = await putOff('late-result');
  await till.pass(60_000);
  expect(pill()).toBeNull();
  expect(last()).toHaveTextContent(/Approved \$20\.07 Front counter/);
  expect(last()).toHaveAttribute('data-tone', 'success');
  await till.user.click(button('OK'));
  expect(last()).toBeNull();
  expect(amountField()).toHaveFocus();
  expect(till.operations.list({ standing: true })).toEqual([]);
});
