import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionActions, useTransaction } from 'tillkit';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  defineService,
  type TerminalOperation,
  type PermittedTransaction,
  transactionOf,
} from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { whenOver } from '../../cleanups.ts';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { answer } from '../answer.ts';

const terminalId = 'terminal-1';
const terminals = [{ id: terminalId, name: 'Front counter', provider: 'alpha' as const }];

interface Made extends HarnessOptions {
  kind?: PermittedTransaction['kind'];
  known?: Partial<PermittedTransaction>;
  /** The end of day comes first: the service takes no void any more. */
  isBatchClosed?: boolean;
}

/** A transaction of 50.00 that the service knows, and what can be given back of it. */
async function show({ kind = 'pay', known, isBatchClosed, ...options }: Made = {}) {
  const harness = createHarness(options);
  const { operations, advance, sandbox } = harness;
  await operations.start(kind, { terminalId, amount: 5000, receipt: false });
  await advance(9000);
  const { pnRefNum = '' } = operations.list()[0] ?? {};
  if (isBatchClosed) {
    await operations.start('closeBatch', { terminalId });
    await advance(3000);
  }
  const made = transactionOf(operations.list(), pnRefNum);
  if (!made) throw new Error('There is no transaction.');
  const transaction: PermittedTransaction = { ...made, ...known };
  const element = (more?: Partial<PermittedTransaction>) => (
    <TransactionActions transaction={{ ...transaction, ...more }} />
  );
  const mount = () => render(element(), { wrapper: harness.wrapper });
  const view = mount();
  // What is drawn first begins its own waits.
  const pass = async (ms: number) => {
    await act(() => advance(Math.min(ms, 500)));
    if (ms > 500) await act(() => advance(ms - 500));
  };
  await pass(300);
  const user = userEvent.setup();
  const sent = () =>
    sandbox.ledger.requests
      .map(({ operation }) => operation)
      .filter((operation) => operation === 'void' || operation === 'refund');
  return {
    ...harness,
    ...view,
    transaction,
    pass,
    user,
    sent,
    mount,
    change: (more: Partial<PermittedTransaction>) => view.rerender(element(more)),
    press: async (...names: (string | RegExp)[]) => {
      for (const name of names) await user.click(button(name));
    },
  };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const noButton = (name: string | RegExp) => screen.queryByRole('button', { name });
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const heading = (name: string) => screen.findByRole('heading', { name });
const giving = /^(Give back|Release|Refund|Yes)/;

describe('one thing', () => {
  test('all of it, which may be settled, is voided: one request, and the merchant names no way', async () => {
    const till = await show();
    expect(screen.getByRole('form', { name: 'Give money back' })).toBeVisible();
    expect(amountField()).toHaveValue('50.00');
    await till.press('Give back $50.00');
    expect(screen.getByRole('alertdialog', { name: 'Give back $50.00?' })).toHaveAccessibleDescription(
      /If it is not too late, the \$50\.00 sale on Front counter is cancelled/,
    );
    expect(button('Go back')).toHaveFocus();
    expect(till.sent()).toEqual([]);
    await till.press('Yes, give back $50.00');
    await till.pass(9000);
    await heading('Voided');
    expect(till.sent()).toEqual(['void']);
    await till.press('Back to the payment');
    expect(screen.getByText(/It was voided\. Nothing more/)).toBeVisible();
    expect(noButton(giving)).toBeNull();
  });

  test('what was collected of a hold: the outcome has the amount of the question, not all that was held', async () => {
    const till = await show({ kind: 'preAuth' });
    await till.user.clear(amountField());
    await till.user.type(amountField(), '30{Enter}');
    await till.pass(9000);
    await till.press('Back to the payment', 'Give back $30.00', 'Yes, give back $30.00');
    await till.pass(9000);
    await heading('Voided');
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveTextContent(/^Voided\s*\$30\.00/);
  });

  test('a part is refunded, up to what is left, and never voided', async () => {
    const till = await show({ isBatchClosed: true });
    await till.user.clear(amountField());
    await till.user.type(amountField(), '12.50{Enter}');
    expect(screen.getByRole('alertdialog', { name: 'Give back $12.50?' })).toHaveAccessibleDescription(
      /^\$12\.50 goes back .*\$37\.50 stays paid/,
    );
    await till.press('Yes, give back $12.50');
    await till.pass(9000);
    await till.press('Back to the payment');
    expect(amountField()).toHaveValue('37.50');
    await till.user.clear(amountField());
    await till.user.type(amountField(), '37.51{Enter}');
    expect(amountField()).toHaveAccessibleDescription(/You can give back \$37\.50 at most\./);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(till.sent()).toEqual(['refund']);
  });

  const allowed = [{ operation: 'refund', allowed: false, reason: 'role' }] as const;
  test.each<[string, Partial<PermittedTransaction>, RegExp, boolean]>([
    ['a sale that may be settled', { settled: 'unknown' }, /If it is not too late/, true],
    ['one that may only be cancelled', { settled: 'unknown', allowed }, /not charged\.Give back/, false],
    ['one that is not', { settled: false }, /is cancelled: .* a part after the end of day/, false],
    ['one that is', { settled: true }, /goes back to the card, which can take some days/, true],
  ])('says what it is to the customer: %s', async (_, known, words, hasField) => {
    await show({ known });
    expect(screen.getByRole('form', { name: 'Give money back' })).toHaveTextContent(words);
    expect(screen.queryAllByRole('textbox')).toHaveLength(hasField ? 1 : 0);
    expect(button('Give back $50.00')).toBeEnabled();
  });

  test('says of a part when it is possible', async () => {
    const { user } = await show();
    await user.clear(amountField());
    await user.type(amountField(), '20');
    const form = screen.getByRole('form', { name: 'Give money back' });
    expect(form).toHaveTextContent(/possible only after the end of day/);
    expect(form).toHaveAttribute('data-kind', 'refund');
  });

  test('a hold that was not captured is released in the same place', async () => {
    const till = await show({ kind: 'preAuth' });
    expect(screen.getByRole('form', { name: 'Collect' })).toBeVisible();
    expect(screen.getByRole('form', { name: 'Release the amount' })).toHaveTextContent(/is not charged/);
    await till.press('Release $50.00', 'Yes, release $50.00');
    await till.pass(9000);
    await heading('Voided');
    expect(till.sent()).toEqual(['void']);
  });

  test.each<[string, Made, RegExp]>([
    ['all of it went back', { known: { settled: true, refundedCents: 5000 } }, /^All of it was refunded/],
    ['nothing was captured', { kind: 'preAuth', known: { settled: true } }, /^Nothing was collected/],
    [
      'its terminal is gone',
      { known: { terminalId: 'sold' }, terminals },
      /only on sold, which is not among/,
    ],
  ])('where it cannot be, one sentence says why: %s', async (_, made, words) => {
    const { pass } = await show(made);
    // The list comes in real time, and virtual time passes once it is there.
    await vi.waitFor(
      async () => {
        await pass(1000);
        expect(screen.getByText(words)).toBeVisible();
      },
      { timeout: 60_000, interval: 1 },
    );
    expect(noButton(giving)).toBeNull();
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('goes back in the currency in which it was paid', async () => {
    const till = await show({ known: { currency: 'EUR', settled: true }, isBatchClosed: true });
    await till.press('Give back €50.00', 'Yes, give back €50.00');
    await till.pass(200);
    expect(till.operations.list()[0]).toMatchObject({ kind: 'refund', currency: 'EUR', amountCents: 5000 });
  });
});

describe('F68: a void that the service refused', () => {
  const refused = async (made: Made = {}) => {
    const till = await show({ isBatchClosed: true, ...made });
    await till.press('Give back $50.00', 'Yes, give back $50.00');
    await till.pass(9000);
    await heading('Not accepted');
    return till;
  };

  test('offers the refund, and sends nothing by itself', async () => {
    const till = await refused();
    expect(screen.getByText(/You can refund it instead/)).toBeVisible();
    await till.pass(60_000);
    expect(button('Refund $50.00 instead')).not.toHaveFocus();
    expect(till.sent()).toEqual(['void']);
    await till.press('Refund $50.00 instead');
    expect(button('Go back')).toHaveFocus();
    expect(till.sent()).toEqual(['void']);
    await till.press('Yes, give back $50.00');
    await till.pass(9000);
    await heading('Refunded');
    expect(till.sent()).toEqual(['void', 'refund']);
    expect(noButton(/instead/)).toBeNull();
    await till.press('Back to the payment');
    expect(screen.getByText('All of it was refunded.')).toBeVisible();
  });

  test('asks for a look first: the refusal may be that of a second copy of the request', async () => {
    const till = await refused();
    await till.press('Refund $50.00 instead');
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/may have gone through after all/);
    await till.press('Go back');
    expect(button('Give back $50.00')).toHaveFocus();
    expect(screen.getByRole('form')).toHaveAttribute('data-kind', 'refund');
    expect(till.sent()).toEqual(['void']);
  });

  test('twenty presses of the offer and of yes send once', async () => {
    const till = await refused();
    const offer = button('Refund $50.00 instead');
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(offer);
    });
    const yes = button('Yes, give back $50.00');
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(yes);
    });
    await till.pass(9000);
    expect(till.sent()).toEqual(['void', 'refund']);
  });

  test.each(['rate-limited', 'unauthorized'] as const)(
    'not where it was not looked at: %s',
    async (scenario) => {
      const till = await show();
      till.sandbox.setScenario(scenario, { next: true });
      await till.press('Give back $50.00', 'Yes, give back $50.00');
      await till.pass(500);
      await heading('Not accepted');
      expect(noButton(/instead/)).toBeNull();
      await till.press('Back to the payment');
      expect(screen.getByRole('form')).toHaveAttribute('data-kind', 'void');
    },
  );

  test.each(['the offer', 'the question'])('a late answer takes %s away', async (shown) => {
    const journal = createMemoryJournal();
    const till = await show({ journal });
    till.sandbox.setScenario('declined', { next: true });
    await till.press('Give back $50.00', 'Yes, give back $50.00');
    await till.pass(9000);
    const offer = await screen.findByRole('button', { name: 'Refund $50.00 instead' });
    if (shown === 'the question') fireEvent.click(offer);
    const yes = noButton(/^Yes/);
    expect(yes === null).toBe(shown === 'the offer');
    // Another window heard that it was done.
    const [failed] = await journal.list().then((all) => all.filter(({ kind }) => kind === 'void'));
    const late: Partial<TerminalOperation> = { phase: 'unknown', reason: 'contradiction' };
    const told = { ...late, anomalies: ['contradiction'], endedAt: undefined, acknowledgedAt: undefined };
    await act(() => journal.update(failed!.id, told, failed!.seq + 10));
    await heading("We don't know yet if the payment was voided");
    expect(noButton(/instead|^Yes/)).toBeNull();
    if (yes) fireEvent.click(yes);
    await till.pass(9000);
    expect(till.sent()).toEqual(['void']);
    expect(noButton(/instead/)).toBeNull();
  });
});

