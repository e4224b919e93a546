import { Session } from 'node:inspector/promises';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import * as Parts from 'tillkit/parts';
import { useTerminalCheckoutContext } from 'tillkit/parts';
import { createMemoryJournal, createTerminalOperations } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import type { ReactNode } from 'react';
import { answer } from '../answer.ts';

async function show(props: TerminalCheckoutProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const callbacks = {
    onPaymentComplete: vi.fn<NonNullable<TerminalCheckoutProps['onPaymentComplete']>>(),
    onPaymentUnknown: vi.fn<NonNullable<TerminalCheckoutProps['onPaymentUnknown']>>(),
    onTerminalChange: vi.fn<NonNullable<TerminalCheckoutProps['onTerminalChange']>>(),
  };
  const view = render(<TerminalCheckout {...callbacks} {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  const user = userEvent.setup();
  await pass(200);
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());

  return {
    ...harness,
    ...view,
    ...callbacks,
    pass,
    user,
    enter: async (amount: string, terminal = /^Front/) => {
      await user.click(screen.getByRole('radio', { name: terminal }));
      await user.type(screen.getByRole('textbox', { name: 'Amount' }), amount);
    },
    charge: async () => {
      await user.click(screen.getByRole('button', { name: /^Charge \$/ }));
      await screen.findByRole('region', { name: 'Payment status' });
    },
  };
}

const payments = ({ sandbox }: Pick<Harness, 'sandbox'>) =>
  sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const heading = (name: string) => screen.findByRole('heading', { name });

/** Which functions of `src` run meanwhile, as `components/kit/part.tsx Part`. */
async function functionsRun(trip: () => void): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  trip();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const [, file] = /\/src\/([^?]+)/.exec(url) ?? [];
    const run = functions.filter(({ ranges, functionName }) => ranges[0]?.count && functionName);
    return file === undefined || url.includes('/node_modules/')
      ? []
      : run.map(({ functionName }) => `${file} ${functionName}`);
  });
}

