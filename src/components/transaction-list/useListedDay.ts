'use client';
import { useMemo, useState } from 'react';
import type { OperationFilters } from '../../core/operations/recorded.ts';
import { dayBefore, type ShopHours, shopDayAt, shopDayOn, useToday } from '../kit/useShopDay.ts';

/** The day that is shown: a date such as `2026-11-26`, `any`, or `today`, which is always the current day. */
export type ListedDay = 'today' | 'any' | (string & {});

/** The day that is listed. While `canBeAnyDay`, payments of any day are listed until a person chooses a day. */
export function useListedDay(
  hours: ShopHours | undefined,
  canBeAnyDay: boolean,
  /** The period in the host's filters, if they have one. Without `to`, the period ends with today. */
  fixed: { from: number; to: number | undefined } | undefined,
) {
  const [chosen, setChosen] = useState<ListedDay>('today');
  const [isChosenHere, setIsChosenHere] = useState(false);
  if (!canBeAnyDay && isChosenHere) setIsChosenHere(false);
  const today = useToday(hours);
  const whole = hours && fixed && shopDayAt(hours, fixed.from);
  const fixedDay = whole && whole.from === fixed.from && whole.to === fixed.to ? whole.date : 'any';
  const day = fixed ? fixedDay : canBeAnyDay && !isChosenHere ? 'any' : chosen;
  const period = useMemo(() => {
    if (!hours || !today) return undefined;
    if (fixed) return { from: fixed.from, to: fixed.to ?? today.to };
    if (day === 'any') return { from: 0, to: today.to };
    const { from, to } = (day === 'today' ? undefined : shopDayOn(hours, day)) ?? today;
    return { from, to };
  }, [hours, day, today, fixed]);
  const dates = hours && today && { today: today.date, yesterday: dayBefore(hours, today).date };
  const setDay = (next: ListedDay) => {
    setIsChosenHere(canBeAnyDay && next !== 'any');
    if (next !== 'any') setChosen(next === dates?.today ? 'today' : next);
  };
  return { day, setDay, dates, period };
}

/** Splits the host's filters, which a person cannot change, into the period, the terminal and the other filters. */
export function useFixedFilters(terminalId: string | undefined, filters: OperationFilters = {}) {
  const key = JSON.stringify([terminalId, filters]);
  return useMemo(() => {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const { from, to, terminalId: filtered, ...others }: OperationFilters = Object.fromEntries(given);
    const hasPeriod = from !== undefined || to !== undefined;
    return {
      period: hasPeriod ? { from: from ?? 0, to } : undefined,
      terminalId: terminalId ?? filtered,
      others,
      hasOutcome: (['kind', 'phase', 'open', 'unseen'] as const).some((name) => name in others),
      isNarrowed: given.length > 0,
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a host may pass equal filters as a new object
  }, [key]);
}