describe('F68: a void whose outcome is unknown', () => {
  const unknown = async () => {
    const till = await show({ isBatchClosed: true });
    till.sandbox.setScenario('lost-request', { next: true });
    await till.press('Give back $50.00', 'Yes, give back $50.00');
    await till.pass(2000);
    await heading("We don't know yet if the payment was voided");
    return till;
  };

  test('offers nothing that gives back, on another page neither, and after however long', async () => {
    const till = await unknown();
    for (const round of [1, 2]) {
      expect(noButton(giving), `${round}`).toBeNull();
      expect(screen.queryByRole('form')).toBeNull();
      till.unmount();
      till.mount();
      await till.pass(3_600_000);
    }
    const { pnRefNum } = till.transaction;
    const { started } = await till.operations.start('refund', { terminalId, pnRefNum, amount: 5000 });
    expect(started).toBe(false);
    expect(till.sent()).toEqual(['void']);
  });

  test('that a person says was not done is tried again; a part of it asks for a look first', async () => {
    const till = await unknown();
    await till.user.click(answer('receipt', 'It was not done'));
    await till.press('Yes, it was not done', 'Back to the payment');
    expect(screen.getByRole('form')).toHaveAttribute('data-kind', 'void');
    await till.user.clear(amountField());
    await till.user.type(amountField(), '20{Enter}');
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/may have gone through after all/);
    expect(till.sent()).toEqual(['void']);
  });

  test('that was done after all leaves nothing to give back, whatever a person said and asked for since', async () => {
    const till = await show();
    till.sandbox.setScenario('slow', { next: true });
    await till.press('Give back $50.00', 'Yes, give back $50.00');
    await till.pass(22_000);
    await till.press(/^Stop waiting/);
    await till.pass(1000);
    await till.user.click(answer('receipt', 'It was not done'));
    await till.press('Yes, it was not done', 'Back to the payment');
    await till.user.clear(amountField());
    await till.user.type(amountField(), '20{Enter}');
    const yes = button(/^Yes/);
    await till.pass(120_000);
    expect(screen.getByText(/It was voided/)).toBeVisible();
    fireEvent.click(yes);
    await till.pass(9000);
    expect(till.sent()).toEqual(['void']);
    expect(noButton(giving)).toBeNull();
  });

  test('nor while it is on its way, where the person stops waiting', async () => {
    const till = await show({ isBatchClosed: false });
    till.sandbox.setScenario('slow', { next: true });
    await till.press('Give back $50.00', 'Yes, give back $50.00');
    await till.pass(22_000);
    await till.press(/^Stop waiting/);
    await heading("We don't know yet if the payment was voided");
    expect(noButton(giving)).toBeNull();
    await till.pass(120_000);
    await heading('Voided');
    expect(noButton(giving)).toBeNull();
    expect(till.sent()).toEqual(['void']);
  });
});