describe('a sale', () => {
  test('from the first field to "Approved", one request with what the button said', async () => {
    const checkout = await show();
    const { pass, user, onPaymentComplete } = checkout;
    await checkout.enter('1,234.5');
    await user.click(screen.getByRole('button', { name: 'Order number' }));
    await user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    expect(screen.getByRole('button', { name: 'Charge $1,234.50 on Front counter' })).toBeVisible();
    await checkout.charge();
    expect(screen.queryByRole('button', { name: /^Charge\b/ })).toBeNull();
    expect(screen.getByRole('region', { name: 'Payment status' })).toHaveFocus();
    await pass(9000);
    await heading('Approved');
    expect(payments(checkout)).toHaveLength(1);
    expect(payments(checkout)[0]?.body).toMatchObject({
      terminalId: 'terminal-1',
      amount: 123_450,
      receipt: false,
      orderNumber: 'A-7',
    });
    expect(payments(checkout)[0]?.body).not.toHaveProperty('email');
    expect(onPaymentComplete).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ phase: 'complete', amountCents: 123_450 }),
    );
  });

  test('a key in the amount draws the amount and the button, and no other field', async () => {
    const customFields = [{ key: 'table', label: 'Table', type: 'text' as const, required: true }];
    const { enter } = await show({
      customFields,
      layout: 'keypad',
      fields: { orderNumber: { value: 'A-7' } },
    });
    await enter('12.5');
    const run = await functionsRun(() => fireEvent.input(amountField(), { target: { value: '12.56' } }));
    expect(screen.getByRole('button', { name: 'Charge $12.56 on Front counter' })).toBeVisible();
    // Not the picker, no other field, nothing that looks at operations or asks for lists.
    const others = /[/]terminal-picker[/]|[/]fields.tsx \w*Field$|hooks[/]use(Op|Te|Re)|core[/](op|cl)/;
    expect(run.filter((name) => others.test(name) || name.endsWith(' TerminalCheckoutRoot'))).toEqual([]);
    expect(run.length).toBeLessThan(64); // no more than one can follow from the key to the button
    expect(run).not.toContain('components/amount-field/AmountField.tsx Keys');
    expect(run).toContain('components/amount-field/AmountField.tsx AmountFieldInput');
  });

  test('Enter in the amount sends it', async () => {
    const checkout = await show();
    await checkout.enter('12.50{Enter}');
    await screen.findByRole('region', { name: 'Payment status' });
    expect(payments(checkout)).toHaveLength(1);
  });

  test('twenty presses in one go send one request', async () => {
    const checkout = await show();
    await checkout.enter('12.50');
    const button = screen.getByRole('button', { name: /^Charge \$/ });
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(button);
    });
    await screen.findByRole('region', { name: 'Payment status' });
    await checkout.pass(9000);
    await heading('Approved');
    expect(payments(checkout)).toHaveLength(1);
    expect(checkout.sandbox.ledger.charges).toHaveLength(1);
  });

  test('the next customer starts with the same terminal and nothing of the one before', async () => {
    const checkout = await show();
    const { user, pass } = checkout;
    await checkout.enter('12.50');
    await user.click(screen.getByRole('button', { name: 'Order number' }));
    await user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+1 555 0100');
    await checkout.charge();
    await pass(9000);
    expect(payments(checkout)[0]?.body).toMatchObject({ receipt: true, email: 'ann@example.com' });
    await user.click(await screen.findByRole('button', { name: 'Next customer' }));
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveValue('');
    expect(screen.getByRole('radio', { name: /^Front counter/ })).toBeChecked();
    expect(screen.queryByRole('textbox', { name: 'Order number' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Send a receipt' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Order number' }));
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('');
  });

  test('after one that was not made, the same sale can be taken up without typing it anew', async () => {
    const checkout = await show();
    const { user } = checkout;
    await checkout.enter('12.01');
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await checkout.charge();
    await checkout.pass(9000);
    await heading('Not completed');
    await user.click(screen.getByRole('button', { name: 'Back to this sale' }));
    expect(screen.getByRole('button', { name: 'Charge $12.01 on Front counter' })).toBeVisible();
    // F101: an address is not kept once it was sent.
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    expect(payments(checkout)).toHaveLength(1);
  });

  test('carries the order number and custom values of the host', async () => {
    const customValues = [{ key: 'table', value: '12' }];
    const checkout = await show({ orderNumber: 'H-1', customValues, defaultTerminalId: 'terminal-1' });
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveAttribute('readonly');
    await checkout.user.type(amountField(), '5');
    await checkout.charge();
    await checkout.pass(200);
    expect(payments(checkout)[0]?.body).toMatchObject({ orderNumber: 'H-1', customValues });
  });
});

describe('before sending', () => {
  test('the button says what is missing', async () => {
    const checkout = await show();
    const button = screen.getByRole('button', { name: 'Charge' });
    expect(button).toHaveAccessibleDescription('Still missing: terminal and amount.');
    await checkout.user.type(amountField(), '5');
    expect(screen.getByRole('button', { name: 'Charge $5.00' })).toHaveAccessibleDescription(
      'Still missing: terminal.',
    );
  });

  test('pressing it leads to the first field that is not right', async () => {
    const checkout = await show();
    const { user } = checkout;
    await user.click(screen.getByRole('button', { name: 'Charge' }));
    expect(screen.getByRole('radio', { name: /^Front counter/ })).toHaveFocus();
    expect(screen.getByRole('radiogroup', { name: 'Terminal' })).toHaveAccessibleDescription(
      'Choose a terminal.',
    );
    expect(amountField()).toHaveAccessibleDescription(/Enter an amount\./);
    await user.keyboard(' ');
    await user.click(screen.getByRole('button', { name: /^Charge\b/ }));
    expect(amountField()).toHaveFocus();
    expect(payments(checkout)).toHaveLength(0);
  });

  test('an address is asked for only where a receipt is wanted, and one is enough', async () => {
    const checkout = await show();
    const { user } = checkout;
    await checkout.enter('12.50');
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    await user.click(screen.getByRole('button', { name: /^Charge\b/ }));
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription(/an email address or a phone number/);
    await user.type(email, 'ann@');
    expect(email).toHaveAccessibleDescription(/name@example\.com/);
    await user.clear(email);
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+1 555 0100');
    await checkout.charge();
    await checkout.pass(200);
    expect(payments(checkout)[0]?.body).toMatchObject({ receipt: true, phone: '+1 555 0100' });
    expect(payments(checkout)[0]?.body).not.toHaveProperty('email');
  });

  test('tells the host which terminal was chosen', async () => {
    const { enter, onTerminalChange } = await show();
    await enter('1', /^Bar/);
    expect(onTerminalChange).toHaveBeenCalledExactlyOnceWith(
      'terminal-2',
      expect.objectContaining({ reason: 'user' }),
    );
  });
});

