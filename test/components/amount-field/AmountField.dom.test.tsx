import { fireEvent, render, screen, act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import { Component, type ReactNode } from 'react';
import { AmountField, type AmountFieldProps, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService, formatCents, parseCents } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { runs } from '../../runs.ts';
import { allowConsole } from '../../setup.dom.ts';
import { AmountHost, showAmount } from './amountTill.tsx';

function show(
  props: Partial<AmountFieldProps> & { setTo?: number } = {},
  provider: HarnessOptions['provider'] = {},
) {
  const onValueChange = vi.fn<AmountFieldProps['onValueChange']>();
  const { wrapper } = createHarness({ provider });
  render(<AmountHost onValueChange={onValueChange} {...props} />, { wrapper });
  return { onValueChange, user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('textbox') };
}

const scaled = (currency: string, amountScale: 'iso' | 'hundredths') => ({
  currency,
  client: createPaymentsClient({ baseUrl: 'http://localhost:4010', service: defineService({ amountScale }) }),
});

describe('typing', () => {
  test('tells exact cents, and never a rounded float', async () => {
    const { user, field, onValueChange } = show();
    await user.type(field, '0.29');
    expect(onValueChange).toHaveBeenLastCalledWith(29, { text: '0.29', error: undefined });
  });

  test('keeps what is typed as it is until the field is left, then writes the exact cents', async () => {
    const { user, field } = show();
    await user.type(field, '1,234.5');
    expect(field).toHaveValue('1,234.5');
    await user.tab();
    expect(field).toHaveValue('1234.50');
  });

  test('leaves the caret where it is while digits are put in the middle', async () => {
    const { user, field } = show({ value: 1250 });
    await user.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field).toHaveValue('192.50');
    expect(field.selectionStart).toBe(2);
  });

  test('reads a pasted amount with a sign, and refuses one of another currency', async () => {
    const { user, field, onValueChange } = show();
    await user.click(field);
    await user.paste('$1,234.50');
    expect(onValueChange).toHaveBeenLastCalledWith(123_450, { text: '$1,234.50', error: undefined });
    await user.clear(field);
    await user.paste('€12.00');
    expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '€12.00', error: 'currency-mismatch' });
    await user.tab();
    expect(field).toHaveAccessibleDescription(/Amounts are in USD here/);
  });

  test('does not guess at a wrong group', async () => {
    const { user, field, onValueChange } = show();
    await user.type(field, '1,23');
    expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '1,23', error: 'bad-grouping' });
  });

  test('is no number input, so a wheel changes nothing', () => {
    const { field } = show();
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveAttribute('inputmode', 'decimal');
  });

  test('takes a value from the host over what stands in the field', async () => {
    const { user, field } = show({ setTo: 4200 });
    await user.type(field, '12');
    await user.click(screen.getByRole('button', { name: 'Set' }));
    expect(field).toHaveValue('42.00');
  });
});

describe('currencies', () => {
  test('follows the locale of the provider', async () => {
    const { user, field, onValueChange } = show({}, { locale: 'de-DE', currency: 'EUR' });
    await user.type(field, '1.234,5');
    expect(onValueChange).toHaveBeenLastCalledWith(123_450, { text: '1.234,5', error: undefined });
    await user.tab();
    expect(field).toHaveValue('1234,50');
  });

  test.each([
    ['JPY', '1250', 1250, '1250'],
    ['KWD', '1.25', 1250, '1.250'],
  ])('writes %s with its own digits', async (currency, text, cents, written) => {
    const { user, field, onValueChange } = show({}, scaled(currency, 'iso'));
    await user.type(field, text);
    expect(onValueChange).toHaveBeenLastCalledWith(cents, { text, error: undefined });
    await user.tab();
    expect(field).toHaveValue(written);
  });

  test('refuses a last digit that the wire cannot carry', async () => {
    const { user, field, onValueChange } = show({}, scaled('KWD', 'hundredths'));
    await user.type(field, '1.234');
    expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '1.234', error: 'inexact' });
    await user.tab();
    expect(field).toHaveAccessibleDescription(/Round the amount/);
  });

  test('throws configuration where the client does not say what its amounts count', () => {
    allowConsole(/ConfigurationError|amountScale|The above error occurred/);
    const caught = vi.fn<(error: unknown) => void>();
    class Boundary extends Component<{ children?: ReactNode }> {
      override state = { hasFailed: false };
      static getDerivedStateFromError = () => ({ hasFailed: true });
      override componentDidCatch = (error: unknown) => caught(error);
      override render = () => (this.state.hasFailed ? null : this.props.children);
    }
    const { wrapper } = createHarness({ provider: { currency: 'JPY' } });
    render(
      <Boundary>
        <AmountField value={null} onValueChange={() => undefined} />
      </Boundary>,
      { wrapper },
    );
    expect(caught).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'configuration', field: 'amountScale' }),
    );
  });
});

