import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionActions, type TransactionActionsProps } from 'tillkit';
import * as Parts from 'tillkit/parts';
import { useTransactionAction } from 'tillkit/parts';
import { type Transaction, transactionOf } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../console.ts';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import type { ReactNode } from 'react';
import { answer as answerAt } from '../answer.ts';

interface Made extends HarnessOptions {
  kind?: Transaction['kind'];
  settled?: Transaction['settled'];
  /** Closes the batch before the actions are shown. */
  isBatchClosed?: boolean;
  props?: Partial<TransactionActionsProps>;
}

const terminalId = 'terminal-1';

/** A transaction of 50.00 that the service knows, and its actions. */
async function show({ kind = 'pay', settled, isBatchClosed, props, ...options }: Made = {}) {
  const harness = createHarness(options);
  const { operations, advance } = harness;
  await operations.start(kind, { terminalId, amount: 5000, receipt: false });
  await advance(9000);
  const { pnRefNum = '' } = operations.list()[0] ?? {};
  if (isBatchClosed) {
    await operations.start('closeBatch', { terminalId });
    await advance(3000);
  }
  const known = transactionOf(operations.list(), pnRefNum);
  if (!known) throw new Error('There is no transaction.');
  const transaction: Transaction = { ...known, settled: settled ?? 'unknown' };
  const pass = (ms: number) => act(() => harness.advance(ms));
  const mount = () =>
    render(<TransactionActions transaction={transaction} {...props} />, { wrapper: harness.wrapper });
  const view = mount();
  await pass(300);
  await screen.findByText('Front counter');
  return { ...harness, ...view, transaction, pass, mount, user: userEvent.setup() };
}

const sent = ({ sandbox }: Pick<Harness, 'sandbox'>, operation: string) =>
  sandbox.ledger.requests.filter((request) => request.operation === operation);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const heading = (name: string) => screen.findByRole('heading', { name });
const reasonFor = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;

test('without a transaction it says what to do, in place of an error of its own making', () => {
  allowConsole(/ConfigurationError|The above error occurred/);
  const nothing = {} as TransactionActionsProps;
  const { wrapper } = createHarness();
  expect(() => render(<TransactionActions {...nothing} />, { wrapper })).toThrow(
    expect.objectContaining({ code: 'configuration', field: 'transaction' }),
  );
});

describe('a pre-authorization', () => {
  test('is captured whole with one press and one request', async () => {
    const onPaymentComplete = vi.fn<NonNullable<TransactionActionsProps['onPaymentComplete']>>();
    const actions = await show({ kind: 'preAuth', props: { onPaymentComplete } });
    expect(amountField()).toHaveValue('50.00');
    expect(reasonFor('Left to collect')).toHaveTextContent('$50.00');
    await actions.user.click(button('Collect $50.00 on Front counter'));
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^(Collect|Give back|Release|Refund)/ })).toBeNull();
    await actions.pass(9000);
    await heading('Collected');
    expect(sent(actions, 'capture')).toMatchObject([{ amount: 5000, terminalId }]);
    expect(onPaymentComplete).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'capture', phase: 'complete' }),
    );
  });

  test('F68: twenty presses in one go capture once', async () => {
    const actions = await show({ kind: 'preAuth' });
    const capture = button(/^Collect/);
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(capture);
    });
    await actions.pass(9000);
    await heading('Collected');
    expect(sent(actions, 'capture')).toHaveLength(1);
  });

  test('F68: more than was authorized is an error at the field, before any request', async () => {
    const actions = await show({ kind: 'preAuth' });
    await actions.user.clear(amountField());
    await actions.user.type(amountField(), '50.01{Enter}');
    expect(amountField()).toBeInvalid();
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveAccessibleDescription(/Only \$50\.00 is held\./);
    expect(sent(actions, 'capture')).toHaveLength(0);
  });

  test('F68: is captured once, though its host has not heard of it yet', async () => {
    const actions = await show({ kind: 'preAuth' });
    await actions.user.clear(amountField());
    await actions.user.type(amountField(), '42');
    expect(amountField()).toHaveAccessibleDescription(/You cannot collect the other \$8\.00 later/);
    await actions.user.click(button(/^Collect \$42/));
    await actions.pass(9000);
    await actions.user.click(await screen.findByRole('button', { name: 'Back to the payment' }));
    expect(screen.getByRole('heading', { name: 'Pre-authorization' })).toHaveFocus();
    expect(screen.queryByRole('form', { name: 'Collect' })).toBeNull();
    expect(reasonFor('Collected')).toHaveTextContent('$42.00');
    expect(amountField()).toHaveValue('42.00'); // to give back
    expect(sent(actions, 'capture')).toHaveLength(1);
  });

  test('is given up whole: a part has no way into a void', async () => {
    const actions = await show({ kind: 'preAuth' });
    await actions.user.clear(amountField());
    await actions.user.type(amountField(), '10');
    await actions.user.click(button('Release $50.00'));
    const question = screen.getByRole('alertdialog', { name: 'Release $50.00?' });
    expect(question).toHaveAccessibleDescription(/\$50\.00 held on Front counter is released/);
    await actions.user.click(button('Yes, release $50.00'));
    await actions.pass(9000);
    await heading('Voided');
    expect(sent(actions, 'void')).toHaveLength(1);
    expect(sent(actions, 'void')[0]?.body).not.toHaveProperty('amount');
  });
});

