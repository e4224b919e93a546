import { fireEvent, act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ReactNode } from 'react';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { allowConsole } from '../../setup.dom.ts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  defineService,
} from 'tillkit/core';
import type { RouteOverrides } from '../../../src/core/wire/routes.ts';
import { whenOver } from '../../cleanups.ts';
import { answer } from '../answer.ts';

/** A till whose terminal is chosen already. */
async function show(props: TerminalCheckoutProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const own = { defaultTerminalId: 'terminal-1', ...props };
  const view = render(<TerminalCheckout {...own} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  const user = userEvent.setup();
  await pass(300);
  const name = /^(Charge|Authorize)/;
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeVisible());
  return {
    ...harness,
    pass,
    user,
    rerender: (next: TerminalCheckoutProps) => view.rerender(<TerminalCheckout {...own} {...next} />),
    press: () => user.click(screen.getByRole('button', { name })),
    sent: () =>
      harness.sandbox.ledger.requests
        .filter(({ operation }) => operation === 'pay' || operation === 'preAuth')
        .map(({ operation, body }) => ({ operation, ...(body as object) })),
  };
}

const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const status = () => screen.findByRole('region', { name: 'Payment status' });

describe('a pre-authorization', () => {
  test('is authorized by its own request, and the button says so', async () => {
    const onPaymentComplete = vi.fn<NonNullable<TerminalCheckoutProps['onPaymentComplete']>>();
    const till = await show({ kind: 'preAuth', onPaymentComplete });
    expect(screen.getByRole('form', { name: 'New pre-authorization' })).toBeVisible();
    await till.user.type(amountField(), '80');
    await till.user.click(screen.getByRole('button', { name: 'Authorize $80.00 on Front counter' }));
    await status();
    await till.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Authorized' })).toBeVisible();
    expect(till.sent()).toMatchObject([{ operation: 'preAuth', amount: 8000, terminalId: 'terminal-1' }]);
    expect(onPaymentComplete).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'preAuth', amountCents: 8000 }),
    );
  });

  test('asks in its own words before the same amount again', async () => {
    const till = await show({ kind: 'preAuth', defaultAmountCents: 1203 });
    await till.press();
    await till.pass(500);
    await till.pass(1000);
    await till.user.click(answer('receipt', 'Charged'));
    await till.user.click(screen.getByRole('button', { name: 'Next customer' }));
    await till.user.type(amountField(), '12.03{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Authorize the same amount again?' });
    expect(within(question).getByRole('button', { name: 'Yes, authorize $12.03 again' })).toBeVisible();
  });
});

