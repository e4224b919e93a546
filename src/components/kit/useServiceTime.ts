'use client';
import { useCallback, useMemo } from 'react';
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

/** Writes when something was seen, in the provider's zone: the time of day, with its date where that was not today. */
export function useSeenTime(): (value: string) => string | undefined {
  const { locale, timeZone, clock } = usePaymentsContext();
  const timeOf = useServiceTime();
  const timeOfToday = useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone });
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
    return (at: number) => (day.format(at) === day.format(clock.now()) ? time.format(at) : undefined);
  }, [locale, timeZone, clock]);
  return useCallback(
    (value) => {
      const at = timeZone === undefined ? undefined : instantOf(value);
      return (at === undefined ? undefined : timeOfToday(at)) ?? timeOf(value);
    },
    [timeZone, timeOf, timeOfToday],
  );
}
