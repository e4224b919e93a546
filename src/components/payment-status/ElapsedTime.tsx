'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useNow } from './useNow.ts';

/** How long ago something began, as minutes and seconds. It ticks, so it stands outside every live region. */
export function ElapsedTime({ since, label }: { since: number; label: string }) {
  const { operations, locale } = usePaymentsContext();
  const seconds = Math.max(0, Math.floor((useNow(operations.clock) - since) / 1000));
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false });
  const one = new Intl.NumberFormat(locale, { useGrouping: false });
  return (
    <>
      <span className="tillkit-visually-hidden">{label} </span>
      {one.format(Math.floor(seconds / 60))}:{two.format(seconds % 60)}
    </>
  );
}
