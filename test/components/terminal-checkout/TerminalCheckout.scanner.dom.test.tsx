import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { whenOver } from '../../cleanups.ts';
import { createHarness } from '../../harness.tsx';
import { showTill } from '../checkoutTill.tsx';

const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const orderNumber = () => screen.queryByRole('textbox', { name: 'Order number' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

const leaveField = () => (document.activeElement as HTMLElement).blur();

describe('digits that are typed while no field is in use', () => {
  test.each(['body', 'a button'])('are for the amount: %s has the focus', async (place) => {
    const till = await showTill({ quickAmountsCents: [500] });
    leaveField();
    if (place === 'a button') button('Order number').focus();
    await till.user.keyboard('7');
    await till.pass(100);
    expect(amountField()).toHaveFocus();
    await till.user.keyboard('5');
    expect(amountField()).toHaveValue('75');
  });

  test('are for the amount in a shadow root too, where a button has the focus', async () => {
    const { wrapper, advance } = createHarness();
    const place = document.body.appendChild(document.createElement('div'));
    whenOver(() => place.remove());
    const root = place.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    render(<TerminalCheckout defaultTerminalId="terminal-1" layout="keypad" />, { wrapper, container: root });
    const till = within(root);
    await act(() => advance(300));
    const chip = till.getByRole('button', { name: 'Order number' });
    act(() => chip.focus());
    fireEvent.keyDown(chip, { key: '7' });
    await act(() => advance(100));
    const amount = till.getByRole('textbox', { name: 'Amount' });
    expect(amount).toHaveValue('7');
    fireEvent.click(till.getByRole('button', { name: '5' }));
    expect(amount).toHaveValue('75');
    act(() => amount.blur()); // jsdom loses the focus with the shadow
  });

  test.each(['4006381333931', '12345', '12'])('are not those of a scanner that reads %s', async (code) => {
    const till = await showTill();
    leaveField();
    for (const character of code) {
      await till.user.keyboard(character);
      await till.pass(8);
    }
    await till.user.keyboard('{Enter}');
    await till.pass(2000);
    expect(amountField()).toHaveValue('');
    expect(till.sent()).toEqual([]);
  });

  test('are not those of a scanner that sends no Enter', async () => {
    const till = await showTill();
    leaveField();
    for (const character of '40063813') {
      await till.user.keyboard(character);
      await till.pass(8);
    }
    await till.pass(1000);
    expect(amountField()).toHaveValue('');
  });

  test('stay in the field that has the focus', async () => {
    const till = await showTill();
    await till.user.click(button('Order number'));
    await till.user.keyboard('7');
    await till.pass(100);
    expect(orderNumber()).toHaveValue('7');
    expect(amountField()).toHaveValue('');
  });

  test('change nothing while it is asked', async () => {
    const till = await showTill({ confirm: 'always', defaultAmountCents: 1250 });
    await till.press();
    await till.user.keyboard('7');
    await till.pass(100);
    expect(screen.getByRole('alertdialog')).toBeVisible();
    expect(amountField()).toHaveValue('12.50');
  });
});

test('the Enter of a scanner sends nothing, that of a hand does', async () => {
  const till = await showTill({ entry: 'cents' });
  for (const character of '40063813') {
    await till.user.keyboard(character);
    await till.pass(8);
  }
  await till.user.keyboard('{Enter}');
  await till.pass(1000);
  expect(amountField()).toHaveValue('400,638.13');
  expect(till.sent()).toEqual([]);
  await till.user.keyboard('{Enter}');
  await till.pass(1000);
  expect(till.sent()).toMatchObject([{ amount: 40_063_813 }]);
});