describe('problems', () => {
  test.each([
    ['12.345', 'Use at most 2 decimals.'],
    ['12x', 'Use digits only, with one decimal separator.'],
    ['-5', 'The amount cannot be negative.'],
    ['0', 'The smallest amount is $0.01.'],
    ['1000000', 'The largest amount is $999,999.99.'],
    ['1２', 'Use one kind of digits.'],
  ])('says what is wrong with %s once the field is left', async (text, sentence) => {
    const { user, field } = show();
    await user.type(field, text);
    expect(field).toBeValid();
    await user.tab();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
  });

  test('stops complaining as soon as the amount is right', async () => {
    const { user, field } = show();
    await user.type(field, '12.345');
    await user.tab();
    await user.type(field, '{Backspace}', { initialSelectionStart: 6 });
    expect(field).toHaveValue('12.34');
    expect(field).toBeValid();
  });

  test('does not scold for leaving it empty, but does after a try to submit', async () => {
    const { user, field } = show({ required: true });
    await user.click(field);
    await user.tab();
    expect(screen.queryByText('Enter an amount.')).toBeNull();
  });

  test('says that an amount is missing after a try to submit', () => {
    const { field } = show({ required: true, showError: true });
    expect(field).toHaveAccessibleDescription(/Enter an amount\./);
  });
});

describe('any amount', () => {
  const places = fc.constantFrom(
    { locale: 'en-US', currency: 'USD' },
    { locale: 'de-CH', currency: 'CHF' },
    { locale: 'en-IN', currency: 'INR' },
    { locale: 'fr-FR', currency: 'EUR' },
    { locale: 'ar-EG', currency: 'EGP' },
    { locale: 'fa-IR', currency: 'EUR' },
    { locale: 'ja-JP', currency: 'JPY' },
    { locale: 'ar-KW', currency: 'KWD' },
  );

  test('F82: is read from what its locale writes, and keeps its cents in every other one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), places, places, (cents, place, other) => {
        const client = createPaymentsClient({
          baseUrl: 'http://localhost:4010',
          service: defineService({ amountScale: 'iso' }),
        });
        const onValueChange = vi.fn<AmountFieldProps['onValueChange']>();
        const { operations } = createHarness();
        const at = (locale: string, value: number | null) => (
          <PaymentsProvider client={client} operations={operations} currency={place.currency} locale={locale}>
            <AmountField value={value} onValueChange={onValueChange} />
          </PaymentsProvider>
        );
        const { rerender, unmount } = render(at(place.locale, null));
        const field = screen.getByRole<HTMLInputElement>('textbox');
        const text = formatCents(cents, place);
        fireEvent.input(field, { target: { value: text } });
        expect(onValueChange).toHaveBeenLastCalledWith(cents, { text, error: undefined });
        rerender(at(place.locale, cents));
        expect(field).toHaveValue(text); // as it was typed
        rerender(at(other.locale, cents));
        const written = { ...place, locale: other.locale };
        expect(parseCents(field.value, written)).toEqual({ ok: true, cents });
        expect(onValueChange).toHaveBeenCalledOnce();
        unmount();
      }),
      { numRuns: runs(10, 40) },
    );
  });
});

const root = () => document.querySelector('[data-tillkit="amount-field"]');

