import { act, render, screen, within } from '@testing-library/react';
import { type TerminalCheckoutProps, OpenOperations, TransactionActions } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { allowedOperations, type PaymentsEvent, type Phase, transactionOf } from 'tillkit/core';
import { type HarnessOptions } from '../harness.tsx';
import { showTill } from './checkoutTill.tsx';
import { showOperation } from './shownOperation.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

const amountField = () => screen.getByRole('textbox', { name: 'Amount' });

/** Of a sale of $12.50 eight are approved. */
async function sellPartly(props: TerminalCheckoutProps = {}, options: HarnessOptions = {}) {
  const till = await showTill({ defaultAmountCents: 1250, ...props }, options);
  till.sandbox.setScenario('partly-approved', { next: true });
  await till.press();
  await till.pass(30_000);
  return till;
}

describe('F31: a sale that was approved in part', () => {
  test('says how much of what, and what is still due, and is told as that', async () => {
    const onPaymentPartial = vi.fn<NonNullable<TerminalCheckoutProps['onPaymentPartial']>>();
    const onPaymentComplete = vi.fn<NonNullable<TerminalCheckoutProps['onPaymentComplete']>>();
    const till = await sellPartly({ onPaymentPartial, onPaymentComplete });
    expect(await heading('Partly approved')).toBeVisible();
    expect(screen.getByText('$4.50 is still due.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^\$8\.00 of \$12\.50 approved\. \$4\.50 is still due$/,
    );
    expect(onPaymentPartial).toHaveBeenCalledOnce();
    expect(onPaymentPartial.mock.lastCall?.[0]).toMatchObject({ amountCents: 1250, confirmedCents: 800 });
    expect(onPaymentComplete).not.toHaveBeenCalled();
    expect(till.sandbox.ledger.charges).toMatchObject([{ amount: 800 }]);
  });

  test('leads to the form with the rest, and sends nothing by itself', async () => {
    const till = await sellPartly();
    await till.user.click(button('Charge the other $4.50'));
    expect(amountField()).toHaveValue('4.50');
    expect(amountField()).toHaveFocus();
    await till.pass(30_000);
    expect(till.sent()).toHaveLength(1);
    expect(till.operations.list({ standing: true })).toEqual([]);
    await till.press();
    await till.pass(30_000);
    expect(till.sent()).toMatchObject([{ amount: 1250 }, { amount: 450, terminalId: 'terminal-1' }]);
    expect(await heading('Approved')).toBeVisible();
  });

  test('keeps its order number for the rest', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    await till.user.click(screen.getByRole('button', { name: 'Order number' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    till.sandbox.setScenario('partly-approved', { next: true });
    await till.press();
    await till.pass(30_000);
    await till.user.click(button('Charge the other $4.50'));
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('A-7');
  });

  test('can be voided: then that stands in its place, and leads back to the whole sale', async () => {
    const till = await sellPartly();
    expect(screen.queryByRole('button', { name: 'Back to this sale' })).toBeNull();
    await till.user.click(button('Give back $8.00'));
    await till.user.click(button('Yes, give back $8.00'));
    expect(screen.queryByRole('button', { name: /^Charge the other/ })).toBeNull();
    await till.pass(30_000);
    expect(await heading('Voided')).toBeVisible();
    expect(screen.queryByText('$4.50 is still due.')).toBeNull();
    expect(screen.getAllByRole('region', { name: 'Payment status' })).toHaveLength(1);
    await till.user.click(button('Back to this sale'));
    expect(amountField()).toHaveValue('12.50');
    expect(till.operations.list({ standing: true })).toEqual([]);
    expect(till.sent()).toHaveLength(1);
  });

  test('stands again where the void was not made', async () => {
    const till = await sellPartly();
    till.sandbox.setScenario('declined', { next: true });
    await till.user.click(button('Give back $8.00'));
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(30_000);
    expect(await heading('Not completed')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Partly approved' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Back to this sale' })).toBeNull();
    expect(button('Charge the other $4.50')).toBeVisible();
  });

  test('can be refunded where it was too late for that: then the sale is over, too', async () => {
    const till = await sellPartly();
    await act(async () => void (await till.operations.start('closeBatch', { terminalId: 'terminal-1' })));
    await till.pass(5000);
    await till.user.click(button('Give back $8.00'));
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(1000);
    expect(await heading('Not accepted')).toBeVisible();
    expect(button('Charge the other $4.50')).toBeVisible();
    await till.user.click(button('Refund $8.00 instead'));
    expect(button('Go back')).toHaveFocus();
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(30_000);
    expect(await heading('Refunded')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Charge the other|instead$/ })).toBeNull();
    await till.user.click(button('Back to this sale'));
    expect(amountField()).toHaveValue('12.50');
    const back = till.sandbox.ledger.requests.map(({ operation }) => operation);
    expect(back.filter((operation) => operation === 'void' || operation === 'refund')).toEqual([
      'void',
      'refund',
    ]);
  });

  test('is not given back by a refund that was itself approved in part', async () => {
    const till = await sellPartly();
    await act(async () => void (await till.operations.start('closeBatch', { terminalId: 'terminal-1' })));
    await till.pass(5000);
    await till.user.click(button('Give back $8.00'));
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(1000);
    till.sandbox.setScenario('partly-approved', { next: true });
    await till.user.click(await screen.findByRole('button', { name: 'Refund $8.00 instead' }));
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(30_000);
    expect(await heading('Partly refunded')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Charge|Back to this sale/ })).toBeNull();
    await till.user.click(button('Back to the payment'));
    expect(await heading('Partly approved')).toBeVisible();
    expect(button('Next customer')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Charge|Back to this sale/ })).toBeNull();
    await till.user.click(button('Give back $2.88'));
    await till.user.click(button('Yes, give back $2.88'));
    await till.pass(30_000);
    expect(await heading('Refunded')).toBeVisible();
    await till.user.click(button('Back to this sale'));
    expect(amountField()).toHaveValue('12.50');
    expect(till.operations.list({ standing: true }).map(({ kind }) => kind)).toEqual(['closeBatch']);
  });

  test('does not hold up the till where it is not known whether it was voided', async () => {
    const till = await sellPartly();
    till.sandbox.setScenario('lost-answer', { next: true });
    await till.user.click(button('Give back $8.00'));
    await till.user.click(button('Yes, give back $8.00'));
    await till.pass(1000);
    expect(await heading("We don't know yet if the payment was voided")).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Charge the other|Back to this sale/ })).toBeNull();
    await till.user.click(button('Next customer'));
    expect(amountField()).toHaveValue('');
    expect(till.operations.list({ standing: true })).toMatchObject([{ kind: 'void', phase: 'unknown' }]);
  });

  test('offers no rest where the host sets the amount', async () => {
    await sellPartly({ fields: { amount: { value: 1250, readOnly: true } } });
    expect(await heading('Partly approved')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
    expect(button('Give back $8.00')).toBeVisible();
    expect(button('Next customer')).toBeVisible();
  });

  test('authorizes the rest of a hold', async () => {
    const till = await sellPartly({ kind: 'preAuth' });
    expect(await heading('Partly authorized')).toBeVisible();
    await till.user.click(button('Authorize the other $4.50'));
    expect(amountField()).toHaveValue('4.50');
  });

  test('is refunded up to what was approved', async () => {
    const till = await sellPartly();
    const [sale] = till.operations.list();
    const transaction = transactionOf(till.operations.list(), sale!.pnRefNum!)!;
    expect(transaction).toMatchObject({ authorizedCents: 800, capturedCents: 800 });
    expect(allowedOperations(transaction)).toContainEqual(
      expect.objectContaining({ operation: 'refund', maxCents: 800 }),
    );
    till.unmount();
    // As a host has it that still keeps what was asked for.
    const asked = { ...transaction, authorizedCents: 1250, capturedCents: 1250 };
    render(<TransactionActions transaction={asked} />, { wrapper: till.wrapper });
    expect(await screen.findByRole('button', { name: 'Give back $8.00' })).toBeVisible();
  });
});