describe('a sale', () => {
  test('is asked about once more, with the focus on going back', async () => {
    const actions = await show();
    await actions.user.click(button('Give back $50.00'));
    expect(button('Go back')).toHaveFocus();
    await actions.user.keyboard('{Escape}');
    expect(button('Give back $50.00')).toHaveFocus();
    await actions.pass(9000);
    expect(sent(actions, 'void')).toHaveLength(0);
  });

  test('goes back in the way that fits, where the host knows that it is settled or is not', async () => {
    const { rerender, transaction } = await show({ settled: true });
    const kind = () => screen.getByRole('form').getAttribute('data-kind');
    expect(kind()).toBe('refund');
    rerender(<TransactionActions transaction={{ ...transaction, settled: false }} />);
    expect(kind()).toBe('void');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('a batch that was closed here makes "not settled" unsure', async () => {
    await show({ settled: false, isBatchClosed: true });
    expect(screen.getByText(/If it is not too late/)).toBeVisible();
  });
});

describe('a refund', () => {
  const settled = { settled: true, isBatchClosed: true } as const;
  const refund = async ({ user, pass }: Awaited<ReturnType<typeof show>>, amount: string) => {
    await user.clear(amountField());
    await user.type(amountField(), `${amount}{Enter}`);
    await user.click(button(/^Yes, give back/));
    await pass(9000);
  };

  test('of a part names what goes back, where, and what stays; the rest is left afterwards', async () => {
    const actions = await show(settled);
    await actions.user.clear(amountField());
    await actions.user.type(amountField(), '12.50{Enter}');
    const question = screen.getByRole('alertdialog', { name: 'Give back $12.50?' });
    expect(question).toHaveAccessibleDescription(
      '$12.50 goes back to the customer’s card, on Front counter. $37.50 stays paid. You cannot undo it.',
    );
    expect(sent(actions, 'refund')).toHaveLength(0);
    await actions.user.click(button('Yes, give back $12.50'));
    await actions.pass(9000);
    await heading('Refunded');
    expect(sent(actions, 'refund')).toMatchObject([{ amount: 1250 }]);
    expect(sent(actions, 'void')).toHaveLength(0);
    await actions.user.click(button('Back to the payment'));
    expect(amountField()).toHaveValue('37.50');
    expect(reasonFor('Refunded')).toHaveTextContent('$12.50');
    expect(reasonFor('Left to refund')).toHaveTextContent('$37.50');
  });

  test.each([
    ['void', { settled: false }],
    ['refund', settled],
  ] as const)('F68: twenty presses of yes in one go %s once', async (operation, made) => {
    const actions = await show(made);
    await actions.user.click(button('Give back $50.00'));
    const answer = button('Yes, give back $50.00');
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(answer);
    });
    await actions.pass(9000);
    expect(sent(actions, operation)).toHaveLength(1);
  });

  test('F83: a refund of 1,000 yen is 1,000 yen, whatever the wire counts', async () => {
    const harness = createHarness({ amountScale: 'hundredths', provider: { currency: 'JPY' } });
    const transaction: Transaction = {
      pnRefNum: 'P-1',
      kind: 'pay',
      terminalId,
      status: 'complete',
      authorizedCents: 5000,
      capturedCents: 5000,
      refundedCents: 1250,
      settled: true,
    };
    render(<TransactionActions transaction={transaction} />, { wrapper: harness.wrapper });
    await act(() => harness.advance(300));
    expect(reasonFor('Left to refund')).toHaveTextContent('¥3,750');
    expect(amountField()).toHaveValue('3750');
    const user = userEvent.setup();
    await user.clear(amountField());
    await user.type(amountField(), '1000{Enter}');
    await user.click(button('Yes, give back ¥1,000'));
    await act(() => harness.advance(200));
    expect(sent(harness, 'refund')).toMatchObject([{ amount: 100_000 }]);
  });

  test('F68: above what is left is an error at the field, before any request', async () => {
    const actions = await show(settled);
    await refund(actions, '20');
    await actions.user.click(button('Back to the payment'));
    await actions.user.clear(amountField());
    await actions.user.type(amountField(), '30.01{Enter}');
    expect(amountField()).toHaveAccessibleDescription(/You can give back \$30\.00 at most\./);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent(actions, 'refund')).toHaveLength(1);
  });

  test('that a person recorded as done counts as done', async () => {
    const actions = await show(settled);
    actions.sandbox.setScenario('lost-answer');
    await refund(actions, '20');
    await actions.pass(1000);
    await actions.user.click(answerAt('receipt', 'It was done'));
    await actions.user.click(button('Back to the payment'));
    expect(amountField()).toHaveValue('30.00');
  });

  test('of the same amount after a doubt needs one more yes', async () => {
    const actions = await show(settled);
    actions.sandbox.setScenario('lost-request');
    await refund(actions, '20');
    await actions.pass(1000);
    await actions.user.click(answerAt('receipt', 'It was not done'));
    await actions.user.click(button('Yes, it was not done'));
    await actions.user.click(button('Back to the payment'));
    actions.sandbox.setScenario(undefined);
    await refund(actions, '20');
    expect(screen.getByRole('alertdialog', { name: 'Send the same amount again?' })).toBeVisible();
    expect(button('Go back')).toHaveFocus();
    expect(sent(actions, 'refund')).toHaveLength(1);
    await actions.user.click(button('Yes, give back $20.00 again'));
    await actions.pass(9000);
    await heading('Refunded');
    expect(sent(actions, 'refund')).toHaveLength(2);
  });

  test('waits for a terminal that is busy, whose operation shows in place', async () => {
    const actions = await show(settled);
    await actions.operations.start('pay', { terminalId, amount: 4205, receipt: false });
    await actions.pass(2000);
    await refund(actions, '20');
    expect(screen.getByRole('alert')).toHaveTextContent(/Nothing was sent: Front counter is busy/);
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveTextContent('$42.05');
    expect(sent(actions, 'refund')).toHaveLength(0);
  });
});

