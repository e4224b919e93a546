import { screen, within } from '@testing-library/react';
import type { TerminalOperation } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { earlier, type Refusal, showRefused } from './checkoutTill.tsx';

const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const chargeButton = () => screen.queryByRole('button', { name: /^Charge/ });
const question = () => screen.queryByRole('alertdialog');

describe('why nothing was sent', () => {
  test.each<[Partial<Refusal> & Pick<Refusal, 'code'>, string]>([
    [
      { code: 'no-journal' },
      'Nothing was sent: this device could not record the payment, so its result could be lost. Allow this site to store data, then press again.',
    ],
    [
      { code: 'not-allowed' },
      'Nothing was sent: the request is not valid. Tell whoever looks after this page.',
    ],
    [
      { code: 'invalid-request', field: 'provider' },
      'Nothing was sent: the request is not valid (provider). Tell whoever looks after this page.',
    ],
    [
      { code: 'terminal-busy', operationId: 'nobody-here-knows' },
      'Nothing was sent: Front counter is busy with a payment from another window.',
    ],
  ])('%j is seen and said at once', async (refusal, sentence) => {
    await showRefused(refusal);
    expect(await screen.findByText(sentence, { selector: '.tillkit-notice p' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(document.body).not.toHaveTextContent('In English.');
    expect(chargeButton()).toBeVisible();
    expect(amountField()).toHaveValue('12.50');
  });

  test('a press on something already on its way is no refusal', async () => {
    const { start } = await showRefused({ code: 'already-started', operationId: 'earlier' });
    expect(start).toHaveBeenCalledOnce();
    expect(screen.queryByText(/Nothing was sent/)).toBeNull();
    expect(chargeButton()).toBeVisible();
  });

  test.each([
    ['amount', 'Amount'],
    ['orderNumber', 'Order number'],
  ])('what is refused of the %s stands at its field, which gets the focus', async (field, name) => {
    await showRefused({ code: 'invalid-request', field });
    const control = screen.getByRole('textbox', { name });
    expect(control).toHaveFocus();
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription(
      /Nothing was sent: this cannot be sent as it is\. Change it\./,
    );
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
    expect(chargeButton()).toBeNull();
  });

  test.each<Partial<TerminalOperation>>([{ phase: 'complete' }, { archivedAt: 1 }])(
    'gives the button back where it is %j',
    async (patch) => {
      await showRefused(busy, {}, [{ ...holding, ...patch }]);
      expect(await screen.findByRole('region', { name: 'Payment status' })).toBeVisible();
      expect(chargeButton()).toBeVisible();
    },
  );
});

describe('the same amount again', () => {
  const asked = { code: 'needs-confirmation', operationId: 'earlier', confirmation: 'the-token' } as const;
  const ask = (patch: Partial<TerminalOperation> = {}, props: Parameters<typeof showRefused>[1] = {}) =>
    showRefused(asked, props, [earlier(patch)]);

  test.each<[Partial<TerminalOperation>, string]>([
    [{}, ' Nobody knows yet what became of it.'],
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
    expect(chargeButton()).toBeNull();
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
    await user.type(screen.getByRole('textbox', { name: 'Order number' }), '{Enter}');
    expect(start).toHaveBeenCalledOnce();
  });

  test('is not asked about any more once the amount is another', async () => {
    const { user, start } = await ask();
    await user.type(amountField(), '{Backspace}5');
    expect(question()).toBeNull();
    expect(start).toHaveBeenCalledOnce();
    expect(chargeButton()).toHaveTextContent('Charge $12.55');
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
    expect(chargeButton()).toHaveTextContent(says);
    expect(start).toHaveBeenCalledOnce();
  });

  test('keeps its question where only something else of the page changes', async () => {
    const { rerender } = await ask();
    rerender({ defaultAmountCents: 1250, orderNumber: 'H-1' });
    expect(question()).toBeVisible();
  });
});
