import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import * as Parts from 'tillkit/parts';
import { useCheckoutEntry, useTerminalCheckoutContext } from 'tillkit/parts';
import { describe, expect, test } from 'vitest';
import { whenOver } from '../../cleanups.ts';
import { createHarness } from '../../harness.tsx';
import { sell, showTill } from '../checkoutTill.tsx';

const amountField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const orderNumber = () => screen.queryByRole('textbox', { name: 'Order number' });
const region = () => screen.getByRole('region', { name: 'Payment status' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const adding = () =>
  within(screen.getByRole('group', { name: 'Add' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

/** A page under a finger. */
function underFinger() {
  const view = document.defaultView as unknown as Record<string, unknown>;
  view['matchMedia'] = (query: string) => ({ matches: query === '(pointer: coarse)' });
  whenOver(() => delete view['matchMedia']);
}

const leaveField = () => (document.activeElement as HTMLElement).blur();

describe('what a sale costs the hand', () => {
  test('12.50 is five keys from load to the next sale', async () => {
    const till = await showTill({ entry: 'cents' });
    let keys = 0;
    const press = async (name: string) => {
      keys += 1;
      await till.user.keyboard(name);
    };
    for (const name of ['1', '2', '5', '0', '{Enter}']) await press(name);
    await till.pass(30_000);
    expect(keys).toBe(5);
    expect(region()).toHaveAttribute('data-phase', 'complete');
    expect(till.sent()).toMatchObject([{ amount: 1250 }]);
    await till.pass(1000); // React 18 draws what comes in a while at its end
    await press('7');
    await till.pass(100);
    expect(amountField()).toHaveValue('0.07');
    expect(amountField()).toHaveFocus();
    expect(till.sent()).toHaveLength(1);
  });

  test('on its keypad it is six taps, and no keyboard of the system comes up', async () => {
    underFinger();
    const till = await showTill({ entry: 'cents', layout: 'keypad', quickAmountsCents: [500] });
    let taps = 0;
    const tap = async (name: string | RegExp) => {
      taps += 1;
      await till.user.click(button(name));
    };
    expect(document.body).toHaveFocus();
    expect(amountField()).toHaveAttribute('inputmode', 'none');
    for (const name of ['1', '2', '5', '0', 'Charge $12.50 on Front counter']) await tap(name);
    await till.pass(30_000);
    await tap('Next customer');
    expect(taps).toBe(6);
    expect(till.sent()).toMatchObject([{ amount: 1250 }]);
    expect(amountField()).toHaveValue('');
    expect(amountField()).toHaveAttribute('inputmode', 'none');
  });
});

describe('the keypad', () => {
  test('has the keys of a telephone, and is no stop for the keyboard', async () => {
    await showTill({ layout: 'keypad' });
    const keys = within(screen.getByRole('group', { name: 'Keypad' })).getAllByRole('button');
    const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', ''];
    expect(keys.map(({ textContent }) => textContent)).toEqual(names);
    expect(keys.every(({ tabIndex }) => tabIndex === -1)).toBe(true);
    expect(keys.at(-1)).toHaveAccessibleName('Delete the last digit');
    expect(keys.at(-3)).toHaveAccessibleName('Decimal separator');
  });

  test('writes the digits and the separator of the locale', async () => {
    const till = await showTill(
      { layout: 'keypad' },
      { provider: { locale: 'ar-EG', currency: 'EGP' }, amountScale: 'iso' },
    );
    for (const name of ['١', '٢', 'Decimal separator', '٥']) await till.user.click(button(name));
    expect(amountField()).toHaveValue('١٢٫٥');
  });

  test('has 00 where cents come first, and in a currency without decimals', async () => {
    const till = await showTill({ layout: 'keypad', entry: 'cents' });
    for (const name of ['5', '00', 'Delete the last digit', '0']) await till.user.click(button(name));
    expect(amountField()).toHaveValue('5.00');
  });

  test('begins anew after an amount of one press, and says when no digit fits any more', async () => {
    const till = await showTill({ layout: 'keypad', quickAmountsCents: [2000] });
    await till.user.click(button('$20.00'));
    await till.user.click(button('7'));
    expect(amountField()).toHaveValue('7');
    for (const name of ['Decimal separator', '5', '0']) await till.user.click(button(name));
    expect(amountField()).toHaveValue('7.50');
    await till.user.click(button('1'));
    expect(amountField()).toHaveValue('7.501');
    expect(amountField()).toHaveAccessibleDescription(/at most 2 decimals/);
    await till.user.click(button('Delete the last digit'));
    expect(button('Charge $7.50 on Front counter')).toBeVisible();
  });

  test('is not there where the host locks the amount', async () => {
    await showTill({ layout: 'keypad', fields: { amount: { readOnly: true, value: 1250 } } });
    expect(screen.queryByRole('group', { name: 'Keypad' })).toBeNull();
  });

  test('does not take the focus from a field', async () => {
    const till = await showTill({ layout: 'keypad' });
    expect(amountField()).toHaveFocus();
    await till.user.click(button('5'));
    expect(amountField()).toHaveFocus();
    await till.user.keyboard('0');
    expect(amountField()).toHaveValue('50');
  });
});

describe('the figure', () => {
  test('is grouped while it is typed', async () => {
    const till = await showTill();
    await till.user.keyboard('1234567');
    expect(amountField()).toHaveValue('1,234,567');
    await till.user.keyboard('{Backspace}.5');
    expect(amountField()).toHaveValue('123,456.5');
    expect(button('Charge $123,456.50 on Front counter')).toBeVisible();
    await till.user.tab();
    expect(amountField()).toHaveValue('123,456.50');
  });

  test('takes no separator of a person for one of its own', async () => {
    const till = await showTill();
    await till.user.keyboard('12,50');
    expect(amountField()).toHaveValue('12,50');
    expect(button('Charge on Front counter')).toBeVisible();
  });

  test('with cents first, what is pasted is read as it is written', async () => {
    const till = await showTill({ entry: 'cents' });
    await till.user.keyboard('7');
    await till.user.paste('12.5');
    expect(amountField()).toHaveValue('12.50');
    await till.user.clear(amountField());
    expect(amountField()).toHaveValue('');
    await till.user.paste('80');
    expect(button('Charge $80.00 on Front counter')).toBeVisible();
  });

  test('with cents first, a separator is passed over, and the last digit can be taken away', async () => {
    const till = await showTill({ entry: 'cents' });
    await till.user.keyboard('12.50{Backspace}');
    expect(amountField()).toHaveValue('1.25');
  });
});

describe('the focus at load', () => {
  test.each<[string, TerminalCheckoutProps]>([
    ['there is no terminal', { defaultTerminalId: null }],
    ['an amount is filled in, which Enter would send', { defaultAmountCents: 1250 }],
    ['the host locks it', { fields: { amount: { readOnly: true, value: 1250 } } }],
  ])('is not on the amount where %s', async (_, props) => {
    await showTill(props);
    expect(document.body).toHaveFocus();
  });

  test('is on the amount once a terminal is there', async () => {
    await showTill();
    expect(amountField()).toHaveFocus();
  });

  test('is not on the amount under a finger', async () => {
    underFinger();
    await showTill();
    expect(document.body).toHaveFocus();
  });

  test('is never taken from a field in use', () => {
    const { wrapper } = createHarness();
    const other = document.body.appendChild(document.createElement('input'));
    whenOver(() => other.remove());
    other.focus();
    render(<TerminalCheckout defaultTerminalId="terminal-1" />, { wrapper });
    expect(other).toHaveFocus();
  });
});

describe('what stands in the amount is what is sent', () => {
  test('a separator that is pasted over an amount is not taken for a group: nothing is sent', async () => {
    const euro = { provider: { locale: 'de-DE', currency: 'EUR' } };
    const till = await showTill({ defaultAmountCents: 123_456 }, euro);
    expect(amountField()).toHaveValue('1.234,56');
    act(() => amountField().focus());
    amountField().setSelectionRange(0, 8);
    await till.user.paste('12.50');
    expect(amountField()).toHaveValue('12.50');
    await till.press();
    expect(amountField()).toBeInvalid();
    expect(till.sent()).toEqual([]);
  });

  test('a separator that is typed over a group stays', async () => {
    const till = await showTill();
    await till.user.type(amountField(), '1250');
    expect(amountField()).toHaveValue('1,250');
    amountField().setSelectionRange(1, 5);
    await till.user.keyboard(',50');
    expect(amountField()).toHaveValue('1,50');
    expect(button('Charge on Front counter')).toBeVisible();
  });

  test.each([
    ['decimal', '12.50', '3', '3', 300],
    ['cents', '12.50', '3', '0.03', 3],
    ['decimal', '', '12345', '12,345', 1_234_500],
  ] as const)('what is composed, %s after "%s"', async (entry, before, data, stands, amount) => {
    const till = await showTill({ entry, quickAmountsCents: [1250] });
    if (before) await till.user.click(button('$12.50'));
    act(() => amountField().focus());
    fireEvent.compositionStart(amountField());
    const inputType = 'insertCompositionText';
    fireEvent.input(amountField(), { target: { value: before + data }, inputType, data });
    expect(amountField()).toHaveValue(before + data);
    fireEvent.compositionEnd(amountField());
    expect(amountField()).toHaveValue(stands);
    await till.press();
    await till.pass(1000);
    expect(till.sent()).toMatchObject([{ amount }]);
  });

  test.each([
    ['decimal', 'USD', '$20.00', '7'],
    ['cents', 'USD', '$20.00', '0.07'],
    ['decimal', 'JPY', '¥2,000', '7'],
    ['cents', 'JPY', '¥2,000', '7'],
  ] as const)(
    'a digit after an amount of one press begins anew: %s, %s',
    async (entry, currency, name, text) => {
      const options = { provider: { currency }, amountScale: 'iso' } as const;
      const till = await showTill({ entry, layout: 'keypad', quickAmountsCents: [2000] }, options);
      await till.user.click(button(name));
      await till.user.click(button('7'));
      expect(amountField()).toHaveValue(text);
    },
  );

  test('after what a person typed it goes on, also where the field was left meanwhile', async () => {
    const till = await showTill({ entry: 'cents' });
    await till.user.type(amountField(), '125');
    leaveField();
    await till.user.type(amountField(), '0');
    expect(amountField()).toHaveValue('12.50');
  });

  test.each([useTerminalCheckoutContext, useCheckoutEntry])(
    'a button of the host names and sends it: %o',
    async (useContext) => {
      const { wrapper, advance, sandbox } = createHarness();
      const Own = () => {
        const { sale } = useContext();
        return <button onClick={() => void sale.charge()}>Mine {sale.draft.amountCents}</button>;
      };
      render(
        <Parts.TerminalCheckout.Root defaultTerminalId="terminal-1">
          <Parts.TerminalCheckout.Entry>
            <Parts.TerminalCheckout.Terminal />
            <Parts.TerminalCheckout.AmountField />
            <Parts.TerminalCheckout.OrderNumber />
            <Own />
          </Parts.TerminalCheckout.Entry>
        </Parts.TerminalCheckout.Root>,
        { wrapper },
      );
      await act(() => advance(200));
      const user = userEvent.setup();
      await user.type(amountField(), '1');
      await user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A');
      await user.clear(amountField());
      await user.type(amountField(), '42');
      await user.click(button('Mine 4200'));
      await act(() => advance(5000));
      const payments = sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
      expect(payments.map(({ body }) => body)).toMatchObject([{ amount: 4200 }]);
    },
  );
});

describe('a press on what stood there before charges nothing', () => {
  test.each([
    ['Space', (till: Awaited<ReturnType<typeof showTill>>) => till.user.keyboard(' ')],
    ['a double click', () => fireEvent.click(button(/^Charge/), { detail: 2 })],
  ])('the second of two on "Next customer": %s', async (_, second) => {
    const till = await showTill({ fields: { amount: { hidden: true, value: 500 } } });
    await till.press();
    await till.pass(30_000);
    await till.pass(1000);
    await till.user.click(button('Next customer'));
    await till.pass(150);
    expect(button(/^Charge/)).toHaveFocus();
    await second(till);
    await till.pass(9000);
    expect(till.sent()).toHaveLength(1);
    await second(till);
    await till.pass(9000);
    expect(till.sent()).toHaveLength(2);
  });

  test('the further taps of a double tap on "Next customer" type no digit and choose no amount', async () => {
    const till = await sell(1250, { layout: 'keypad', quickAmountsCents: [500] });
    await till.user.click(button('Next customer'));
    await till.pass(60);
    fireEvent.click(button('2'), { detail: 2 });
    fireEvent.click(button('$5.00'), { detail: 3 });
    expect(amountField()).toHaveValue('');
    fireEvent.click(button('2'), { detail: 1 });
    fireEvent.click(button('2'), { detail: 2 });
    expect(amountField()).toHaveValue('22');
  });
});

describe('ten times what is usual', () => {
  async function sellTimes(times: number, props: TerminalCheckoutProps = {}) {
    const till = await showTill(props);
    for (let sale = 0; sale < times; sale += 1) {
      await till.user.type(amountField(), `1${sale}`);
      await till.press();
      await till.pass(30_000);
      await till.user.click(button('Next customer'));
    }
    return till;
  }

  test('is asked about once, and sent after a yes', async () => {
    const till = await sellTimes(5);
    await till.user.type(amountField(), '119.99');
    await till.press();
    await till.pass(30_000);
    expect(till.sent()).toHaveLength(6);
    await till.user.click(button('Next customer'));
    await till.user.type(amountField(), '120');
    await till.press();
    const question = screen.getByRole('alertdialog', { name: 'Charge $120.00 on Front counter?' });
    expect(question).toHaveAccessibleDescription(/^That is ten times what is usual here, or more\. Front/);
    expect(button('Cancel')).toHaveFocus();
    await till.user.click(button('Yes, charge $120.00'));
    await till.pass(30_000);
    expect(till.sent()).toHaveLength(7);
  });

  test.each<[string, number, TerminalCheckoutProps]>([
    ['fewer than five sales', 4, {}],
    ['a host that wants no question', 5, { confirm: 'never' }],
  ])('is not asked about after %s', async (_, times, props) => {
    const till = await sellTimes(times, props);
    await till.user.type(amountField(), '1250');
    await till.press();
    await till.pass(1000);
    expect(till.sent()).toHaveLength(times + 1);
  });
});

describe('what a sale may have besides', () => {
  const customFields = [{ key: 'table', label: 'Table' }];

  test('is behind a button each, which goes to its field', async () => {
    const till = await showTill({ customFields });
    expect(adding()).toEqual(['Order number', 'Details', 'Receipt']);
    expect(screen.getAllByRole('textbox')).toEqual([amountField()]);
    await till.user.click(button('Order number'));
    expect(orderNumber()).toHaveFocus();
    await till.user.click(button('Details'));
    expect(screen.getByRole('textbox', { name: 'Table' })).toHaveFocus();
    await till.user.click(button('Receipt'));
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
    expect(screen.getByRole('checkbox', { name: 'Send a receipt' })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Add' })).toBeNull();
  });

  test.each<[string, TerminalCheckoutProps, string[]]>([
    ['requires it', { fields: { orderNumber: { required: true } } }, ['Details', 'Receipt']],
    ['fills it in', { fields: { orderNumber: { value: 'A-7' } } }, ['Details', 'Receipt']],
    ['locks it', { orderNumber: 'A-7' }, ['Details', 'Receipt']],
    ['hides it', { fields: { orderNumber: { hidden: true } } }, ['Details', 'Receipt']],
    ['requires a receipt', { fields: { receipt: { required: true } } }, ['Order number', 'Details']],
    ['knows the address', { fields: { email: { value: 'a@b.c' } } }, ['Order number', 'Details']],
    [
      'requires a value',
      { customFields: [...customFields, { key: 'guests', label: 'Guests', required: true }] },
      ['Order number', 'Receipt'],
    ],
    [
      'fills a value in',
      { fields: { customValues: { value: [{ key: 'table', value: '4' }] } } },
      ['Order number', 'Receipt'],
    ],
  ])('is shown where the host %s', async (_, props, rest) => {
    await showTill({ customFields, ...props });
    expect(adding()).toEqual(rest);
  });

  test('stays open over new props, and while what is in it is cleared', async () => {
    const till = await showTill({ fields: { orderNumber: { value: 'A-7' } } });
    await till.user.clear(orderNumber()!);
    till.rerender({ fields: {} });
    expect(orderNumber()).toHaveValue('');
    expect(adding()).toEqual(['Receipt']);
  });

  test('that is there again after a sale that was not made, is seen', async () => {
    const till = await showTill({ defaultAmountCents: 1201 });
    await till.user.click(button('Order number'));
    await till.user.keyboard('A-7');
    await till.press();
    await till.pass(30_000);
    await till.user.click(button('Back to this sale'));
    expect(orderNumber()).toHaveValue('A-7');
    expect(adding()).toEqual(['Receipt']);
  });
});