describe('unknown', () => {
  test('a lost answer is "Not known yet", without words of an outcome, and nothing is sent again', async () => {
    const checkout = await show();
    await checkout.enter('12.03');
    await checkout.charge();
    await checkout.pass(200);
    await heading("We don't know yet if the card was charged");
    expect(checkout.container.innerHTML).not.toMatch(/failed|declined|try again/i);
    expect(screen.queryByRole('button', { name: /Charge\b|Next customer/ })).toBeNull();
    expect(checkout.onPaymentUnknown).toHaveBeenCalledOnce();
    await checkout.pass(600_000);
    expect(payments(checkout)).toHaveLength(1);
  });

  test('deciding later goes on with another terminal; on the same one its status shows in place', async () => {
    const checkout = await show();
    const { user } = checkout;
    await checkout.enter('12.03');
    await checkout.charge();
    await checkout.pass(200);
    await user.click(await screen.findByRole('button', { name: 'Decide later' }));
    await user.type(amountField(), '8.00');
    expect(screen.getByRole('button', { name: /^Charge\b/ })).toHaveAccessibleDescription(
      'It is not known yet how the last payment on Front counter ended.',
    );
    await user.click(screen.getByRole('button', { name: /^Charge\b/ }));
    const busy = await screen.findByRole('region', { name: 'Payment status' });
    expect(busy).toHaveAttribute('data-phase', 'unknown');
    expect(busy).toHaveTextContent('$12.03');
    expect(screen.queryByRole('button', { name: /^Charge\b/ })).toBeNull();
    await checkout.pass(1000);
    await user.click(answer('receipt', 'Charged'));
    expect(await screen.findByRole('button', { name: /^Charge \$/ })).toBeVisible();
    await checkout.pass(9000); // the terminal itself is still at the first one
    await user.click(screen.getByRole('button', { name: /^Charge \$8/ }));
    await checkout.pass(9000);
    await heading('Approved');
    expect(payments(checkout)).toHaveLength(2);
  });

  test('the same amount afterwards needs one yes that names time, amount and terminal', async () => {
    const checkout = await show();
    const { user } = checkout;
    await checkout.enter('12.03');
    await checkout.charge();
    await checkout.pass(200);
    await heading("We don't know yet if the card was charged");
    await checkout.pass(1000);
    await user.click(answer('receipt', 'Charged'));
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    await user.type(amountField(), '12.03{Enter}');
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveAccessibleDescription(
      '$12.03 was sent to Front counter at 9:30 AM. A person recorded it as charged.',
    );
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: /on Front counter/ })).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Charge $12.03 on Front counter' })).toHaveFocus();
    expect(payments(checkout)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Yes, charge $12.03 again' }));
    await screen.findByRole('region', { name: 'Payment status' });
    await checkout.pass(200);
    expect(payments(checkout)).toHaveLength(2);
  });
});