describe('confirm', () => {
  test('"always" asks with the amount and the terminal, the focus on Cancel, and sends after yes', async () => {
    const till = await show({ confirm: 'always', defaultAmountCents: 1250 });
    await till.press();
    const question = screen.getByRole('alertdialog', { name: 'Charge $12.50 on Front counter?' });
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Charge/ })).toBeNull();
    await till.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Charge $12.50 on Front counter' })).toHaveFocus();
    expect(till.sent()).toEqual([]);
    await till.user.keyboard('{Enter}');
    await till.user.click(screen.getByRole('button', { name: 'Yes, charge $12.50' }));
    await status();
    expect(till.sent()).toMatchObject([{ amount: 1250 }]);
  });

  test('F106: with "always" one click that another site steers charges nothing, nor does its double click', async () => {
    const till = await show({ confirm: 'always', defaultAmountCents: 1250 });
    await till.press();
    const yes = screen.getByRole('button', { name: 'Yes, charge $12.50' });
    fireEvent.click(yes, { detail: 2 });
    await till.pass(1000);
    expect(yes).toBeVisible();
    expect(till.sent()).toEqual([]);
  });

  test.each([
    { confirm: 'auto', confirmAboveCents: undefined, cents: 99_999, asks: false },
    { confirm: 'auto', confirmAboveCents: 5000, cents: 5000, asks: false },
    { confirm: 'auto', confirmAboveCents: 5000, cents: 5001, asks: true },
    { confirm: 'never', confirmAboveCents: 5000, cents: 5001, asks: false },
    { confirm: undefined, confirmAboveCents: 5000, cents: 5001, asks: true },
  ] as const)(
    '$confirm above $confirmAboveCents asks about $cents: $asks',
    async ({ cents, asks, ...props }) => {
      const till = await show({ ...props, defaultAmountCents: cents });
      await till.press();
      if (asks) expect(await screen.findByRole('alertdialog')).toBeVisible();
      else await status();
      expect(till.sent()).toHaveLength(asks ? 0 : 1);
    },
  );

  test('a question does not outlive its amount, nor does Enter in a field answer it', async () => {
    const till = await show({ confirm: 'always', defaultAmountCents: 1250 });
    await till.press();
    await till.user.click(screen.getByRole('button', { name: 'Order number' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Order number' }), '{Enter}');
    expect(till.sent()).toEqual([]);
    await till.user.type(amountField(), '0');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    till.rerender({ confirm: 'always', fields: { amount: { hidden: true, value: 700 } } });
    await till.press();
    expect(screen.getByRole('alertdialog', { name: 'Charge $7.00 on Front counter?' })).toBeVisible();
    till.rerender({ confirm: 'always', fields: { amount: { hidden: true, value: 900 } } });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(till.sent()).toEqual([]);
  });
});

describe('F83: what the button says is what is sent', () => {
  const scaled = (currency: string, amountScale: 'iso' | 'hundredths', locale = 'en-US') => ({
    scale: { currency, amountScale, locale },
  });
  test.each([
    { ...scaled('USD', 'iso'), text: '19.99', says: '$19.99', amount: 1999 },
    { ...scaled('JPY', 'iso'), text: '1250', says: '¥1,250', amount: 1250 },
    { ...scaled('JPY', 'hundredths'), text: '1250', says: '¥1,250', amount: 125_000 },
    { ...scaled('KWD', 'iso'), text: '1.234', says: 'KWD 1.234', amount: 1234 },
    { ...scaled('KWD', 'hundredths'), text: '1.23', says: 'KWD 1.230', amount: 123 },
    { ...scaled('EGP', 'iso', 'ar-EG'), text: '١٢٫٥٠', says: '١٢٫٥٠', amount: 1250 },
  ])('$scale.currency counted as $scale.amountScale', async ({ scale, text, says, amount }) => {
    const { currency, amountScale, locale } = scale;
    const till = await show({ confirm: 'always' }, { amountScale, provider: { currency, locale } });
    await till.user.type(amountField(), text);
    const plain = (words: string | null) => (words ?? '').replaceAll('\u00a0', ' ');
    expect(plain(screen.getByRole('button', { name: /^Charge/ }).textContent)).toContain(says);
    await till.press();
    const question = await screen.findByRole('alertdialog');
    expect(plain(question.textContent)).toContain(says);
    await till.user.click(screen.getByRole('button', { name: /^Yes/ }));
    const region = await status();
    expect(plain(region.textContent)).toContain(says);
    expect(till.sent()).toMatchObject([{ amount }]);
  });

  test('F105: an Arabic amount is set apart from the words and names beside it', async () => {
    await show({ defaultAmountCents: 1250 }, { provider: { currency: 'USD', locale: 'ar-EG' } });
    expect(screen.getByRole('button', { name: /^Charge/ })).toHaveTextContent(
      /^Charge \u2067\u200f١٢٫٥٠.\u2068US\$\u2069\u2069 on Front counter$/,
    );
  });

  test('an amount with a digit the wire cannot carry is refused at the field', async () => {
    const till = await show(
      { quickAmountsCents: [1234] },
      { amountScale: 'hundredths', provider: { currency: 'KWD' } },
    );
    await till.user.click(screen.getByRole('button', { name: /KWD.1\.234/ }));
    await till.press();
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveAccessibleDescription(/Round the amount/);
    expect(till.sent()).toEqual([]);
  });
});

test('quick amounts enter an amount with one press, and say which one it is', async () => {
  const till = await show({ quickAmountsCents: [500, 1000, 2000] });
  const group = screen.getByRole('group', { name: 'Quick amounts' });
  await till.user.click(within(group).getByRole('button', { name: '$10.00' }));
  expect(amountField()).toHaveValue('10.00');
  expect(within(group).getByRole('button', { pressed: true })).toHaveTextContent('$10.00');
  await till.user.click(screen.getByRole('button', { name: 'Charge $10.00 on Front counter' }));
  await status();
  expect(till.sent()).toMatchObject([{ amount: 1000 }]);
});

test('a quick amount that is no whole number of cents has no button, and each amount has one', async () => {
  await show({ quickAmountsCents: [500, 19.99 * 100, Number.NaN, 500, 1000] });
  const buttons = within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual(['$5.00', '$10.00']);
});

describe('fields of the host', () => {
  test('hidden ones are not shown, and their current value is sent', async () => {
    const fields = (amount: number) => ({
      terminalId: { hidden: true, value: 'terminal-2' },
      amount: { hidden: true, value: amount },
      orderNumber: { hidden: true, value: 'H-7' },
      receipt: { hidden: true, value: true },
      email: { hidden: true, value: 'ann@example.com' },
      phone: { hidden: true },
    });
    const till = await show({ fields: fields(500) });
    till.rerender({ fields: fields(750) });
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    await till.user.click(screen.getByRole('button', { name: 'Charge $7.50 on Bar' }));
    await status();
    expect(till.sent()).toMatchObject([
      { terminalId: 'terminal-2', amount: 750, orderNumber: 'H-7', receipt: true, email: 'ann@example.com' },
    ]);
  });

  test('read-only ones cannot be changed, filled ones can', async () => {
    const till = await show({
      fields: {
        terminalId: { readOnly: true, value: 'terminal-1' },
        amount: { readOnly: true, value: 4200 },
        orderNumber: { value: 'A-1' },
        receipt: { readOnly: true, value: true },
        email: { readOnly: true, value: 'ann@example.com' },
        phone: { hidden: true },
      },
      quickAmountsCents: [500],
    });
    expect(screen.getByRole('group', { name: 'Terminal' })).toHaveTextContent('Front counter Free');
    expect(amountField()).toHaveAttribute('readonly');
    expect(screen.queryByRole('group', { name: 'Quick amounts' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Send a receipt' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
    await till.user.type(screen.getByRole('textbox', { name: 'Order number' }), '2');
    await till.press();
    await status();
    expect(till.sent()).toMatchObject([{ amount: 4200, orderNumber: 'A-12', email: 'ann@example.com' }]);
  });

  test('required ones are asked for at the field, in the order of the form', async () => {
    const till = await show({
      defaultAmountCents: 500,
      fields: {
        orderNumber: { required: true },
        receipt: { required: true },
        phone: { required: true },
      },
    });
    await till.press();
    const order = screen.getByRole('textbox', { name: 'Order number' });
    expect(order).toHaveFocus();
    expect(order).toHaveAccessibleDescription('Enter an order number.');
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Tick this to go on.');
    await till.user.keyboard('A-1');
    await till.user.click(screen.getByRole('checkbox'));
    await till.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await till.press();
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(
      'Enter a phone number.',
    );
    await till.user.keyboard('+1 555 0100');
    await till.press();
    await status();
    expect(till.sent()).toMatchObject([
      { orderNumber: 'A-1', email: 'ann@example.com', phone: '+1 555 0100' },
    ]);
  });

  test('an address is not checked, and not sent, where no receipt is wanted', async () => {
    const till = await show({ defaultAmountCents: 500, fields: { email: { value: 'not an address' } } });
    await till.press();
    await status();
    expect(till.sent()[0]).toMatchObject({ receipt: false });
    expect(till.sent()[0]).not.toHaveProperty('email');
  });

  test('a receipt without any address to enter is sent as it is', async () => {
    const hidden = { hidden: true };
    const till = await show({
      defaultAmountCents: 500,
      fields: { receipt: { value: true }, email: hidden, phone: hidden },
    });
    await till.press();
    await status();
    expect(till.sent()).toMatchObject([{ receipt: true }]);
  });

  test.each([1998.9999999999998, Number.NaN, 2 ** 53])(
    'an amount that is no whole number of cents, %d, is not shown, and a sentence says so',
    async (defaultAmountCents) => {
      const till = await show({ confirm: 'always', defaultAmountCents });
      expect(amountField()).toHaveValue('');
      expect(amountField()).toHaveAccessibleDescription(/filled in for you cannot be read\. Enter it\./);
      await till.press();
      expect(till.sent()).toEqual([]);
      expect(screen.queryByRole('alertdialog')).toBeNull();
      await till.user.type(amountField(), '19.99');
      expect(amountField()).not.toHaveAccessibleDescription(/cannot be read/);
    },
  );

  test.each(['terminalId', 'amount'] as const)(
    'a hidden %s without a value is a mistake of the host',
    (name) => {
      allowConsole(/ConfigurationError|could ever be sent|The above error occurred/);
      const caught = vi.fn<(error: unknown) => void>();
      class Boundary extends Component<{ children?: ReactNode }> {
        override state = { hasFailed: false };
        static getDerivedStateFromError = () => ({ hasFailed: true });
        override componentDidCatch = (error: unknown) => caught(error);
        override render = () => (this.state.hasFailed ? null : this.props.children);
      }
      const { wrapper } = createHarness();
      render(
        <Boundary>
          <TerminalCheckout fields={{ [name]: { hidden: true } }} />
        </Boundary>,
        { wrapper },
      );
      expect(caught).toHaveBeenCalledWith(
        expect.objectContaining({ code: 'configuration', field: `fields.${name}` }),
      );
    },
  );
});

describe('custom values', () => {
  const customFields = [
    { key: 'table', label: 'Table', required: true },
    {
      key: 'shift',
      label: 'Shift',
      type: 'choice',
      choices: [
        { value: 'am', label: 'Morning' },
        { value: 'pm', label: 'Evening' },
      ],
    },
  ] as const;

  test('are entered at the till, and sent with their words and those of the host', async () => {
    const till = await show({
      defaultAmountCents: 500,
      customFields,
      customValues: [{ key: 'till', value: '3' }],
    });
    const group = screen.getByRole('group', { name: 'Details' });
    await till.press();
    const table = within(group).getByRole('textbox', { name: 'Table' });
    expect(table).toHaveFocus();
    expect(table).toHaveAccessibleDescription('This is needed.');
    await till.user.type(table, '12');
    await till.user.selectOptions(within(group).getByRole('combobox', { name: 'Shift' }), 'Evening');
    await till.press();
    await status();
    expect(till.sent()[0]).toMatchObject({
      customValues: [
        { key: 'till', value: '3' },
        { key: 'table', label: 'Table', value: '12' },
        { key: 'shift', label: 'Shift', value: 'pm', valueLabel: 'Evening' },
      ],
    });
  });

  test('F101: nothing typed of one customer is left for the next, also where the host filled it in', async () => {
    const onNextCustomer = vi.fn();
    const till = await show({
      customFields,
      onNextCustomer,
      fields: {
        receipt: { value: true },
        email: { value: 'ann@example.com' },
        customValues: { value: [{ key: 'shift', value: 'am' }] },
      },
    });
    await till.user.type(amountField(), '5');
    await till.user.type(screen.getByRole('textbox', { name: 'Table' }), '12');
    await till.user.type(screen.getByRole('textbox', { name: 'Phone' }), '+1 555 0100');
    await till.press();
    await till.pass(9000);
    await till.user.click(await screen.findByRole('button', { name: 'Next customer' }));
    expect(onNextCustomer).toHaveBeenCalledOnce();
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Table' })).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Shift' })).toHaveDisplayValue('Morning');
    expect(screen.getByRole('checkbox', { name: 'Send a receipt' })).toBeChecked();
    expect(amountField()).toHaveFocus();
  });
});

describe('F62: what is changed while a payment is out', () => {
  test('holds for the next one only', async () => {
    const till = await show({ fields: { amount: { readOnly: true, value: 500 } } });
    await till.press();
    till.rerender({ fields: { amount: { readOnly: true, value: 9900 } } });
    const region = await status();
    await till.pass(9000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(region).toHaveTextContent('$5.00');
    expect(till.sent()).toMatchObject([{ amount: 500 }]);
  });
});

test('F95: markup in the name of a terminal, an order number or a sentence of the service stays text', async () => {
  const evil = '<img src=x onerror="window.tillkitPwned=true">';
  const till = await show({ fields: { orderNumber: { value: evil }, terminalId: { value: evil } } });
  await till.user.type(amountField(), '5');
  expect(screen.getByRole('button', { name: /^Charge/ })).toHaveTextContent(evil);
  expect(document.querySelector('img')).toBeNull();
});

const byProvider: RouteOverrides = { pay: { path: ({ provider }) => `/${provider ?? 'alpha'}/pay` } };

/** A till with a terminal of the second provider, whose list of terminals comes when it is let through. */
async function showRoutes(routes: RouteOverrides) {
  const { sandbox, client: base, clock, advance } = createHarness({ latencyMs: 0 });
  const paths: string[] = [];
  let letThrough = () => {};
  let isRefused = false;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const client = createPaymentsClient({
    ...base.options,
    service: defineService({ routes }),
    fetcher: async (request, init) => {
      const { pathname, origin, search } = new URL(request.url);
      if (pathname.endsWith('/terminals')) {
        await gate;
        if (isRefused) return new Response(null, { status: 500 });
      }
      if (request.method === 'POST') paths.push(pathname);
      const plain = pathname.replace(/\/(alpha|beta)(?=\/pay$)/, '');
      return sandbox.fetch(new Request(`${origin}${plain}${search}`, request), init);
    },
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  whenOver(() => operations.dispose());
  const { wrapper } = createHarness({ provider: { client, operations } });
  const pass = (ms: number) => act(() => advance(ms));
  const view = render(<TerminalCheckout defaultTerminalId="terminal-2" defaultAmountCents={1250} />, {
    wrapper,
  });
  await pass(200);
  const user = userEvent.setup();
  const press = async () => {
    await user.click(screen.getByRole('button', { name: /^Charge \$12\.50/ }));
    await pass(100);
  };
  return { ...view, paths, press, pass, letThrough, refuse: () => (isRefused = true) };
}
const notLoaded = 'Load the list of terminals first.';

test('no payment goes to an address that depends on a provider that is not known yet', async () => {
  const { press, paths, letThrough, pass } = await showRoutes(byProvider);
  await press();
  expect(screen.getByText(notLoaded)).toBeVisible();
  expect(paths).toEqual([]);
  letThrough();
  await pass(100);
  await waitFor(() => expect(screen.queryByText(notLoaded)).toBeNull());
  await press();
  await screen.findByRole('region', { name: 'Payment status' });
  expect(paths).toEqual([expect.stringMatching(/\/beta\/pay$/)]);
});

test('nor does one while the list cannot be had', async () => {
  const { press, paths, letThrough, refuse, pass } = await showRoutes(byProvider);
  refuse();
  letThrough();
  await pass(30_000);
  await press();
  expect(screen.getByText(notLoaded)).toBeVisible();
  expect(paths).toEqual([]);
});

test('where one address serves all providers, the till does not wait for the list', async () => {
  const { press, paths } = await showRoutes({});
  await press();
  await screen.findByRole('region', { name: 'Payment status' });
  expect(paths).toEqual([expect.stringMatching(/\/pay$/)]);
});
