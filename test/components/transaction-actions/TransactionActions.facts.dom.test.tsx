import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionActions, type TransactionActionsProps } from 'tillkit';
import * as parts from 'tillkit/parts';
import { ar } from 'tillkit/locales/ar';
import type { PermittedTransaction, Transaction } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../console.ts';
import { held, sold } from '../../core/operations/soldTransaction.ts';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { answer } from '../answer.ts';

const terminalId = 'terminal-1';

const reference = { pnRefNum: '91823746512' };
const sale: Transaction = { ...sold, ...reference };
const hold: Transaction = { ...held, ...reference };

interface Shown extends HarnessOptions {
  props?: Partial<TransactionActionsProps>;
}

/** A transaction as the host knows it: the service is asked for the terminals only. */
async function show(transaction: Transaction, { props, ...options }: Shown = {}) {
  const harness = createHarness(options);
  const element = (next: Transaction) => <TransactionActions transaction={next} {...props} />;
  const view = render(element(transaction), { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  await screen.findByText('Front counter');
  const sent = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  const change = (next: Partial<Transaction>) => view.rerender(element({ ...transaction, ...next }));
  return { ...harness, ...view, pass, sent, change, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const term = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;

test.each<[keyof Transaction, unknown]>([
  ['authorizedCents', undefined],
  ['capturedCents', 12.5],
  ['capturedCents', '5000'],
  ['refundedCents', Number.NaN],
  ['refundedCents', -1250],
])('a transaction whose %s is %s is refused by the name of that field', (name, value) => {
  allowConsole(/ConfigurationError|The above error occurred/);
  const { wrapper } = createHarness();
  const transaction = { ...sale, [name]: value };
  expect(() => render(<TransactionActions transaction={transaction} />, { wrapper })).toThrow(
    expect.objectContaining({
      code: 'configuration',
      field: `transaction.${name}`,
      shortMessage: expect.stringContaining(`whose ${name} is ${String(value)}.`),
    }),
  );
});

test("keeps the full stop of the host's sentence at its end, in Arabic too", async () => {
  const needsApproval = 'To give back more than 50.00, ask the manager.';
  const transaction: PermittedTransaction = {
    ...sale,
    settled: true,
    allowed: [{ operation: 'refund', allowed: true, needsApproval }],
  };
  await show(transaction, { provider: { locale: 'ar', labels: ar } });
  const quoted = new RegExp(`[\u0600-\u06ff.] \u2068${needsApproval}\u2069$`);
  expect(screen.getByText(quoted)).toBeVisible();
});

describe('what is known of it', () => {
  const terms = ['Collected', 'Refunded', 'Left to collect', 'Left to refund', 'End of day'];
  const known = () => Object.fromEntries(terms.flatMap((name) => (term(name) ? [[name, term(name)]] : [])));

  test.each<[string, Transaction, Record<string, string>]>([
    ['a sale', sale, {}],
    ['a settled sale', { ...sale, settled: true }, { 'End of day': 'Done' }],
    ['a sale that is not settled', { ...sale, settled: false }, { 'End of day': 'Not yet' }],
    [
      'a sale of which a part went back',
      { ...sale, settled: true, refundedCents: 1250 },
      { Refunded: '$12.50', 'Left to refund': '$37.50', 'End of day': 'Done' },
    ],
    [
      'a sale that went back whole',
      { ...sale, settled: true, refundedCents: 5000 },
      { Refunded: '$50.00', 'End of day': 'Done' },
    ],
    ['a hold', hold, { Collected: '$0.00', 'Left to collect': '$50.00' }],
    ['a captured hold', { ...hold, capturedCents: 4200 }, { Collected: '$42.00' }],
    [
      'a captured hold of which a part went back',
      { ...hold, capturedCents: 4200, refundedCents: 1000, settled: true },
      { Collected: '$42.00', Refunded: '$10.00', 'Left to refund': '$32.00', 'End of day': 'Done' },
    ],
  ])('of %s', async (_, transaction, expected) => {
    await show(transaction);
    expect(known()).toEqual(expected);
    expect(term('Terminal')).toBe('Front counter');
    const title = transaction.kind === 'pay' ? 'Sale' : 'Pre-authorization';
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible();
  });

  test('under which number it is found, whole for an operator who copies it', async () => {
    const { user } = await show(sale);
    expect(screen.getByTitle(sale.pnRefNum)).toBeVisible();
    await user.click(button(/^Copy/));
    expect(await navigator.clipboard.readText()).toBe(sale.pnRefNum);
  });
});

describe('what may be done with it', () => {
  test.each<[string, Transaction, string[], RegExp?]>([
    ['a sale', sale, ['Give back $50.00']],
    ['a settled sale', { ...sale, settled: true }, ['Give back $50.00']],
    ['a sale that is not settled', { ...sale, settled: false }, ['Give back $50.00']],
    ['a sale of which a part went back', { ...sale, refundedCents: 1250 }, ['Give back $37.50']],
    ['a sale that went back whole', { ...sale, refundedCents: 5000 }, [], /^All of it was refunded\.$/],
    ['a hold', hold, ['Collect $50.00 on Front counter', 'Release $50.00']],
    ['a settled hold', { ...hold, settled: true }, [], /^Nothing was collected, so/],
    ['a captured hold', { ...hold, capturedCents: 4200 }, ['Give back $42.00']],
  ])('of %s, and no word of the rest', async (_, transaction, actions, reason) => {
    const { container } = await show(transaction);
    const offered = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered.filter((name) => /^(Collect|Release|Give)/.test(name))).toEqual(actions);
    const said = [...container.querySelectorAll('.tillkit-notice')].map(({ textContent }) => textContent);
    expect(said).toEqual(reason ? [expect.stringMatching(reason)] : []);
  });
});

describe('what is asked before it goes back', () => {
  test.each([
    ['a hold', hold, 'Release $50.00', /The \$50\.00 held on Front counter is released/],
    ['a sale', { ...sale, settled: false }, 'Give back $50.00', /The \$50\.00 sale on Front counter is/],
    ['a captured hold', { ...hold, capturedCents: 4200 }, 'Give back $42.00', /the \$42\.00 sale on/],
  ] as const)('of %s names what is given up', async (_, transaction, name, words) => {
    const { user } = await show(transaction);
    await user.click(button(name));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(words);
  });
});

describe('an amount', () => {
  test('is all that is left at first, with a hint that says what stays', async () => {
    const { user } = await show({ ...sale, settled: true });
    expect(amountField()).toHaveValue('50.00');
    expect(amountField()).toHaveAccessibleDescription(/Up to \$50\.00\.$/);
    await user.clear(amountField());
    await user.type(amountField(), '20');
    expect(amountField()).toHaveAccessibleDescription(/The other \$30\.00 stays paid\./);
    expect(button('Give back $20.00')).toBeEnabled();
  });

  test('that is none takes the sum from the button, and a press says what is wrong', async () => {
    const { user, sent } = await show({ ...sale, settled: true });
    await user.clear(amountField());
    expect(amountField()).not.toHaveAttribute('aria-invalid');
    await user.click(button('Give back'));
    expect(amountField()).toBeInvalid();
    expect(amountField()).toHaveAccessibleDescription(/Enter an amount/);
    expect(amountField()).toHaveFocus();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent('refund')).toEqual([]);
  });

  test('is sent by Enter once, and the page is not left', async () => {
    const onSubmit = vi.fn<(event: Event) => void>();
    const { user, sent, pass, container } = await show(hold);
    container.addEventListener('submit', onSubmit);
    await user.type(amountField(), '{Enter}');
    expect(onSubmit.mock.calls.map(([event]) => event.defaultPrevented)).toEqual([true]);
    await pass(500);
    expect(sent('capture')).toHaveLength(1);
  });
});

test('of two providers that gave the same reference, a payment shows its own operations only', async () => {
  const harness = createHarness();
  const [alpha, beta] = [
    { ...sale, provider: 'alpha' },
    { ...sale, provider: 'beta', terminalId: 'terminal-2' },
  ];
  const both = (
    <>
      <TransactionActions transaction={alpha} aria-label="alpha" />
      <TransactionActions transaction={beta} aria-label="beta" />
    </>
  );
  const { rerender } = render(both, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const of = (name: string) => within(screen.getByRole('region', { name }));
  const user = userEvent.setup();
  await user.click(of('alpha').getByRole('button', { name: /^Give back/ }));
  await user.click(of('alpha').getByRole('button', { name: /^Yes/ }));
  await pass(500);
  expect(of('alpha').getByRole('region', { name: 'Payment status' })).toBeVisible();
  expect(of('beta').queryByRole('region', { name: 'Payment status' })).toBeNull();
  expect(of('beta').getByRole('button', { name: /^Give back/ })).toBeVisible();
  // One place shows the one after the other.
  rerender(<TransactionActions transaction={beta} aria-label="beta" />);
  expect(of('beta').getByRole('button', { name: /^Give back/ })).toBeVisible();
});

describe('the provider of the terminal', () => {
  const terminals = [{ id: terminalId, name: 'Front counter', provider: 'beta' as const }];
  const routesOf = async (transaction: Transaction) => {
    const till = await show(transaction, { terminals });
    await till.user.click(button('Give back $50.00'));
    await till.user.click(button(/^Yes, give back/));
    return till.operations.list()[0]?.provider;
  };

  test('is the one the host names, else the one of the list', async () => {
    expect(await routesOf({ ...sale, provider: 'alpha' })).toBe('alpha');
  });

  test('is the one of the list where the host names none', async () => {
    expect(await routesOf(sale)).toBe('beta');
  });
});

describe('until the journal was read', () => {
  test('nothing can be sent: what is open is not known yet', async () => {
    let tell: () => void = () => undefined;
    const read = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const journal = { list: () => read.then(() => []) };
    const { user, sent, pass } = await show(hold, { journal });
    expect(button(/^Collect/)).toBeDisabled();
    expect(button(/^Release/)).toBeDisabled();
    expect(amountField()).toBeDisabled();
    await user.click(button(/^Collect/));
    expect(sent('capture')).toEqual([]);
    tell();
    await pass(300);
    expect(button(/^Collect/)).toBeEnabled();
    expect(amountField()).toBeEnabled();
  });
});

test('a form that comes back names the step in its own words', async () => {
  const labels = { back: 'All done', title: () => 'Ticket' };
  const { user, pass } = await show(hold, { scenario: 'lost-request', props: { labels } });
  await user.click(button(/^Release/));
  await user.click(button(/^Yes, release/));
  await pass(500);
  const status = within(screen.getByRole('region', { name: 'Payment status' }));
  await pass(1000);
  await user.click(answer('receipt', 'It was not done'));
  await user.click(status.getByRole('button', { name: 'Yes, it was not done' }));
  await user.click(button('All done'));
  expect(screen.getByRole('heading', { name: 'Ticket' })).toHaveFocus();
  expect(button(/^Release/)).toBeEnabled();
});

describe('what becomes of it', () => {
  const callbacks = () => ({
    onPaymentComplete: vi.fn<NonNullable<TransactionActionsProps['onPaymentComplete']>>(),
    onPaymentFailed: vi.fn<NonNullable<TransactionActionsProps['onPaymentFailed']>>(),
    onPaymentRejected: vi.fn<NonNullable<TransactionActionsProps['onPaymentRejected']>>(),
    onPaymentUnknown: vi.fn<NonNullable<TransactionActionsProps['onPaymentUnknown']>>(),
  });
  const calls = (props: ReturnType<typeof callbacks>) =>
    Object.entries(props).flatMap(([name, { mock }]) => mock.calls.map(([{ kind }]) => `${name} ${kind}`));

  test('is told to the host that started it, once', async () => {
    const props = callbacks();
    const { user, pass } = await show(hold, { scenario: 'lost-request', props });
    await user.click(button(/^Collect/));
    await pass(500);
    expect(calls(props)).toEqual(['onPaymentUnknown capture']);
  });

  test('is shown and not told where another part of the page started it', async () => {
    const props = callbacks();
    const { operations, pass } = await show(hold, { scenario: 'lost-request', props });
    const request = { terminalId, pnRefNum: hold.pnRefNum, amount: 5000 };
    await act(async () => void (await operations.start('capture', request, { flowKey: 'elsewhere' })));
    await pass(500);
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveAttribute('data-phase', 'unknown');
    expect(calls(props)).toEqual([]);
  });

  test('does not stand where another transaction comes under the same key', async () => {
    const { user, pass, change } = await show(hold, {
      scenario: 'lost-request',
      props: { flowKey: 'one' },
    });
    await user.click(button(/^Collect/));
    await pass(500);
    expect(screen.getByRole('region', { name: 'Payment status' })).toBeVisible();
    change({ pnRefNum: '555' });
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
    expect(button(/^Collect/)).toBeVisible();
  });
});

test('what the host offers after an outcome is not there before it', async () => {
  const harness = createHarness();
  render(
    <parts.TransactionActions.Root transaction={hold}>
      <parts.TransactionActions.Entry>
        <parts.TransactionActions.Capture />
      </parts.TransactionActions.Entry>
      <parts.TransactionActions.Status>
        <button>Print</button>
      </parts.TransactionActions.Status>
    </parts.TransactionActions.Root>,
    { wrapper: harness.wrapper },
  );
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  harness.sandbox.setScenario('lost-request', { next: true });
  await userEvent.setup().click(button(/^Collect/));
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  await pass(500);
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  const { id } = harness.operations.list()[0]!;
  act(() => harness.operations.resolveUnknown(id, { charged: false, basis: 'receipt' }));
  expect(button('Print')).toBeVisible();
});
