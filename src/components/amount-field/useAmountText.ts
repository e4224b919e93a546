'use client';
import { useState } from 'react';
import { formatCentsPlain } from '../../core/money/formatCents.ts';
import { parseCents } from '../../core/money/parseCents.ts';
import type { AmountProblem } from './amountFieldLabels.ts';
import type { Money } from './useMoney.ts';

export interface AmountLimits {
  money: Money;
  min: number;
  max: number;
}

export interface AmountReading {
  cents: number | null;
  error: AmountProblem | undefined;
}

/**
 * The text of an amount whose cents a host holds. It stays as typed while it is edited, and is written anew from the
 * cents only when somebody else changes them, when the format changes, and on `settle`; never while it is composed.
 */
export function useAmountText(value: number | null, { money, min, max }: AmountLimits) {
  const { locale, currency } = money;
  // What is no whole number of cents, a product of floats say, is not shown as one.
  const isUnreadable = typeof value === 'number' && !Number.isSafeInteger(value);
  const written = () => (value === null || isUnreadable ? '' : formatCentsPlain(value, { locale, currency }));
  const formatKey = `${locale} ${currency}`;
  const [state, setState] = useState(() => ({
    text: written(),
    formatKey,
    value,
    reported: value,
    isComposing: false,
    /** How often a text that was no amount went with its format. */
    lost: 0,
  }));

  let { text } = state;
  const isReformatted = state.formatKey !== formatKey;
  if ((isReformatted || !Object.is(state.value, value)) && !state.isComposing) {
    const isOwnChange = !isReformatted && value === state.reported;
    if (!isOwnChange) text = written();
    const isLost = isReformatted && value === null && state.text.trim() !== '';
    setState({ ...state, text, formatKey, value, reported: value, lost: state.lost + Number(isLost) });
  }

  const read = (typed: string): AmountReading => {
    const result = parseCents(typed, { locale, currency, min, max });
    if (!result.ok) return { cents: null, error: result.reason };
    if (!money.toAmount(result.cents).ok) return { cents: null, error: 'inexact' };
    return { cents: result.cents, error: undefined };
  };

  return {
    text,
    reading: read(text),
    /** The host's value is none, and nobody typed another yet. */
    isUnreadable: isUnreadable && text === '',
    isComposing: state.isComposing,
    lost: state.lost,
    type: (typed: string): AmountReading => {
      const reading = read(typed);
      setState((before) => ({ ...before, text: typed, reported: reading.cents }));
      return reading;
    },
    compose: (isComposing: boolean) => setState((before) => ({ ...before, isComposing })),
    settle: () => {
      if (value !== null) setState((before) => ({ ...before, text: written() }));
    },
  };
}

export type AmountText = ReturnType<typeof useAmountText>;
