'use client';
import { useMemo } from 'react';
import { isKnownTime } from '../../core/time.ts';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';

/** Parses a time of the service (epoch ms). Undefined for a text without a zone: a guess could give a wrong day. */
export function instantOf(value: string): number | undefined {
  const time = /\dT\d.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A time as ISO 8601 in UTC. A text that is not a time is returned unchanged, with card numbers masked. */
export function isoTime(value: string): string {
  const time = instantOf(value);
  return time === undefined ? maskCardNumbers(value) : new Date(time).toISOString();
}

/**
 * Formats a time of the service in the provider's zone; undefined until the zone is known. A text that is not a time
 * is returned as it came, with card numbers masked.
 */
export function useServiceTime(): (value: string) => string | undefined {
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
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

/**
 * Formats a time (epoch ms) in the provider's zone: the time of day, with the date unless it was today. Undefined while
 * the zone or the time is not known. With `useTicking`, the date appears at midnight.
 */
export function useTimeOfDay(): (at: number) => string | undefined {
  const { locale, clock } = usePaymentsContext();
  const timeZone = useTimeZone();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
    const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
    const both = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    return (at: number) => {
      if (timeZone === undefined || !isKnownTime(at)) return undefined;
      return (day.format(at) === day.format(clock.now()) ? time : both).format(at);
    };
  }, [locale, timeZone, clock]);
}

/** Like `useTimeOfDay`, for a time of the service. A text that is not a time is returned with card numbers masked. */
export function useSeenTime(): (value: string) => string | undefined {
  const timeOf = useTimeOfDay();
  return (value) => {
    const at = instantOf(value);
    return at === undefined ? maskCardNumbers(value) : timeOf(at);
  };
}
