'use client';
import { useCallback, useMemo } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { instantOf, useServiceTime } from './useServiceTime.ts';

/** Writes when something was seen, in the provider's zone: the time of day, with its date where that was not today. */
export function useSeenTime(): (value: string) => string | undefined {
  const { locale, timeZone, operations } = usePaymentsContext();
  const { clock } = operations;
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
