import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import { paymentsKeys } from 'tillkit/core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { json } from '../../core/client/recordingClient.ts';
import { createPages } from '../../gateway/gatewayPages.ts';
import { showTill } from '../checkoutTill.tsx';

type Till = Awaited<ReturnType<typeof showTill>>;

const chip = (name: RegExp) => screen.getByRole('radio', { name });
const charge = () => screen.getByRole('button', { name: /^Charge/ });
const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const isPrimary = () => charge().dataset['variant'] === 'primary';

/** Another till of this browser sells on a terminal. */
const sellOn = (till: Till, terminalId: string, amount = 4200) =>
  act(async () => {
    await till.operations.start('pay', { terminalId, amount, receipt: false }, { flowKey: 'other' });
    await till.advance(200);
  });

const shop = (down = '') =>
  ['Front', 'Bar', 'Terrace'].map((name) => ({
    id: name.toLowerCase(),
    name,
    provider: 'alpha' as const,
    status: name === down ? 'offline' : 'online',
  }));

beforeEach(() => localStorage.clear());

describe('a chosen terminal that is not free', () => {
  test('is said before an amount is typed, and Charge is not the blue button until it is free', async () => {
    const till = await showTill();
    expect(isPrimary()).toBe(true);
    await sellOn(till, 'terminal-1');
    expect(chip(/^Front counter/)).toHaveAccessibleName('Front counter Busy');
    expect(isPrimary()).toBe(false);
    expect(charge()).toBeEnabled();
    expect(charge()).toHaveAccessibleDescription(
      'Still missing: amount. Front counter is busy with another payment.',
    );
    expect(screen.getAllByText(/is busy with another payment/, { selector: 'p' })).toHaveLength(1);
    await till.user.click(chip(/^Bar/));
    expect(isPrimary()).toBe(true);
    await till.user.click(chip(/^Front counter/));
    await till.pass(20_000);
    expect(isPrimary()).toBe(true);
  });

  test('is refused where it is pressed all the same, as before', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    await sellOn(till, 'terminal-1');
    await till.press();
    expect(till.sent()).toHaveLength(1);
    const sentence = 'Nothing was sent: Front counter is busy with this payment.';
    expect(await screen.findByText(sentence, { selector: 'p' })).toBeVisible();
  });

  test('is said where it is not known how its last payment ended', async () => {
    const till = await showTill();
    await sellOn(till, 'terminal-1', 1203);
    expect(isPrimary()).toBe(false);
    expect(charge()).toHaveAccessibleDescription(
      /It is not known yet how the last payment on Front counter ended/,
    );
  });

  test('is not replaced for the next sale where it is lost meanwhile', async () => {
    const queryClient = new QueryClient();
    const till = await showTill(
      { defaultTerminalId: 'front', defaultAmountCents: 1250 },
      { terminals: shop(), provider: { queryClient } },
    );
    await till.press();
    till.answerWith(async (response, request) => {
      const text = await response.text();
      const isList = request.url.includes('terminals');
      return new Response(isList ? text.replace('online', 'offline') : text, response);
    });
    await till.pass(40_000);
    void queryClient.invalidateQueries({ queryKey: paymentsKeys.all }); // as after half a minute
    await till.user.click(screen.getByRole('button', { name: 'Next customer' }));
    await till.pass(200);
    expect(await screen.findByText(/^Front cannot be reached/, { selector: 'p' })).toBeVisible();
    expect(chip(/^Front/)).toBeChecked();
    expect(isPrimary()).toBe(false);
  });

  test('is not chosen by memory where it is not reachable, and nothing can be sent until a person chooses', async () => {
    const first = await showTill({ defaultTerminalId: null }, { terminals: shop() });
    await first.user.click(chip(/^Bar/));
    first.unmount();
    const till = await showTill(
      { defaultTerminalId: null, defaultAmountCents: 1250 },
      { terminals: shop('Bar') },
    );
    expect(isPrimary()).toBe(false);
    await till.press();
    expect(till.sent()).toEqual([]);
    expect(screen.getByRole('radiogroup', { name: 'Terminal' })).toBeInvalid();
    await till.user.click(chip(/^Terrace/));
    expect(isPrimary()).toBe(true);
    await till.press();
    expect(till.sent()).toMatchObject([{ terminalId: 'terrace' }]);
  });
});