describe('limits of the host', () => {
  test.each<[Partial<AmountFieldProps>, string, number | null, string | undefined]>([
    [{ min: 500 }, '5.00', 500, undefined],
    [{ min: 500 }, '4.99', null, 'The smallest amount is $5.00.'],
    [{ max: 2000 }, '20', 2000, undefined],
    [{ max: 2000 }, '20.01', null, 'The largest amount is $20.00.'],
    [{ min: 500, max: 2000 }, '-6', null, 'The amount cannot be negative.'],
    [{ min: 0 }, '0', 0, undefined],
    [{ max: 200_000_000 }, '1000000', 100_000_000, undefined],
  ])('%j: %s is %s', async (limits, text, cents, sentence) => {
    const { user, field, onValueChange } = showAmount(limits);
    await user.type(field, text);
    const error = cents === null ? expect.any(String) : undefined;
    expect(onValueChange).toHaveBeenLastCalledWith(cents, { text, error });
    await user.tab();
    expect(field).toHaveAccessibleDescription(sentence === undefined ? 'USD' : `USD ${sentence}`);
  });

  test('that change are those of the next look at the text', async () => {
    const { user, field, change } = showAmount({ max: 2000 });
    await user.type(field, '15');
    await user.tab();
    expect(field).toBeValid();
    change({ max: 1000, showError: true });
    expect(field).toHaveAccessibleDescription('USD The largest amount is $10.00.');
    expect(field).toHaveValue('15.00');
  });
});

describe('what is said, and when', () => {
  // An empty field is complained about only where it must not be empty and was to be sent.
  test.each<[Partial<AmountFieldProps>, boolean]>([
    [{}, false],
    [{ required: true }, false],
    [{ showError: true }, false],
    [{ required: true, showError: true }, true],
  ])('an empty field, %j: complains %s', async (props, complains) => {
    const { user, field } = showAmount(props);
    await user.click(field);
    await user.tab();
    expect(field.getAttribute('aria-invalid')).toBe(complains ? 'true' : null);
    expect(screen.queryByText('Enter an amount.') !== null).toBe(complains);
  });

  test('after a try to submit every key is looked at', async () => {
    const { user, field } = showAmount({ showError: true });
    await user.type(field, '12.345');
    expect(field).toHaveAccessibleDescription('USD Use at most 2 decimals.');
    await user.keyboard('{Backspace}');
    expect(field).toHaveAccessibleDescription('USD');
  });

  test('what the field finds comes before what the host found', async () => {
    const { user, field } = showAmount({ value: 500, error: 'Too much for today', showError: true });
    expect(field).toHaveAccessibleDescription('USD Too much for today');
    await user.type(field, 'x');
    expect(field).toHaveAccessibleDescription('USD Use digits only, with one decimal separator.');
    expect(screen.queryByText('Too much for today')).toBeNull();
  });

  test('the currency, the hint and the error are read in this order, each once', () => {
    const { field } = showAmount({ hint: 'With the tip', error: 'Too much for today' });
    expect(field).toHaveAccessibleDescription('USD With the tip Too much for today');
    expect(new Set(field.getAttribute('aria-describedby')?.split(' ')).size).toBe(3);
  });

  test('where there is no hint and no mistake there is no paragraph, nor a reference to one', () => {
    const { field } = showAmount();
    expect(root()?.querySelector('p')).toBeNull();
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['USD']);
  });

  test('words of the host take the place of ours', async () => {
    const labels = {
      label: 'Betrag',
      tooLarge: ({ max }: { max: string }) => `Höchstens ${max}`,
      tooManyDecimals: ({ digits }: { digits: { text: string } }) => `Nur ${digits.text} Stellen`,
    };
    const { user, field } = showAmount({ labels, max: 1000, showError: true });
    expect(field).toHaveAccessibleName('Betrag');
    await user.type(field, '10.01');
    expect(field).toHaveAccessibleDescription('USD Höchstens $10.00');
    await user.type(field, '1');
    expect(field).toHaveAccessibleDescription('USD Nur 2 Stellen');
  });

  test('a currency without decimals says that it has none', async () => {
    const { user, field } = showAmount({ showError: true }, { currency: 'JPY' });
    await user.type(field, '12.5');
    expect(field).toHaveAccessibleDescription('JPY This currency has no decimals.');
  });

  test('its state stands on the element around it', async () => {
    const { user, field, change } = showAmount({ value: 500 });
    for (const name of ['data-invalid', 'data-disabled', 'data-readonly'])
      expect(root()).not.toHaveAttribute(name);
    await user.type(field, 'x');
    await user.tab();
    expect(root()).toHaveAttribute('data-invalid', '');
    change({ readOnly: true });
    expect(root()).toHaveAttribute('data-readonly', '');
    change({ disabled: true });
    expect(root()).toHaveAttribute('data-disabled', '');
    expect(root()).not.toHaveAttribute('data-readonly');
  });
});

