import { useState } from 'react';
import { AmountField, type AmountFieldProps, type PaymentsProviderProps } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import type { Labels } from 'tillkit/locales/en';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

/** A host that holds the cents. */
function HeldAmount({ value: initial, ...props }: AmountFieldProps) {
  const [value, setValue] = useState(initial);
  return <AmountField {...props} value={value} onValueChange={setValue} />;
}

/** A provider with another currency. If the currency does not have two decimals, the service needs an `amountScale`. */
export const inCurrency = (
  currency: string,
  locale = 'en-US',
  amountScale: 'iso' | 'hundredths' = 'iso',
) => ({
  provider: {
    currency,
    locale,
    client: createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ amountScale }),
    }),
  } satisfies Partial<PaymentsProviderProps>,
});

const state = (name: string, props: Partial<AmountFieldProps>, sandbox: State['sandbox'] = {}): State => ({
  name,
  sandbox,
  render: () => <HeldAmount value={null} onValueChange={() => undefined} {...props} />,
  shows: (cell, { amountField }) => cell.getByRole('textbox', { name: amountField.label }),
});

type Sentence = (words: Labels['amountField']) => string;

const some = { value: 2, text: '…' };

/** The typed text is invalid in English notation. */
const english: State['sandbox'] = { provider: { locale: 'en-US' } };

const typed = (name: string, text: string, sentence: Sentence, sandbox = english): State => ({
  ...state(name, {}, sandbox),
  act: async (cell, user) => {
    await user.type(cell.getByRole('textbox'), text);
    await user.tab();
  },
  shows: (cell, { amountField }) => cell.getByText(like(sentence(amountField))),
});

export const amountFieldStates: State[] = [
  state('Empty', {}),
  state('Filled', { value: 123_450 }),
  state('With a hint', { value: 1250, hint: 'Without the tip.' }),
  state('Required', { required: true, showError: true }),
  typed('Too many decimals', '12.345', ({ tooManyDecimals }) => tooManyDecimals({ digits: some })),
  typed('Wrong group', '1,23', ({ badGrouping }) => badGrouping({ example: '…' })),
  typed('Not a digit', '12x', ({ invalidCharacter }) => invalidCharacter),
  typed('Negative', '-5', ({ negative }) => negative),
  typed('Too large', '1000000', ({ tooLarge }) => tooLarge({ max: '…' })),
  typed('Another currency', '€12', ({ currencyMismatch }) => currencyMismatch({ currency: 'USD' })),
  typed(
    'No unit for the last digit',
    '1.234',
    ({ inexact }) => inexact,
    inCurrency('KWD', 'en-US', 'hundredths'),
  ),
  state('Host’s error', { value: 1250, error: 'More than what was authorized.' }),
  state('Disabled', { value: 1250, disabled: true }),
  state('Read-only', { value: 1250, readOnly: true }),
  state('Display', { value: 123_450, layout: 'display' }),
  state('Cents first', { value: 123_450, layout: 'display', entry: 'cents' }),
  state('Keypad', { value: 1250, layout: 'keypad' }),
  state('Sign after', { value: 123_450 }, inCurrency('EUR', 'de-DE')),
  state('No decimals', { value: 1250 }, inCurrency('JPY')),
  state('Three decimals', { value: 1250 }, inCurrency('KWD')),
  state('Arabic digits', { value: 123_450 }, inCurrency('EGP', 'ar-EG')),
];