describe('what is open on the transaction', () => {
  test('F68: an unknown one takes the place of the actions until it is resolved', async () => {
    const onPaymentUnknown = vi.fn<NonNullable<TransactionActionsProps['onPaymentUnknown']>>();
    const actions = await show({ kind: 'preAuth', props: { onPaymentUnknown } });
    actions.sandbox.setScenario('lost-answer');
    await actions.user.click(button(/^Collect/));
    await actions.pass(500);
    await heading("We don't know yet if the amount was collected");
    expect(onPaymentUnknown).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: /^(Collect|Give back|Release|Refund|Back)/ })).toBeNull();
    actions.unmount();
    actions.mount();
    await screen.findByRole('region', { name: 'Payment status' });
    await actions.pass(1000);
    await actions.user.click(answerAt('receipt', 'It was done'));
    await actions.user.click(button('Back to the payment'));
    expect(screen.queryByRole('form', { name: 'Collect' })).toBeNull();
    expect(reasonFor('Collected')).toHaveTextContent('$50.00');
    expect(sent(actions, 'capture')).toHaveLength(1);
  });

  test('shows what another part of the page started, to its end', async () => {
    const { operations, transaction, pass } = await show({ kind: 'preAuth' });
    const request = { terminalId, pnRefNum: transaction.pnRefNum };
    await act(async () => void (await operations.start('void', request, { flowKey: 'elsewhere' })));
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveAttribute('data-kind', 'void');
    await pass(9000);
    await heading('Voided');
  });
});

