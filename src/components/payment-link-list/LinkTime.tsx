'use client';
import { useMemo } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** A time of the service in the provider's zone; what is no time stands as it came. */
export function LinkTime({ value, absent }: { value: string | undefined; absent: string }) {
  const { locale, timeZone } = usePaymentsContext();
  const format = useMemo(
    () => timeZone && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    [locale, timeZone],
  );
  if (value === undefined) return absent;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return <bdi>{value}</bdi>;
  return <time dateTime={new Date(time).toISOString()}>{format ? format.format(time) : absent}</time>;
}