describe('the currency’s sign', () => {
  test.each([
    ['en-US', 'USD', '$', 'before'],
    ['de-DE', 'EUR', '€', 'after'],
    ['ja-JP', 'JPY', '￥', 'before'],
    ['ar-EG', 'EGP', 'ج.م.', 'after'],
    ['de-CH', 'CHF', 'CHF', 'before'],
  ])('in %s for %s is %s, %s the number', (locale, currency, sign, position) => {
    const { field } = showAmount({}, { locale, currency });
    const group = field.parentElement;
    expect(group).toHaveAttribute('data-sign', position);
    const shown = group?.querySelector('[aria-hidden="true"]');
    expect((shown?.textContent ?? '').replace(/[\u200e\u200f]/g, '')).toBe(sign);
    expect(field).toHaveAccessibleDescription(currency);
  });
});

describe('as a control of a form', () => {
  test('has the name, the id and the constraints that the host gives it', () => {
    const { field } = showAmount({ id: 'sum', name: 'amount', required: true, label: 'Sum', value: 1250 });
    expect(field).toHaveAccessibleName('Sum');
    expect(field).toBeRequired();
    expect(field.id).toBe('sum');
    expect(field).toHaveAttribute('autocomplete', 'off'); // no amounts of earlier customers
    expect(new FormData(screen.getByRole<HTMLFormElement>('form')).get('amount')).toBe('12.50');
  });

  test('a disabled one is no value of the form, and a read-only one is', () => {
    const { change } = showAmount({ name: 'amount', value: 1250, disabled: true });
    const form = screen.getByRole<HTMLFormElement>('form');
    expect(new FormData(form).has('amount')).toBe(false);
    change({ disabled: false, readOnly: true });
    expect(new FormData(form).get('amount')).toBe('12.50');
  });

  test('two on one page are told apart', () => {
    showAmount();
    showAmount({ hint: 'With the tip', label: 'Tip' });
    const [first, second] = screen.getAllByRole('textbox');
    expect(first).toHaveAccessibleName('Amount');
    expect(second).toHaveAccessibleName('Tip');
    expect(first).toHaveAccessibleDescription('USD');
    expect(second).toHaveAccessibleDescription('USD With the tip');
  });

  test('a press on its name leads into it', async () => {
    const { user, field } = showAmount();
    await user.click(screen.getByText('Amount'));
    expect(field).toHaveFocus();
  });

  test('a reset of the form takes away no amount: that is the host’s', async () => {
    const { user, field, onValueChange } = showAmount({ name: 'amount', value: 500 });
    await user.type(field, '{Backspace}9');
    onValueChange.mockClear();
    act(() => screen.getByRole<HTMLFormElement>('form').reset());
    expect(field).toHaveValue('5.09');
    expect(onValueChange).not.toHaveBeenCalled();
    await user.click(field);
    await user.tab();
    expect(field).toHaveValue('5.09');
  });

  test('what the host takes away is gone, also where it stood there as a mistake', async () => {
    const { user, field, set } = showAmount({ value: 500, setTo: null, showError: true });
    act(set);
    expect(field).toHaveValue('');
    await user.type(field, '7');
    expect(field).toHaveValue('7');
    act(set);
    expect(field).toHaveValue('');
    expect(field).toBeValid();
  });
});