describe('refusals', () => {
  test('a changed draft takes the refusal away', async () => {
    const checkout = await show();
    await checkout.operations.start(
      'pay',
      { terminalId: 'terminal-1', amount: 4200, receipt: false },
      { flowKey: 'other' },
    );
    await checkout.enter('12.50');
    await checkout.user.click(screen.getByRole('button', { name: /^Charge\b/ }));
    expect(
      await screen.findByText(/Nothing was sent: Front counter is busy/, { selector: 'p' }),
    ).toBeVisible();
    await checkout.user.type(amountField(), '5');
    expect(screen.queryByText(/Nothing was sent/, { selector: 'p' })).toBeNull();
  });

  test('without a journal nothing is sent, and it says why', async () => {
    const { client, clock } = createHarness();
    const journal = {
      ...createMemoryJournal(),
      claim: () => Promise.reject(new Error('This device is full.')),
    };
    const operations = createTerminalOperations({ client, journal, clock });
    const checkout = await show({}, { provider: { operations } });
    await checkout.enter('12.50{Enter}');
    expect(
      await screen.findByText(/this device could not record the payment/, { selector: 'p' }),
    ).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/could not record/);
    expect(payments(checkout)).toHaveLength(0);
  });

  test('what the core refuses about a field stands at the field', async () => {
    const checkout = await show({ defaultTerminalId: '..', defaultAmountCents: 500 });
    await checkout.user.click(screen.getByRole('button', { name: /^Charge\b/ }));
    const group = screen.getByRole('radiogroup', { name: 'Terminal' });
    await waitFor(() => expect(group).toBeInvalid());
    expect(group).toContainElement(document.activeElement as HTMLElement);
    expect(payments(checkout)).toHaveLength(0);
  });
});

describe('coming back', () => {
  test('a checkout that is mounted again shows the payment that is still open', async () => {
    const checkout = await show();
    await checkout.enter('12.05');
    await checkout.charge();
    await checkout.pass(2000);
    checkout.unmount();
    render(<TerminalCheckout />, { wrapper: checkout.wrapper });
    expect(await screen.findByRole('region', { name: 'Payment status' })).toHaveTextContent('$12.05');
    expect(payments(checkout)).toHaveLength(1);
  });
});

const filled = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

/** A host's own arrangement. */
async function showParts(
  parts: ReactNode,
  props: Parts.TerminalCheckout.RootProps = filled,
  status?: ReactNode,
) {
  const harness = createHarness();
  const view = render(
    <Parts.TerminalCheckout.Root {...props}>
      <Parts.TerminalCheckout.Entry>{parts}</Parts.TerminalCheckout.Entry>
      <Parts.TerminalCheckout.Status>{status}</Parts.TerminalCheckout.Status>
    </Parts.TerminalCheckout.Root>,
    { wrapper: harness.wrapper },
  );
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const paid = () => harness.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { ...harness, ...view, pass, payments: paid, user: userEvent.setup() };
}

const charge = () => screen.findByRole('button', { name: 'Charge $12.50 on Front counter' });

