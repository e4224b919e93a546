'use client';
import { useState } from 'react';
import { centsFromAmount } from '../../core/money/wireAmount.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useMoney.ts';

/** An amount being entered, up to `maxAmount` (the wire's), with which it begins. */
export function useAmountDraft(maxAmount: number) {
  const { client, currency } = usePaymentsContext();
  const money = useMoney();
  const most = centsFromAmount(maxAmount, { currency, amountScale: client.options.amountScale });
  const maxCents = most.ok ? most.cents : undefined;
  const [cents, setCents] = useState<number | null>(maxCents ?? null);
  const wire = cents === null ? undefined : money.toAmount(cents);
  const amount = wire?.ok ? wire.amount : undefined;
  const rest = amount === undefined ? 0 : maxAmount - amount;
  return {
    cents,
    setCents,
    maxCents,
    amount,
    /** As it is sent, in words. */
    text: amount === undefined ? undefined : money.formatAmount(amount),
    max: money.formatAmount(maxAmount),
    rest: rest > 0 ? money.formatAmount(rest) : undefined,
  };
}
