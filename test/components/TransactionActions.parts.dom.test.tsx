import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { TransactionActions, useTransactionAction } from 'tillkit/parts';
import { type Transaction, transactionOf } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

const terminalId = 'terminal-1';

/** A transaction of 50.00 that the service knows, in a host's own arrangement. */
async function show(kind: Transaction['kind'], parts: ReactNode, status?: ReactNode) {
  const harness = createHarness();
  const { operations, advance } = harness;
  await operations.start(kind, { terminalId, amount: 5000, receipt: false });
  await advance(9000);
  const known = transactionOf(operations.list(), operations.list()[0]?.pnRefNum ?? '');
  if (!known) throw new Error('There is no transaction.');
  const element = (transaction: Transaction) => (
    <TransactionActions.Root transaction={transaction}>
      <TransactionActions.Entry>{parts}</TransactionActions.Entry>
      <TransactionActions.Status>{status}</TransactionActions.Status>
    </TransactionActions.Root>
  );
  const transaction: Transaction = { ...known, settled: 'unknown' };
  const { rerender } = render(element(transaction), { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const sent = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  const change = (next: Partial<Transaction>) => rerender(element({ ...transaction, ...next }));
  return { ...harness, transaction, pass, sent, change, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('parts in an order of the host', () => {
  test('capture once for twenty presses, with the host’s way back', async () => {
    const actions = await show(
      'preAuth',
      <TransactionActions.Capture>
        <TransactionActions.Submit />
        <TransactionActions.Field />
      </TransactionActions.Capture>,
      <TransactionActions.Back>Done</TransactionActions.Back>,
    );
    const capture = button(/^Capture \$50\.00 on/);
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(capture);
    });
    await actions.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Captured' })).toBeVisible();
    expect(actions.sent('capture')).toMatchObject([{ amount: 5000 }]);
    await actions.user.click(button('Done'));
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
  });

  test('the one that is not offered is not there, and the one that may not be done neither', async () => {
    const actions = await show('pay', [
      <TransactionActions.Capture key="capture" />,
      <TransactionActions.Void key="void" />,
    ]);
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByRole('region', { name: 'Void' })).toBeVisible();
    actions.change({ settled: true });
    expect(screen.queryByRole('region', { name: 'Void' })).toBeNull();
  });

  test('a void has no field, wherever the host puts one', async () => {
    await show(
      'pay',
      <TransactionActions.Void>
        <TransactionActions.About />
        <TransactionActions.Field />
        <TransactionActions.Submit />
      </TransactionActions.Void>,
    );
    const region = within(screen.getByRole('region', { name: 'Void' }));
    expect(region.queryByRole('textbox')).toBeNull();
    expect(region.getByRole('button', { name: 'Void $50.00' })).toBeEnabled();
  });

  test('what is entered for one transaction does not stay for another', async () => {
    const actions = await show('pay', [
      <TransactionActions.Title key="title" />,
      <TransactionActions.Refund key="refund" />,
    ]);
    await actions.user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    await actions.user.type(screen.getByRole('textbox', { name: 'Amount' }), '20{Enter}');
    expect(screen.getByRole('alertdialog', { name: 'Refund $20.00?' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    actions.change({ pnRefNum: 'another' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('50.00');
  });

  test('a refund begins anew with what is left when the host says that there was another', async () => {
    const actions = await show('pay', <TransactionActions.Refund />);
    actions.change({ refundedCents: 1250 });
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('37.50');
    expect(button('Refund $37.50')).toBeEnabled();
  });
});

describe('what is asked first', () => {
  test.each([
    ['void', <TransactionActions.Void key="void" />, 'Void $50.00'],
    ['refund', <TransactionActions.Refund key="refund" />, 'Refund $50.00'],
  ] as const)('is not sent where the question is left out: %s', async (operation, action, name) => {
    const { type: Action } = action;
    const actions = await show(
      'pay',
      <Action>
        <TransactionActions.Submit />
        <TransactionActions.Controls />
      </Action>,
    );
    await actions.user.click(screen.getAllByRole('button', { name })[0]!);
    await actions.pass(9000);
    expect(screen.queryByRole('button')).toBeNull();
    expect(actions.sent(operation)).toEqual([]);
  });

  test('can be asked in the host’s own element, whose yes sends once', async () => {
    function OwnQuestion() {
      const { question } = useTransactionAction();
      return question ? (
        <p>
          {question.title} <button onClick={question.onYes}>Do it</button>
        </p>
      ) : null;
    }
    const actions = await show(
      'pay',
      <TransactionActions.Refund>
        <TransactionActions.Controls />
        <OwnQuestion />
      </TransactionActions.Refund>,
    );
    await actions.user.click(button('Refund $50.00'));
    expect(screen.getByText('Refund $50.00?')).toBeVisible();
    await actions.user.click(button('Do it'));
    await actions.pass(9000);
    expect(actions.sent('refund')).toHaveLength(1);
  });

  test('gives the focus back to the button of the host', async () => {
    const actions = await show(
      'pay',
      <TransactionActions.Void>
        <TransactionActions.Question />
        <TransactionActions.Submit render={<button className="shop-button">Take it back</button>} />
      </TransactionActions.Void>,
    );
    await actions.user.click(button('Take it back'));
    expect(button('Go back')).toHaveFocus();
    await actions.user.keyboard('{Escape}');
    expect(button('Take it back')).toHaveFocus();
  });
});