describe('parts in an order of the host', () => {
  test('take a whole sale, with one request for twenty presses', async () => {
    const checkout = await showParts(
      [
        <Parts.TerminalCheckout.OrderNumber key="order" />,
        <Parts.TerminalCheckout.Action key="action" />,
        <Parts.TerminalCheckout.AmountField key="amount" />,
        <Parts.TerminalCheckout.Terminal key="terminal" />,
      ],
      filled,
      <Parts.TerminalCheckout.Next>Who is next?</Parts.TerminalCheckout.Next>,
    );
    await checkout.user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    const button = await charge();
    act(() => {
      for (let press = 0; press < 20; press += 1) fireEvent.click(button);
    });
    await checkout.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(checkout.payments()).toMatchObject([{ body: { amount: 1250, orderNumber: 'A-7' } }]);
    await checkout.user.click(screen.getByRole('button', { name: 'Who is next?' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  });

  test('a handler of the host can keep the button from sending, and the form too', async () => {
    const onClick = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
    const checkout = await showParts(<Parts.TerminalCheckout.Charge onClick={onClick} />);
    await checkout.user.click(await charge());
    await checkout.pass(9000);
    expect(onClick).toHaveBeenCalledOnce();
    expect(checkout.payments()).toEqual([]);
  });

  test('what is left out and missing is said at the button, before and after a press', async () => {
    const checkout = await showParts(<Parts.TerminalCheckout.Action />, {});
    const press = () => checkout.user.click(screen.getByRole('button', { name: 'Charge' }));
    const hint = 'Still missing: terminal and amount.';
    expect(screen.getByRole('button', { name: 'Charge' })).toHaveAccessibleDescription(hint);
    await press();
    await press();
    expect(screen.getByRole('button', { name: 'Charge' })).toHaveAccessibleDescription(hint);
    expect(checkout.payments()).toEqual([]);
  });

  test('quick amounts are drawn by the host', async () => {
    const { user } = await showParts(
      [
        <Parts.TerminalCheckout.QuickAmounts key="quick">
          {(cents) => (
            <Parts.TerminalCheckout.QuickAmount key={cents} amountCents={cents}>
              {cents / 100} dollars
            </Parts.TerminalCheckout.QuickAmount>
          )}
        </Parts.TerminalCheckout.QuickAmounts>,
        <Parts.TerminalCheckout.Charge key="charge" />,
      ],
      { defaultTerminalId: 'terminal-1', quickAmountsCents: [500, 1250] },
    );
    await user.click(screen.getByRole('button', { name: '12.5 dollars' }));
    expect(screen.getByRole('button', { name: '12.5 dollars' })).toHaveAttribute('aria-pressed', 'true');
    expect(await charge()).toBeVisible();
  });

  test('the context has the integer that the button names', async () => {
    const Total = () => <output>{useTerminalCheckoutContext().sale.draft.amountCents}</output>;
    await showParts([<Total key="total" />, <Parts.TerminalCheckout.Charge key="charge" />]);
    await charge();
    expect(screen.getByText('1250')).toBeVisible();
  });
});

describe('what must not be pressed by habit', () => {
  test('the button alone is gone while it is asked, and nothing is sent without the question', async () => {
    const checkout = await showParts(
      [<Parts.TerminalCheckout.Charge key="charge" />, <Parts.TerminalCheckout.Hint key="hint" />],
      { ...filled, confirm: 'always' },
    );
    await checkout.user.click(await charge());
    await checkout.pass(9000);
    expect(screen.queryByRole('button')).toBeNull();
    expect(checkout.payments()).toEqual([]);
  });

  test('the button alone comes back with the focus when the question is taken back', async () => {
    const checkout = await showParts(
      [<Parts.TerminalCheckout.Question key="question" />, <Parts.TerminalCheckout.Charge key="charge" />],
      { ...filled, confirm: 'always' },
    );
    await checkout.user.click(await charge());
    expect(screen.getByRole('alertdialog', { name: 'Charge $12.50 on Front counter?' })).toBeVisible();
    await checkout.user.keyboard('{Escape}');
    expect(await charge()).toHaveFocus();
    expect(checkout.payments()).toEqual([]);
  });

  test('the button alone is gone while the operation that holds the terminal is shown', async () => {
    const checkout = await showParts([
      <Parts.TerminalCheckout.Charge key="charge" />,
      <Parts.TerminalCheckout.Refusal key="refusal" />,
    ]);
    const other = { terminalId: 'terminal-1', amount: 4200, receipt: false };
    await act(async () => void (await checkout.operations.start('pay', other, { flowKey: 'other' })));
    await checkout.user.click(await charge());
    await waitFor(() => expect(screen.getByRole('region', { name: 'Payment status' })).toBeVisible());
    expect(screen.queryByRole('button', { name: /^Charge\b/ })).toBeNull();
    expect(checkout.payments()).toHaveLength(1);
    await checkout.pass(9000);
    expect(await charge()).toBeVisible();
  });
});