describe('keys on the chips', () => {
  test('choose, and never charge', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    act(() => chip(/^Front counter/).focus());
    await till.user.keyboard('{ArrowRight}{Enter} {Enter}');
    await till.pass(1000);
    expect(chip(/^Bar/)).toBeChecked();
    expect(till.sent()).toEqual([]);
  });

  test('that are digits are for the amount', async () => {
    const till = await showTill();
    await till.user.click(chip(/^Bar/));
    await till.user.keyboard('7');
    await till.pass(100);
    expect(amountField()).toHaveValue('7');
    expect(amountField()).toHaveFocus();
  });

  test('that are digits are for the amount while a whole component has the focus, too', async () => {
    const till = await showTill();
    const list = document.body.appendChild(document.createElement('section'));
    onTestFinished(() => list.remove());
    list.dataset['tillkit'] = 'transaction-list';
    list.tabIndex = -1;
    act(() => list.focus());
    await till.pass(1000);
    await till.user.keyboard('7');
    await till.pass(100);
    expect(amountField()).toHaveValue('7');
  });
});

describe('terminals', () => {
  test('lock: a fact, and where it is sent, whatever is remembered or given besides', async () => {
    const till = await showTill({ terminals: { lock: 'terminal-2' }, defaultAmountCents: 1250 });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('group', { name: 'Terminal' })).toHaveTextContent('Bar Free');
    await till.press();
    expect(till.sent()).toMatchObject([{ terminalId: 'terminal-2' }]);
  });

  test('lock: holds at once where the host changes it', async () => {
    const till = await showTill({ terminals: { lock: 'terminal-2' }, defaultAmountCents: 1250 });
    till.rerender({ terminals: { lock: 'terminal-3' } });
    expect(charge()).toHaveTextContent('Charge $12.50 on Terrace');
  });

  test('allow: one that is allowed alone is chosen, and a fact', async () => {
    const till = await showTill({
      defaultTerminalId: null,
      terminals: { allow: ['terminal-3'] },
      defaultAmountCents: 1250,
    });
    await waitFor(() => expect(charge()).toHaveTextContent('Charge $12.50 on Terrace'));
    expect(screen.queryByRole('radio')).toBeNull();
    await till.press();
    expect(till.sent()).toMatchObject([{ terminalId: 'terminal-3' }]);
  });

  test('default: is chosen where none is remembered', async () => {
    await showTill({ defaultTerminalId: null, terminals: { default: 'terminal-2' } });
    await waitFor(() => expect(chip(/^Bar/)).toBeChecked());
  });

  test('layout: a combobox, where the button says what is in its way', async () => {
    const till = await showTill({ terminals: { layout: 'field' }, defaultAmountCents: 1250 });
    expect(screen.getByRole('combobox', { name: 'Terminal' })).toHaveValue('Front counter');
    expect(screen.queryByRole('radio')).toBeNull();
    await sellOn(till, 'terminal-1');
    expect(charge()).toHaveAccessibleDescription('Front counter is busy with another payment.');
    expect(isPrimary()).toBe(false);
  });

  test('of ten the free ones are one press away', async () => {
    const till = await showTill({ defaultAmountCents: 1250 }, { terminals: 10 });
    await sellOn(till, 'terminal-1');
    const free = within(screen.getByRole('group', { name: 'Free now' }));
    await till.user.click(free.getByRole('button', { name: 'Bar' }));
    expect(charge()).toHaveTextContent('Charge $12.50 on Bar');
    expect(till.sent()).toHaveLength(1);
  });
});

test('terminals on which other tills sell are shown as the gateway’s record has them, live', async () => {
  const made = await createPages();
  const page = made.open({ as: { till: 'till-1', sees: 'all' } });
  page.answer(/GET terminals/, () => json({ items: shop(), total: 3, page: 1, limit: 100 }));
  render(
    <PaymentsProvider client={page.client} operations={page.operations} currency="USD">
      <TerminalCheckout defaultTerminalId="bar" />
    </PaymentsProvider>,
  );
  const pass = (ms: number) => act(() => made.pass(ms));
  const other = made.open({ as: { till: 'till-2' } });
  await other.pay({ terminalId: 'bar' });
  await pass(2000);
  await waitFor(() => expect(chip(/^Bar/)).toHaveAccessibleName('Bar Busy'));
  expect(isPrimary()).toBe(false);
  made.results.set('one M-1', { status: 'timeout' });
  await pass(10_000);
  await waitFor(() => expect(chip(/^Bar/)).toHaveAccessibleName('Bar Not known yet'));
  made.results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(60_000);
  await waitFor(() => expect(chip(/^Bar/)).toHaveAccessibleName('Bar Free'));
  expect(isPrimary()).toBe(true);
});
