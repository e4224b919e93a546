import { screen, waitFor, within } from '@testing-library/react';
import type { TerminalCheckoutProps } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../setup.dom.ts';
import { earlier, showRefused, showTill, type Refusal } from '../checkoutTill.tsx';
import type { TerminalOperation } from 'tillkit/core';

const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const chargeButton = () => screen.getByRole('button', { name: /^(Charge|Authorize)/ });
const status = () => screen.findByRole('region', { name: 'Payment status' });
const buttons = () =>
  within(screen.getByRole('region', { name: 'Payment status' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('a question that goes because the draft changes', () => {
  const asked = { code: 'needs-confirmation', operationId: 'earlier', confirmation: 'the-token' } as const;

  test.each([
    ['of the host', () => showTill({ confirm: 'always', defaultAmountCents: 1250 })],
    ['of the core', () => showRefused(asked, {}, [earlier()])],
  ])('leaves the keys to the field that is typed in: one %s', async (_, arrange) => {
    const { user, press } = await arrange();
    if (!screen.queryByRole('alertdialog')) await press();
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    await user.tripleClick(amountField());
    await user.keyboard('99');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(amountField()).toHaveValue('99');
    expect(amountField()).toHaveFocus();
  });

  test('asks in the words of what it holds on the card', async () => {
    const { press } = await showTill({ kind: 'preAuth', confirm: 'always', defaultAmountCents: 8000 });
    await press();
    const question = screen.getByRole('alertdialog', { name: 'Authorize $80.00 on Front counter?' });
    expect(question).toHaveAccessibleDescription('Front counter asks for the card as soon as you say yes.');
    expect(within(question).getByRole('button', { name: 'Yes, authorize $80.00' })).toBeVisible();
  });
});

describe('what can be done after the outcome', () => {
  // The sandbox ends a payment by the last digits of its amount.
  test.each([
    ['complete', 1250, ['Copy reference', 'Next customer']],
    ['failed', 1201, ['Copy reference', 'Back to this sale', 'Next customer', 'Try again, $12.01']],
  ])('%s', async (phase, defaultAmountCents, offered) => {
    const { press, pass } = await showTill({ defaultAmountCents });
    await press();
    const region = await status();
    expect(screen.queryByRole('button', { name: /Next customer|Back|Decide/ })).toBeNull();
    await pass(9000);
    await waitFor(() => expect(region).toHaveAttribute('data-phase', phase));
    expect(buttons().filter(Boolean)).toEqual(offered.slice(1));
  });

  test('rejected: the same sale again, or the next', async () => {
    const { press, pass, sandbox } = await showTill({ defaultAmountCents: 1250 });
    sandbox.setScenario('rate-limited', { operation: 'pay' });
    await press();
    const region = await status();
    await pass(500);
    await waitFor(() => expect(region).toHaveAttribute('data-phase', 'rejected'));
    expect(buttons().filter(Boolean)).toEqual(['Back to this sale', 'Next customer']);
  });

  test('unknown: nothing where "Charge" was, and what deciding later means', async () => {
    const { press, pass } = await showTill({ defaultAmountCents: 1203 });
    await press();
    const region = await status();
    await pass(500);
    await waitFor(() => expect(region).toHaveAttribute('data-phase', 'unknown'));
    expect(new Set(buttons().filter(Boolean))).toEqual(new Set(['Charged', 'Not charged', 'Decide later']));
    expect(region).toHaveTextContent('Front counter stays busy until then.');
  });
});

describe('the form that comes back', () => {
  test.each([
    ['hidden', { hidden: true, value: 500 }, chargeButton],
    ['read-only', { readOnly: true, value: 500 }, amountField],
  ])('has the focus where one goes on, with an amount that is %s', async (_, amount, hasFocus) => {
    const { press, pass, user } = await showTill({ fields: { amount } });
    await press();
    await pass(9000);
    await user.click(await screen.findByRole('button', { name: 'Next customer' }));
    expect(hasFocus()).toHaveFocus();
    expect(chargeButton()).toHaveTextContent('Charge $5.00 on Front counter');
  });

  test('comes back although the host throws, who is called after it', async () => {
    allowConsole(/The host’s own/);
    const onNextCustomer = vi.fn(() => {
      throw new Error('The host’s own.');
    });
    const { press, pass, user } = await showTill({ defaultAmountCents: 1250, onNextCustomer });
    await press();
    await pass(9000);
    await user.click(await screen.findByRole('button', { name: 'Next customer' }));
    expect(amountField()).toHaveValue('');
    expect(onNextCustomer).toHaveBeenCalledOnce();
  });

  test('"Back to this sale" is no next customer', async () => {
    const onNextCustomer = vi.fn();
    const { press, pass, user } = await showTill({ defaultAmountCents: 1201, onNextCustomer });
    await user.click(screen.getByRole('button', { name: 'Order number' }));
    await user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    await press();
    await pass(9000);
    await user.click(await screen.findByRole('button', { name: 'Back to this sale' }));
    expect(onNextCustomer).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('A-7');
    expect(amountField()).toHaveFocus();
  });
});

describe('what is sent beside what is shown', () => {
  test('the provider of the terminal, by which the core chooses the way', async () => {
    const { start } = await showRefused({ code: 'not-allowed' }, { defaultTerminalId: 'terminal-2' });
    expect(start.mock.lastCall?.[1]).toMatchObject({ terminalId: 'terminal-2', provider: 'beta' });
  });

  test('of a terminal that no list has, its id', async () => {
    const { press, sent } = await showTill({ defaultTerminalId: 'terminal-77', defaultAmountCents: 500 });
    expect(chargeButton()).toHaveTextContent('Charge $5.00 on terminal-77');
    await press();
    await status();
    expect(sent()).toMatchObject([{ terminalId: 'terminal-77', amount: 500 }]);
  });
});

describe('custom values', () => {
  const customFields: TerminalCheckoutProps['customFields'] = [
    { key: 'count', label: 'Guests', type: 'number', required: true },
    { key: 'day', label: 'Day', type: 'date' },
    {
      key: 'shift',
      label: 'Shift',
      type: 'choice',
      required: true,
      choices: [{ value: 'am', label: 'Morning' }],
    },
    { key: 'room', label: 'Room', type: 'choice' },
  ];

  test('have a control of their type, and are asked for in their order', async () => {
    const { press, user, sent } = await showTill({ defaultAmountCents: 500, customFields });
    const guests = screen.getByRole('textbox', { name: 'Guests' });
    expect(guests).toHaveAttribute('inputmode', 'decimal');
    expect(screen.getByLabelText('Day')).toHaveAttribute('type', 'date');
    expect(screen.getByRole('textbox', { name: 'Guests' })).toBeRequired();
    expect(screen.getByRole('combobox', { name: 'Room' })).toHaveDisplayValue('Choose…');
    await press();
    expect(guests).toHaveFocus();
    await user.keyboard('4');
    await press();
    const shift = screen.getByRole('combobox', { name: 'Shift' });
    expect(shift).toHaveFocus();
    expect(shift).toHaveAccessibleDescription('This is needed.');
    await user.selectOptions(shift, 'Morning');
    await press();
    await status();
    expect(sent()).toMatchObject([
      {
        customValues: [
          { key: 'count', label: 'Guests', value: '4' },
          { key: 'shift', label: 'Shift', value: 'am', valueLabel: 'Morning' },
        ],
      },
    ]);
  });

  test('of the host are shown and cannot be changed, or are not shown', async () => {
    const value = [
      { key: 'count', value: '4' },
      { key: 'shift', value: 'am' },
    ];
    const { rerender } = await showTill({
      customFields,
      fields: { customValues: { readOnly: true, value } },
    });
    expect(screen.getByRole('textbox', { name: 'Guests' })).toHaveAttribute('readonly');
    expect(screen.getByRole('textbox', { name: 'Guests' })).toHaveValue('4');
    expect(screen.getByRole('combobox', { name: 'Shift' })).toBeDisabled();
    rerender({ customFields, fields: { customValues: { hidden: true, value } } });
    expect(screen.queryByRole('group', { name: 'Details' })).toBeNull();
  });
});

describe('the fields', () => {
  test('are offered nothing of earlier customers by the browser', async () => {
    const { user } = await showTill({ customFields: [{ key: 'table', label: 'Table' }] });
    for (const name of ['Order number', 'Details', 'Receipt'])
      await user.click(screen.getByRole('button', { name }));
    for (const name of ['Amount', 'Order number', 'Table', 'Email', 'Phone'])
      expect(screen.getByRole('textbox', { name })).toHaveAttribute('autocomplete', 'off');
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email');
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('type', 'tel');
    expect(screen.getByRole('form', { name: 'New payment' })).toHaveAttribute('novalidate');
  });

  test('the button says what is missing until it is said at the fields', async () => {
    const { press, user } = await showTill();
    expect(chargeButton()).toHaveAccessibleDescription('Still missing: amount.');
    await press();
    expect(chargeButton()).not.toHaveAccessibleDescription();
    expect(amountField()).toHaveAccessibleDescription('USD Enter an amount.');
    await user.keyboard('5');
    expect(amountField()).toBeValid();
    expect(chargeButton()).toHaveTextContent('Charge $5.00 on Front counter');
  });

  test('whether a receipt is wanted is part of the form, and its addresses only then', async () => {
    const { user, rerender } = await showTill();
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    const receipt = screen.getByRole('checkbox', { name: 'Send a receipt' });
    expect(receipt).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await user.click(receipt);
    expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
    rerender({ fields: { receipt: { hidden: true, value: true }, phone: { hidden: true } } });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull();
  });
});

const maybeChargeButton = () => screen.queryByRole('button', { name: /^Charge\b/ });
const question = () => screen.queryByRole('alertdialog');

describe('why nothing was sent', () => {
  test.each<[Partial<Refusal> & Pick<Refusal, 'code'>, string]>([
    [
      { code: 'no-journal' },
      'Nothing was sent: this device could not record the payment, so its result could be lost. Allow this site to store data, then press again.',
    ],
    [
      { code: 'no-journal', isTooSlow: true },
      'Nothing was sent: this device was too slow to record the payment. Press again.',
    ],
    [
      { code: 'unreachable' },
      'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again. If it must be now, take the payment another way.',
    ],
    [
      { code: 'not-allowed' },
      'Nothing was sent: an entry is not valid. Tell the person who looks after this page.',
    ],
    [
      { code: 'invalid-request', field: 'provider' },
      'Nothing was sent: an entry is not valid (provider). Tell the person who looks after this page.',
    ],
    [
      { code: 'terminal-busy', operationId: 'unknown-here' },
      'Nothing was sent: Front counter is busy with a payment from another window.',
    ],
  ])('%j is seen and said at once', async (refusal, sentence) => {
    await showRefused(refusal);
    expect(await screen.findByText(sentence, { selector: '.tillkit-notice p' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(document.body).not.toHaveTextContent('In English.');
    expect(maybeChargeButton()).toBeVisible();
    expect(amountField()).toHaveValue('12.50');
  });

  test('a press on something already on its way is no refusal', async () => {
    const { start } = await showRefused({ code: 'already-started', operationId: 'earlier' });
    expect(start).toHaveBeenCalledOnce();
    expect(screen.queryByText(/Nothing was sent/)).toBeNull();
    expect(maybeChargeButton()).toBeVisible();
  });

  test.each([
    ['amount', 'Amount'],
    ['orderNumber', 'Order number'],
  ])('what is refused of the %s stands at its field, which gets the focus', async (field, name) => {
    await showRefused({ code: 'invalid-request', field });
    const control = screen.getByRole('textbox', { name });
    expect(control).toHaveFocus();
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription(/Nothing was sent: change this first\./);
    expect(screen.queryByText(/Tell whoever/)).toBeNull();
  });

  test('of a field that the host hides it stands below, with its name', async () => {
    await showRefused(
      { code: 'invalid-request', field: 'orderNumber' },
      { fields: { orderNumber: { hidden: true, value: 'H-1' } } },
    );
    expect(
      await screen.findByText(/is not valid \(orderNumber\)/, { selector: '.tillkit-notice p' }),
    ).toBeVisible();
  });

  test('it goes when the draft changes', async () => {
    const { user } = await showRefused({ code: 'invalid-request', field: 'amount' });
    await user.type(amountField(), '{Backspace}');
    expect(amountField()).toBeValid();
  });
});

describe('a terminal that is busy with something this page knows', () => {
  const holding: TerminalOperation = earlier({ terminalId: 'terminal-1', amountCents: 4200 });
  const busy = { code: 'terminal-busy', operationId: 'earlier' } as const;

  test('shows that in place of the button, as long as it is open', async () => {
    await showRefused(busy, {}, [holding]);
    expect(
      await screen.findByText(/^Nothing was sent: .* is busy with this payment\.$/, { selector: 'p' }),
    ).toBeVisible();
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveTextContent('$42.00');
    expect(maybeChargeButton()).toBeNull();
  });

  test.each<Partial<TerminalOperation>>([{ phase: 'complete' }, { archivedAt: 1 }])(
    'gives the button back where it is %j',
    async (patch) => {
      await showRefused(busy, {}, [{ ...holding, ...patch }]);
      expect(await screen.findByRole('region', { name: 'Payment status' })).toBeVisible();
      expect(maybeChargeButton()).toBeVisible();
    },
  );
});

describe('the same amount again', () => {
  const asked = { code: 'needs-confirmation', operationId: 'earlier', confirmation: 'the-token' } as const;
  const ask = (patch: Partial<TerminalOperation> = {}, props: Parameters<typeof showRefused>[1] = {}) =>
    showRefused(asked, props, [earlier(patch)]);

  test.each<[Partial<TerminalOperation>, string]>([
    [{}, ' It is not known yet what became of it.'],
    [{ phase: 'complete' }, ' That payment went through.'],
    [{ phase: 'rejected' }, ' The service refused that one.'],
    [{ phase: 'failed' }, ' That payment was not completed.'],
    [{ phase: 'partial' }, ' Part of it was approved.'],
    [
      { phase: 'resolved', resolution: { charged: true, basis: 'receipt' } },
      ' A person recorded it as charged.',
    ],
    [
      { phase: 'resolved', resolution: { charged: false, basis: 'receipt' } },
      ' A person recorded it as not charged.',
    ],
    [{ phase: 'waiting' }, ''],
  ])('%j says when and where it was sent first%s', async (patch, end) => {
    await ask(patch);
    expect(question()).toHaveAccessibleName('Charge the same amount again?');
    expect(question()).toHaveAccessibleDescription(`$12.50 was sent to Bar at 9:05 AM.${end}`);
    expect(within(question()!).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(maybeChargeButton()).toBeNull();
  });

  test('is sent with the core’s own word for this very question, and not without a yes', async () => {
    const { user, start } = await ask();
    expect(start).toHaveBeenCalledOnce();
    expect(start.mock.lastCall?.[2]).toMatchObject({ confirmed: undefined });
    await user.click(screen.getByRole('button', { name: 'Yes, charge $12.50 again' }));
    expect(start).toHaveBeenCalledTimes(2);
    expect(start.mock.lastCall?.[1]).toMatchObject({ terminalId: 'terminal-1', amount: 1250 });
    expect(start.mock.lastCall?.[2]).toMatchObject({ confirmed: 'the-token' });
  });

  test('is not sent by Enter in a field while it is asked', async () => {
    const { user, start } = await ask();
    await user.click(screen.getByRole('button', { name: 'Order number' }));
    await user.type(screen.getByRole('textbox', { name: 'Order number' }), '{Enter}');
    expect(start).toHaveBeenCalledOnce();
  });

  test('is not asked about any more once the amount is another', async () => {
    const { user, start } = await ask();
    await user.type(amountField(), '{Backspace}5');
    expect(question()).toBeNull();
    expect(start).toHaveBeenCalledOnce();
    expect(maybeChargeButton()).toHaveTextContent('Charge $12.55');
  });

  test.each([
    ['amount', { amount: { hidden: true, value: 1250 } }, { amount: { hidden: true, value: 900 } }, '$9.00'],
    [
      'terminal',
      { terminalId: { hidden: true, value: 'terminal-1' } },
      { terminalId: { hidden: true, value: 'terminal-3' } },
      'Terrace',
    ],
  ])('F62: nor once the host’s own %s is another', async (_, before, after, says) => {
    const { rerender, start } = await ask({}, { fields: before });
    expect(question()).toBeVisible();
    rerender({ defaultAmountCents: 1250, fields: after });
    expect(question()).toBeNull();
    expect(maybeChargeButton()).toHaveTextContent(says);
    expect(start).toHaveBeenCalledOnce();
  });

  test('keeps its question where only something else of the page changes', async () => {
    const { rerender } = await ask();
    rerender({ defaultAmountCents: 1250, orderNumber: 'H-1' });
    expect(question()).toBeVisible();
  });
});

test('what is pasted is sent as one sees it: invisible marks around an order number make no other order', async () => {
  const till = await showTill({
    fields: { orderNumber: { value: 'A-7' }, receipt: { value: true }, phone: {} },
    customFields: [{ key: 'table', label: 'Table', type: 'number', required: true }],
    defaultAmountCents: 1250,
  });
  await till.user.click(screen.getByRole('textbox', { name: 'Table' }));
  await till.user.paste('\u200b12\u200e');
  await till.user.click(screen.getByRole('textbox', { name: 'Phone' }));
  await till.user.paste('\u202a+1 555 010 0200\u202c'); // as a phone's contacts copy it
  await till.press();
  await till.pass(30_000);
  await till.user.click(screen.getByRole('button', { name: 'Next customer' }));
  await till.user.type(amountField(), '12.50');
  await till.user.type(screen.getByRole('textbox', { name: 'Table' }), '12');
  await till.user.click(screen.getByRole('textbox', { name: 'Order number' }));
  await till.user.paste('\u2068A-7\u2069\u200b');
  await till.user.click(screen.getByRole('checkbox', { name: 'Send a receipt' }));
  await till.press();
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(till.sent()).toMatchObject([
    { orderNumber: 'A-7', phone: '+1 555 010 0200', customValues: [{ key: 'table', value: '12' }] },
  ]);
});
