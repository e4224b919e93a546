'use client';
import { useEffect, useMemo, useState } from 'react';
import { createInstantToWallTimeAsUtcMs, dayIn } from '../../core/shopDay.ts';
import { useIsHydrated } from '../../hooks/useBrowserValue.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';

/** A day of the shop. Times are epoch ms. */
export interface ShopDay {
  /** The date on which the day begins, for example `2026-11-26`. */
  date: string;
  from: number;
  /** The first instant of the next day. */
  to: number;
}

const hourMs = 60 * 60_000;

/** What defines the days of a shop: its IANA time zone, and when a day begins, for example at `04:00`. */
export interface ShopHours {
  timeZone: string;
  startsAt?: string | undefined;
}

export function shopDayAt({ timeZone, startsAt }: ShopHours, at: number): ShopDay {
  const { from, to } = dayIn(timeZone, at, { startsAt });
  return { date: createInstantToDate(timeZone)(from), from, to };
}

/** Returns a function that gives the date of an instant in a zone, for example `2026-11-26`. */
export function createInstantToDate(timeZone: string | undefined): (instant: number) => string {
  // No locale's format is used: for en-CA, some browsers write `2026-11-26`, and those with ICU 72 `11/26/26`.
  const wallTime = createInstantToWallTimeAsUtcMs(timeZone);
  return (instant) => new Date(wallTime(instant)).toISOString().slice(0, 10);
}

/** The day that begins on a date. Undefined for a text that is no date, and for a date that the zone skipped. */
export function shopDayOn(hours: ShopHours, date: string): ShopDay | undefined {
  const noon = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(noon)) return undefined;
  // Depending on the zone and on the hour at which a day begins, one of these four times lies in the wanted day.
  const days = [0, -12, 12, 24].map((later) => shopDayAt(hours, noon + later * hourMs));
  return days.find((day) => day.date === date);
}

export const dayBefore = (hours: ShopHours, { from }: ShopDay): ShopDay => shopDayAt(hours, from - 1);

/** The shop's time zone and hours; undefined until the component has hydrated: a page may be opened days after a server drew it. */
export function useShopHours(startsAt: string | undefined): ShopHours | undefined {
  const isHydrated = useIsHydrated();
  const timeZone = useTimeZone();
  const isKnown = isHydrated && timeZone !== undefined;
  return useMemo(() => (isKnown ? { timeZone, startsAt } : undefined), [isKnown, timeZone, startsAt]);
}

/** The clock is read at least this often (ms), because a timer stops while the machine sleeps. */
const lookMs = 60_000;

/** Today. The component renders again when the next day begins. */
export function useToday(hours: ShopHours | undefined): ShopDay | undefined {
  const { clock } = usePaymentsContext();
  const [now, setNow] = useState(() => clock.now());
  const today = useMemo(() => hours && shopDayAt(hours, now), [hours, now]);
  useEffect(() => {
    if (!today) return undefined;
    const wait = () => clock.setTimeout(look, Math.min(lookMs, Math.max(1000, today.to - clock.now())));
    const look = () => {
      const at = clock.now();
      if (at < today.from || at >= today.to) setNow(at);
      timer = wait();
    };
    let timer = wait();
    return () => clock.clearTimeout(timer);
  }, [clock, today]);
  return today;
}