/** A transaction of 50.00 that the service knows, in a host's own arrangement. */
async function showParts(kind: Transaction['kind'], parts: ReactNode, status?: ReactNode) {
  const harness = createHarness();
  const { operations, advance } = harness;
  await operations.start(kind, { terminalId, amount: 5000, receipt: false });
  await advance(9000);
  const known = transactionOf(operations.list(), operations.list()[0]?.pnRefNum ?? '');
  if (!known) throw new Error('There is no transaction.');
  const element = (transaction: Transaction) => (
    <Parts.TransactionActions.Root transaction={transaction}>
      <Parts.TransactionActions.Entry>{parts}</Parts.TransactionActions.Entry>
      <Parts.TransactionActions.Status>{status}</Parts.TransactionActions.Status>
    </Parts.TransactionActions.Root>
  );
  const transaction: Transaction = { ...known, settled: 'unknown' };
  const { rerender } = render(element(transaction), { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const sentOf = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  const change = (next: Partial<Transaction>) => rerender(element({ ...transaction, ...next }));
  return { ...harness, transaction, pass, sent: sentOf, change, user: userEvent.setup() };
}

describe('parts in an order of the host', () => {
  test('capture once for twenty presses, with the host’s way back', async () => {
    const actions = await showParts(
      'preAuth',
      <Parts.TransactionActions.Capture>
        <Parts.TransactionActions.Submit />
        <Parts.TransactionActions.Field />
      </Parts.TransactionActions.Capture>,
      <Parts.TransactionActions.Back>Done</Parts.TransactionActions.Back>,
    );
    const capture = button(/^Collect \$50\.00 on/);
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(capture);
    });
    await actions.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Collected' })).toBeVisible();
    expect(actions.sent('capture')).toMatchObject([{ amount: 5000 }]);
    await actions.user.click(button('Done'));
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
  });

  test('what may not be done is not there', async () => {
    const actions = await showParts('pay', [
      <Parts.TransactionActions.Capture key="capture" />,
      <Parts.TransactionActions.GiveBack key="give-back" />,
      <Parts.TransactionActions.WhyNot key="why-not" data-testid="why-not" />,
    ]);
    expect(screen.getAllByRole('form')).toEqual([screen.getByRole('form', { name: 'Give money back' })]);
    expect(screen.queryByTestId('why-not')).toBeNull();
    actions.change({ refundedCents: 5000 });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByTestId('why-not')).toHaveAttribute('data-reason', 'already-refunded');
  });

  test('where only all of it may go back there is no field, wherever the host puts one', async () => {
    const actions = await showParts(
      'pay',
      <Parts.TransactionActions.GiveBack whole>
        <Parts.TransactionActions.About />
        <Parts.TransactionActions.Question />
        <Parts.TransactionActions.Field />
        <Parts.TransactionActions.Submit />
      </Parts.TransactionActions.GiveBack>,
    );
    const form = within(screen.getByRole('form', { name: 'Give money back' }));
    expect(form.queryByRole('textbox')).toBeNull();
    await actions.user.click(form.getByRole('button', { name: 'Give back $50.00' }));
    await actions.user.click(button('Yes, give back $50.00'));
    await actions.pass(200);
    expect([actions.sent('void').length, actions.sent('refund').length]).toEqual([1, 0]);
  });

  test('what is entered for one transaction does not stay for another', async () => {
    const actions = await showParts('pay', [
      <Parts.TransactionActions.Title key="title" />,
      <Parts.TransactionActions.GiveBack key="give-back" />,
    ]);
    await actions.user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    await actions.user.type(screen.getByRole('textbox', { name: 'Amount' }), '20{Enter}');
    expect(screen.getByRole('alertdialog', { name: 'Give back $20.00?' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    actions.change({ pnRefNum: 'another' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('50.00');
  });

  test('it begins anew with what is left when the host says that some went back', async () => {
    const actions = await showParts('pay', <Parts.TransactionActions.GiveBack />);
    actions.change({ refundedCents: 1250 });
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('37.50');
    expect(button('Give back $37.50')).toBeEnabled();
  });
});

describe('what is asked first', () => {
  test.each([
    ['all of it', '50'],
    ['a part', '20'],
  ])('is not sent where the question is left out: %s', async (_, amount) => {
    const actions = await showParts(
      'pay',
      <Parts.TransactionActions.GiveBack>
        <Parts.TransactionActions.Submit />
        <Parts.TransactionActions.Controls />
      </Parts.TransactionActions.GiveBack>,
    );
    await actions.user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    await actions.user.type(screen.getByRole('textbox', { name: 'Amount' }), amount);
    await actions.user.click(screen.getAllByRole('button', { name: `Give back $${amount}.00` })[0]!);
    await actions.pass(9000);
    expect(screen.queryByRole('button')).toBeNull();
    expect([...actions.sent('void'), ...actions.sent('refund')]).toEqual([]);
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
    const actions = await showParts(
      'pay',
      <Parts.TransactionActions.GiveBack>
        <Parts.TransactionActions.Controls />
        <OwnQuestion />
      </Parts.TransactionActions.GiveBack>,
    );
    await actions.user.click(button('Give back $50.00'));
    expect(screen.getByText('Give back $50.00?')).toBeVisible();
    await actions.user.click(button('Do it'));
    await actions.pass(9000);
    expect(actions.sent('void')).toHaveLength(1);
  });

  test('gives the focus back to the button of the host', async () => {
    const actions = await showParts(
      'pay',
      <Parts.TransactionActions.GiveBack>
        <Parts.TransactionActions.Question />
        <Parts.TransactionActions.Submit render={<button className="shop-button">Take it back</button>} />
      </Parts.TransactionActions.GiveBack>,
    );
    await actions.user.click(button('Take it back'));
    expect(button('Go back')).toHaveFocus();
    await actions.user.keyboard('{Escape}');
    expect(button('Take it back')).toHaveFocus();
  });
});