describe('F31: the words of each operation', () => {
  const partly = { phase: 'partial' as Phase, confirmedCents: 800, endedAt: 1 };

  test.each([
    ['pay', 'Partly approved', '$4.50 is still due.'],
    ['preAuth', 'Partly authorized', '$4.50 is still due.'],
    ['capture', 'Partly collected', '$4.50 was not collected.'],
    ['refund', 'Partly refunded', '$4.50 was not given back.'],
  ] as const)('%s: less', async (kind, title, due) => {
    const { region } = showOperation({ kind, ...partly });
    expect(await heading(title)).toBeVisible();
    const figures = within(region)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
    expect(figures.slice(0, 2)).toEqual(['$8.00', '$12.50']);
    expect(screen.getByText(due)).toBeVisible();
    expect(region).toHaveAttribute('data-phase', 'partial');
    expect(within(region).getByRole('heading').closest('[data-tone]')).toHaveAttribute(
      'data-tone',
      'attention',
    );
  });

  test('nothing at all was approved', async () => {
    showOperation({ ...partly, confirmedCents: 0 });
    expect(await heading('$0.00 of $12.50 approved')).toBeVisible();
    expect(screen.getByText('$12.50 is still due.')).toBeVisible();
  });

  test('a tip is named, and is no surprise', () => {
    const { region } = showOperation({ phase: 'complete', confirmedCents: 1500, tipCents: 250 });
    expect(region).toHaveTextContent('Approved$15.00');
    expect(screen.getByText('With a tip of $2.50.')).toBeVisible();
    expect(region).not.toHaveTextContent(/more than asked|another amount/);
  });

  test('an amount that was not asked for and that no tip explains is named as that', () => {
    const { region } = showOperation({
      phase: 'complete',
      confirmedCents: 1500,
      anomalies: ['amount-mismatch'],
    });
    expect(region).toHaveTextContent('Charged$15.00Asked for$12.50');
    expect(screen.getAllByText('Approved')).toHaveLength(1);
    expect(screen.getByText('$2.50 more than asked. Compare it with the receipt.')).toBeVisible();
  });

  test('an amount that cannot be read is compared with the receipt', () => {
    const { region } = showOperation({ phase: 'complete', anomalies: ['amount-mismatch'] });
    expect(region).toHaveTextContent('Approved$12.50');
    expect(screen.getByText(/reports another amount than you sent/)).toBeVisible();
  });

  test.each([
    ['tip', 'With a tip of $2.50.', { tipCents: 250, anomalies: [] }],
    [
      'more-than-asked',
      '$2.50 more than asked. Compare it with the receipt.',
      { anomalies: ['amount-mismatch'] },
    ],
  ] as const)('%s comes from the service like that', async (scenario, words, told) => {
    const till = await showTill({ defaultAmountCents: 1250 });
    till.sandbox.setScenario(scenario, { next: true });
    await till.press();
    await till.pass(30_000);
    expect(await heading('Approved')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(till.operations.list()).toMatchObject([{ phase: 'complete', confirmedCents: 1500, ...told }]);
  });
});

describe('F83: a sale of 100 yen, where the wire counts hundredths,', () => {
  const yen = (onEvent?: (event: PaymentsEvent) => void): HarnessOptions => ({
    amountScale: 'hundredths',
    provider: { currency: 'JPY', onEvent },
  });

  test('is 100 yen everywhere', async () => {
    const events: PaymentsEvent[] = [];
    const till = await showTill(
      { defaultAmountCents: 100 },
      yen((event) => events.push(event)),
    );
    await till.press();
    await till.pass(30_000);
    expect(till.sent()).toMatchObject([{ amount: 10_000 }]);
    expect(await heading('Approved')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveTextContent('¥100');
    const hundred = { amountCents: 100, confirmedCents: 100, currency: 'JPY' };
    expect(till.operations.list()).toMatchObject([hundred]);
    expect(events.at(-1)?.operation).toMatchObject(hundred);
    till.unmount();

    const list = render(<OpenOperations />, { wrapper: till.wrapper });
    expect(await screen.findByRole('button', { name: /^¥100 Sale Approved/ })).toBeVisible();
    list.unmount();
    const { pnRefNum = '' } = till.operations.list()[0]!;
    const transaction = transactionOf(till.operations.list(), pnRefNum)!;
    expect(transaction).toMatchObject({ authorizedCents: 100, capturedCents: 100 });
    render(<TransactionActions transaction={transaction} />, { wrapper: till.wrapper });
    await screen.findByRole('button', { name: 'Give back ¥100' });
    await till.user.clear(amountField());
    await till.user.type(amountField(), '40{Enter}');
    await till.user.click(button('Yes, give back ¥40'));
    await till.pass(200);
    const refunds = till.sandbox.ledger.requests.filter(({ operation }) => operation === 'refund');
    expect(refunds.map(({ body }) => body)).toMatchObject([{ amount: 4000 }]);
  });

  test('is asked about by its own amount before it is sent again', async () => {
    const till = await showTill({ defaultAmountCents: 100 }, yen());
    await till.press();
    till.unmount();
    await till.pass(30_000);
    const start = (amount: number) =>
      act(() =>
        till.operations.start(
          'pay',
          { terminalId: 'terminal-1', amount, receipt: false },
          { flowKey: 'other', currency: 'JPY' },
        ),
      );
    await expect(start(10_000)).resolves.toMatchObject({ refusal: { code: 'needs-confirmation' } });
    await expect(start(100)).resolves.toMatchObject({ started: true, operation: { amountCents: 1 } });
  });

  test('is approved in part by whole yen', async () => {
    await sellPartly({ defaultAmountCents: 100 }, yen());
    expect(await heading('Partly approved')).toBeVisible();
    expect(button('Charge the other ¥36')).toBeVisible();
  });
});