describe('F68: a press that was meant for something else', () => {
  test('the second of a double click does not say yes', async () => {
    const till = await show();
    fireEvent.click(button('Give back $50.00'), { detail: 1 });
    fireEvent.click(button(/^Yes/), { detail: 2 });
    await till.pass(9000);
    expect(till.sent()).toEqual([]);
    fireEvent.click(button(/^Yes/), { detail: 1 });
    await till.pass(9000);
    expect(till.sent()).toEqual(['void']);
  });

  test('an Enter that is held down, and one that comes at once, say no and never yes', async () => {
    const till = await show();
    await till.user.type(amountField(), '{Enter>}');
    const yes = button(/^Yes/);
    const keys = (repeat: boolean) => {
      const down = createEvent.keyDown(yes, { key: 'Enter', code: 'Enter', repeat });
      fireEvent(yes, down);
      return down.defaultPrevented;
    };
    expect(keys(true)).toBe(true);
    await till.user.keyboard('{/Enter}');
    expect(keys(false)).toBe(true); // too soon
    fireEvent.keyUp(yes, { key: 'Enter', code: 'Enter' });
    await till.pass(1000);
    expect(keys(false)).toBe(false);
    expect(till.sent()).toEqual([]);
  });
});

describe('F68, F111: another till gives it back, too', () => {
  test('in another window, which began first: the question here is gone, and its yes sends nothing', async () => {
    const till = await show();
    const { pnRefNum } = till.transaction;
    await till.press('Give back $50.00');
    const yes = button(/^Yes/);
    const other = till.openTab();
    await Promise.all([other.ready, till.pass(1000)]);
    await act(async () => void (await other.start('void', { terminalId, pnRefNum })));
    fireEvent.click(yes);
    await till.pass(9000);
    expect(till.sent()).toEqual(['void']);
    expect(noButton(giving)).toBeNull();
    await heading('Voided');
  });

  test('in another window, in the same moment: one of the two is sent', async () => {
    const till = await show();
    const { pnRefNum } = till.transaction;
    await till.press('Give back $50.00');
    const other = till.openTab();
    await Promise.all([other.ready, till.pass(1000)]);
    await act(async () => {
      fireEvent.click(button(/^Yes/));
      await other.start('refund', { terminalId, pnRefNum, amount: 5000 });
    });
    await till.pass(9000);
    expect(till.sent()).toHaveLength(1);
  });

  const elsewhere = (phase: TerminalOperation['phase']): Partial<PermittedTransaction> => ({
    operations: [{ id: 'there', kind: 'void', phase, anomalies: [], createdAt: 1 }],
  });

  test.each([
    ['waiting', /being done with this payment at another till/],
    ['unknown', /being done with this payment at another till/],
    ['complete', /It was voided/],
  ] as const)('at another till, as the record says: %s', async (phase, words) => {
    const till = await show({ isBatchClosed: true });
    await till.press('Give back $50.00');
    const yes = button(/^Yes/);
    till.change(elsewhere(phase));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('form')).toBeNull();
    fireEvent.click(yes);
    await till.pass(9000);
    expect(till.sent()).toEqual([]);
  });

  test('a half of it at another till: the question about a half does not come back', async () => {
    const till = await show({ isBatchClosed: true });
    await till.user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Amount' }), '25{Enter}');
    expect(screen.getByRole('alertdialog')).toBeVisible();
    const there = { id: 'there', kind: 'refund', amountCents: 2500, anomalies: [], createdAt: 1 } as const;
    till.change({ operations: [{ ...there, phase: 'waiting' }] });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    till.change({ operations: [{ ...there, phase: 'complete' }], refundedCents: 2500 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(button('Give back $25.00')).toBeVisible();
    expect(till.sent()).toEqual([]);
  });

  test('at another till, where that was refused: here it is a refund', async () => {
    const till = await show({ isBatchClosed: true });
    till.change(elsewhere('failed'));
    expect(screen.getByRole('form')).toHaveAttribute('data-kind', 'refund');
  });

  test('with the record of this browser, as with a list of the host', async () => {
    const harness = createHarness();
    const { operations, advance } = harness;
    await operations.start('pay', { terminalId, amount: 5000, receipt: false });
    await advance(9000);
    function FromRecord() {
      const { data } = useTransaction({ pnRefNum: operations.list().at(-1)?.pnRefNum });
      return data ? <TransactionActions transaction={data} /> : null;
    }
    render(<FromRecord />, { wrapper: harness.wrapper });
    await act(() => advance(300));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Give back $50.00' }));
    await user.click(button(/^Yes/));
    await act(() => advance(9000));
    await heading('Voided');
    await user.click(button('Back to the payment'));
    expect(await screen.findByText(/It was voided/)).toBeVisible();
  });
});

test('nothing is offered before it is known to which provider the terminal belongs, where addresses depend on it', async () => {
  const { sandbox, client: base, clock, advance } = createHarness({ latencyMs: 0 });
  let arrive!: () => void;
  const terminalsAsked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const client = createPaymentsClient({
    ...base.options,
    service: defineService({
      routes: { refund: { path: ({ provider }) => `/${provider ?? 'alpha'}/refund` } },
    }),
    fetcher: async (request, init) => {
      if (new URL(request.url).pathname.endsWith('/terminals')) await terminalsAsked;
      return sandbox.fetch(request, init);
    },
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  whenOver(() => operations.dispose());
  const { wrapper } = createHarness({ provider: { client, operations } });
  const paid = { pnRefNum: '123', kind: 'pay', terminalId: 'terminal-2', status: 'complete' } as const;
  const cents = { authorizedCents: 5000, capturedCents: 5000, refundedCents: 0 };
  render(<TransactionActions transaction={{ ...paid, ...cents, settled: true }} />, { wrapper });
  await act(() => advance(500));
  expect(noButton('Give back $50.00')).toBeNull();
  arrive();
  await act(() => advance(500));
  expect(await screen.findByRole('button', { name: 'Give back $50.00' })).toBeVisible();
});
