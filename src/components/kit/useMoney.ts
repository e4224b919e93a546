'use client';
import { type CSSProperties, useCallback, useMemo } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { currencyDigits } from '../../core/money/currency.ts';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import { amountFromCents, centsFromAmount } from '../../core/money/wireAmount.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

const rightToLeft = /[\u0590-\u08ff\u200f]/;
const isolate = { leftToRight: '\u2068', rightToLeft: '\u2067', end: '\u2069' };

/**
 * An amount for a sentence. In right-to-left text, the amount and its currency are wrapped in isolates; otherwise
 * neighbouring text would change places with them (faults F105).
 */
export function amountText(parts: readonly Intl.NumberFormatPart[]): string {
  const text = parts.map(({ value }) => value).join('');
  if (!rightToLeft.test(text)) return text;
  const inner = parts.map(({ type, value }) =>
    type === 'currency' ? `${isolate.leftToRight}${value}${isolate.end}` : value,
  );
  const start = text.includes('\u200e') ? isolate.leftToRight : isolate.rightToLeft;
  return `${start}${inner.join('')}${isolate.end}`;
}

/**
 * Formats and converts money of the provider's currency. Cents are minor units; an amount is in the service's unit.
 * Throws `configuration` if the currency does not have two decimals and the service has no `amountScale`: the unit of
 * the service's amounts is then unknown.
 */
export function useMoney() {
  const { client, currency, locale } = usePaymentsContext();
  const { amountScale } = client.service;
  return useMemo(() => {
    const digits = currencyDigits(currency);
    if (digits !== 2 && amountScale === undefined) {
      throw new ConfigurationError(
        'amountScale',
        `${currency} has ${digits} decimals, and the service does not define the unit of its amounts, so no amount is shown or sent. Set amountScale of defineService to 'iso' or 'hundredths'.`,
      );
    }
    const format = { locale, currency };
    const scale = { currency, amountScale };
    return {
      ...format,
      digits,
      format: (cents: number) => amountText(formatCentsToParts(cents, format)),
      parts: (cents: number) => formatCentsToParts(cents, format),
      formatAmount: (amount: number) => {
        const read = centsFromAmount(amount, scale);
        return read.ok ? amountText(formatCentsToParts(read.cents, format)) : `${amount} ${currency}`;
      },
      toAmount: (cents: number) => amountFromCents(cents, scale),
    };
  }, [currency, locale, amountScale]);
}

export type Money = ReturnType<typeof useMoney>;

/** The CSS list style for each numbering system of `Intl`. */
const listStyles: Record<string, string> = {
  arab: 'arabic-indic',
  arabext: 'persian',
  beng: 'bengali',
  deva: 'devanagari',
  gujr: 'gujarati',
  guru: 'gurmukhi',
  khmr: 'khmer',
  laoo: 'lao',
  mymr: 'myanmar',
  tamldec: 'tamil',
  telu: 'telugu',
  thai: 'thai',
};

/** A list style that numbers steps in the same digits as the amounts beside them. */
export function useListDigits(): CSSProperties | undefined {
  const { locale } = usePaymentsContext();
  return useMemo(() => {
    const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
    const listStyleType = listStyles[numberingSystem];
    return listStyleType === undefined ? undefined : { listStyleType };
  }, [locale]);
}

/** Formats cents of a currency; of the provider's currency if none is named. */
export function useMoneyText(): (cents: number, currency?: string) => string {
  const { locale, currency: own } = useMoney();
  return useCallback(
    (cents, currency = own) => amountText(formatCentsToParts(cents, { locale, currency })),
    [locale, own],
  );
}
