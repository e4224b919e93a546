'use client';
import { useMemo } from 'react';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** A time of the service, only where it says its zone: any other would be guessed, and perhaps a day off. */
export function instantOf(value: string): number | undefined {
  const time = /\dT\d.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The time as ISO 8601 in UTC; what is no time as it came. */
export function isoTime(value: string): string {
  const time = instantOf(value);
  return time === undefined ? maskCardNumbers(value) : new Date(time).toISOString();
}

/** Writes a time of the service in the provider's zone; nothing until that is known. What is no time stands as it came. */
export function useServiceTime(): (value: string) => string | undefined {
  const { locale, timeZone } = usePaymentsContext();
  return useMemo(() => {
    const format =
      timeZone && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    return (value) => {
      const time = instantOf(value);
      if (time === undefined) return maskCardNumbers(value);
      return format ? format.format(time) : undefined;
    };
  }, [locale, timeZone]);
}
