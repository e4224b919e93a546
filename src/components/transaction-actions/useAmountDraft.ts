'use client';
import { useState } from 'react';
import { useMoney } from '../amount-field/useMoney.ts';

/** An amount being entered, up to `maxCents`, with which it begins. */
export function useAmountDraft(maxCents: number) {
  const money = useMoney();
  const [cents, setCents] = useState<number | null>(maxCents);
  const wire = cents === null ? undefined : money.toAmount(cents);
  const amount = wire?.ok ? wire.amount : undefined;
  const rest = cents === null ? 0 : maxCents - cents;
  return {
    cents,
    setCents,
    amount,
    /** As it is sent, in words. */
    text: amount === undefined ? undefined : money.formatAmount(amount),
    max: money.format(maxCents),
    rest: rest > 0 ? money.format(rest) : undefined,
  };
}
