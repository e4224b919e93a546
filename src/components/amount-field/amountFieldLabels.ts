import type { ParseCentsReason } from '../../core/money/parseCents.ts';
import type { Count } from '../../hooks/useLabels.ts';

/** Why an amount cannot be taken; `inexact` where the wire has no unit for its last digit. */
export type AmountProblem = ParseCentsReason | 'inexact';

/** The words of `AmountField`. */
export interface AmountFieldLabels {
  label: string;
  empty: string;
  invalidCharacter: string;
  mixedDigits: string;
  /** `example` is an amount as the locale writes it. */
  badGrouping: (values: { example: string }) => string;
  tooManyDecimals: (values: { digits: Count }) => string;
  negative: string;
  tooSmall: (values: { min: string }) => string;
  tooLarge: (values: { max: string }) => string;
  currencyMismatch: (values: { currency: string }) => string;
  inexact: string;
  /** What the host filled in before is no whole number of cents. */
  unreadable: string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    amountField: AmountFieldLabels;
  }
}

export const amountFieldLabels: AmountFieldLabels = {
  label: 'Amount',
  empty: 'Enter an amount.',
  invalidCharacter: 'Use digits only, with one decimal separator.',
  mixedDigits: 'Use one kind of digits.',
  badGrouping: ({ example }) => `The separators do not fit. Write it like ${example}, or without separators.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0 ? 'This currency has no decimals.' : `Use at most ${digits.text} decimals.`,
  negative: 'The amount cannot be negative.',
  tooSmall: ({ min }) => `The smallest amount is ${min}.`,
  tooLarge: ({ max }) => `The largest amount is ${max}.`,
  currencyMismatch: ({ currency }) => `Amounts are in ${currency} here.`,
  inexact: 'The payment service cannot take the last digit. Round the amount.',
  unreadable: 'The amount that was filled in cannot be read. Enter it.',
};
