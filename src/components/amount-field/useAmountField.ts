'use client';
import { type ComponentPropsWithoutRef, useId, useState } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { type AmountFieldLabels, amountFieldLabels, type AmountProblem } from './amountFieldLabels.ts';
import { amountProblem } from './amountProblem.ts';
import { useAmountInput } from './useAmountInput.ts';
import { useAmountText } from './useAmountText.ts';
import { useMoney } from './useMoney.ts';

export interface AmountChangeDetails {
  /** What stands in the field. */
  text: string;
  /** Why the text is no amount; `empty` too. */
  error: AmountProblem | undefined;
}

export interface UseAmountFieldOptions {
  /** Cents, minor units of the provider's currency; null while there is no valid amount. */
  value: number | null;
  onValueChange: (cents: number | null, details: AmountChangeDetails) => void;
  label?: string | undefined;
  hint?: string | undefined;
  /** A sentence about what the host found wrong; what the field itself finds comes first. */
  error?: string | undefined;
  /** Shows what is wrong before the field was left, as after a try to submit; then `required` counts too. */
  showError?: boolean | undefined;
  /** Cents; default 1. */
  min?: number | undefined;
  /** Cents; default 99 999 999. */
  max?: number | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  labels?: Partial<AmountFieldLabels> | undefined;
}

export interface UseAmountFieldResult {
  id: string;
  label: string;
  hint: string | undefined;
  /** What is wrong, in a sentence; undefined while nothing is to be said. */
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
  currency: string;
  currencyId: string;
  hintId: string;
  errorId: string;
  sign: CurrencySign;
  inputProps: ComponentPropsWithoutRef<'input'>;
}

/** An amount as a person writes it, for a label, an input and sentences of your own. */
export function useAmountField(options: UseAmountFieldOptions): UseAmountFieldResult {
  const { value, onValueChange, hint, error, showError, min = 1, max = 99_999_999, required } = options;
  const { disabled, readOnly, name } = options;
  const labels = useLabels('amountField', amountFieldLabels, options.labels);
  const money = useMoney();
  const field = useAmountText(value, { money, min, max });
  const [wasLeft, setWasLeft] = useState(false);
  const ownId = useId();
  const id = options.id ?? `${ownId}control`;

  const input = useAmountInput(field, !disabled && !readOnly, {
    onRead: (text, { cents, error: found }) => {
      if (cents !== null) setWasLeft(false);
      onValueChange(cents, { text, error: found });
    },
    onLeave: () => setWasLeft(true),
  });

  const isEmpty = field.reading.error === 'empty';
  const isTold = isEmpty ? showError && required : showError || wasLeft;
  const isShown = isTold && !field.isComposing;
  const problem = isShown ? field.reading.error : undefined;
  const found = problem && amountProblem(problem, labels, { money, min, max });
  const sentence = field.isUnreadable ? labels.unreadable : (found ?? error);

  const currencyId = `${ownId}currency`;
  const hintId = `${ownId}hint`;
  const errorId = `${ownId}error`;
  const described = [currencyId, hint && hintId, sentence && errorId];
  return {
    id,
    label: options.label ?? labels.label,
    hint,
    error: sentence,
    disabled: disabled ?? false,
    readOnly: readOnly ?? false,
    currency: money.currency,
    currencyId,
    hintId,
    errorId,
    sign: currencySign(money.parts(0)),
    inputProps: {
      ...input,
      id,
      'aria-describedby': described.filter(Boolean).join(' '),
      'aria-invalid': sentence ? true : undefined,
      name,
      required,
      disabled,
      readOnly,
    },
  };
}

export interface CurrencySign {
  text: string;
  /** To the number, as the locale writes it. */
  position: 'before' | 'after';
}

function currencySign(parts: readonly Intl.NumberFormatPart[]): CurrencySign {
  const at = parts.findIndex(({ type }) => type === 'currency');
  const number = parts.findIndex(({ type }) => type === 'integer');
  return { text: parts[at]?.value ?? '', position: at < number ? 'before' : 'after' };
}
