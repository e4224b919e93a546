import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import { Component, type ReactNode } from 'react';
import { AmountField, type AmountFieldProps, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, formatCents, parseCents } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';
import { allowConsole } from '../setup.dom.ts';
import { AmountHost } from './amountTill.tsx';

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
  client: createPaymentsClient({ baseUrl: 'http://localhost:4010', amountScale }),
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
        const client = createPaymentsClient({ baseUrl: 'http://localhost:4010', amountScale: 'iso' });
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
      { numRuns: 40 },
    );
  });
});
