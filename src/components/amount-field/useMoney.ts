'use client';
import { useMemo } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { currencyDigits } from '../../core/money/currency.ts';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import { type AmountFromCentsResult, amountFromCents, centsFromAmount } from '../../core/money/wireAmount.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { amountText } from './amountText.ts';

/** Money in the provider's currency and locale. Cents are minor units, an amount is what the wire carries. */
export interface Money {
  locale: string;
  currency: string;
  digits: number;
  format: (cents: number) => string;
  parts: (cents: number) => Intl.NumberFormatPart[];
  formatAmount: (amount: number) => string;
  toAmount: (cents: number) => AmountFromCentsResult;
}

/** Throws `configuration` for a currency without two digits while the client has no `amountScale`: 100 could be two sums. */
export function useMoney(): Money {
  const { client, currency, locale } = usePaymentsContext();
  const { amountScale } = client.options;
  return useMemo(() => {
    const digits = currencyDigits(currency);
    if (digits !== 2 && amountScale === undefined) {
      throw new ConfigurationError(
        'amountScale',
        `${currency} has ${digits} decimals, and the interface does not say what its amounts count, so none is shown or sent. Set amountScale of createPaymentsClient to 'iso' or 'hundredths'.`,
      );
    }
    const format = { locale, currency };
    const scale = { currency, amountScale };
    return {
      ...format,
      digits,
      format: (cents) => amountText(formatCentsToParts(cents, format)),
      parts: (cents) => formatCentsToParts(cents, format),
      formatAmount: (amount) => {
        const read = centsFromAmount(amount, scale);
        return read.ok ? amountText(formatCentsToParts(read.cents, format)) : `${amount} ${currency}`;
      },
      toAmount: (cents) => amountFromCents(cents, scale),
    };
  }, [currency, locale, amountScale]);
}
