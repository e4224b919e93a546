'use client';
import { createContext, useMemo, useState } from 'react';
import type { ClosingReference, CorrectedClosing } from '../../core/operations/closings.ts';
import type { OperationFilters } from '../../core/operations/recorded.ts';
import { systemClock } from '../../core/time.ts';
import { useClosing } from '../../hooks/useClosings.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useReport } from '../../hooks/useReport.ts';
import { dayReport } from '../../words/enDay.ts';
import type { DayReportLabels } from '../../words/words.ts';
import { usePartContext } from '../kit/part.tsx';
import type { Paper } from '../kit/printAlone.ts';
import {
  dayBefore,
  type ShopDay,
  type ShopHours,
  shopDayAt,
  shopDayOn,
  useShopHours,
  useToday,
} from '../kit/useShopDay.ts';
import { dayFigures } from './dayFigures.ts';

/** `today` and `yesterday` follow the clock; otherwise a date such as `2026-11-26`. */
type ReportedDay = 'today' | 'yesterday' | (string & {});

export interface DayReportOptions {
  /** The terminals whose payments are counted. Default: all terminals. */
  terminalId?: string | readonly string[] | undefined;
  /** When the shop's day begins, for example `04:00`. Default midnight. */
  dayStartsAt?: string | undefined;
  /** `today`, `yesterday`, or a date such as `2026-11-26`. */
  day?: ReportedDay | undefined;
  /** The day that is shown first. Default `today`. */
  defaultDay?: ReportedDay | undefined;
  onDayChange?: ((day: ReportedDay) => void) | undefined;
  /** A closed period to show in place of a day, as the period was when it was closed. */
  closing?: ClosingReference | undefined;
  labels?: Partial<DayReportLabels> | undefined;
}

/** The report of a day, or of a closed period. */
export function useDayReport(options: DayReportOptions) {
  const { terminalId, dayStartsAt, day: given, defaultDay = 'today', onDayChange, closing } = options;
  const { clock, currency } = usePaymentsContext();
  const labels = useLabels('dayReport', dayReport, options.labels);
  const hours = useShopHours(dayStartsAt);
  const today = useToday(hours);
  const [chosen, setChosen] = useState(defaultDay);
  const day = given ?? chosen;
  const yesterday = useMemo(() => (hours && today ? dayBefore(hours, today) : undefined), [hours, today]);
  const isClosing = closing !== undefined;
  const closingQuery = useClosing({ terminalId: closing?.terminalId ?? '', number: closing?.number });
  const closed = isClosing ? closingQuery.data : undefined;
  const period = useMemo(() => {
    if (isClosing) return hours && closed && periodOf(closed, hours);
    if (day === 'today') return today;
    if (day === 'yesterday') return yesterday;
    return hours && (shopDayOn(hours, day) ?? today);
  }, [isClosing, closed, day, hours, today, yesterday]);
  const { from = 0, to = 0 } = period ?? {};
  const ofTerminals = closing?.terminalId ?? terminalId;
  const reportQuery = useReport({
    from,
    to,
    terminalId: ofTerminals,
    query: { enabled: period !== undefined && !isClosing },
  });
  const { error, isFetching, isAvailable, refetch } = isClosing ? closingQuery : reportQuery;
  const data = isClosing ? closed?.report : reportQuery.data;
  const { dataUpdatedAt } = reportQuery;
  const [counted, setCounted] = useState({ updatedAt: 0, at: 0 });
  if (counted.updatedAt !== dataUpdatedAt) {
    // `dataUpdatedAt` is by the system clock, `counted.at` by `clock`. So the report's age is subtracted from now.
    const age = Math.trunc((systemClock.now() - dataUpdatedAt) / 1000);
    setCounted({ updatedAt: dataUpdatedAt, at: clock.now() - age * 1000 });
  }
  const figures = useMemo(() => (data ? dayFigures(data, currency) : []), [data, currency]);
  return {
    labels,
    /** The report; undefined until it is loaded. */
    report: data,
    /** The figures of each currency; empty until the report is loaded. */
    figures,
    error,
    isFetching,
    refetch: () => void refetch(),
    /** False without a gateway: then only this browser's payments are counted. */
    isAvailable,
    /** The reported day; undefined until the page knows its time zone. */
    period,
    /** A closed period is reported. */
    isClosing,
    /** The closed period; undefined until it is loaded. */
    closed,
    /** The reported day is not over. */
    isSoFar: !isClosing && today !== undefined && period?.from === today.from,
    /** The time until which the report counts payments (epoch ms). */
    countedUntil: counted.updatedAt > 0 ? counted.at : undefined,
    dates: today && yesterday && { today: today.date, yesterday: yesterday.date },
    setDay: (next: ReportedDay) => {
      setChosen(next);
      onDayChange?.(next);
    },
    dayStartsAt,
    /** The filters for a list of the payments that the report counts; undefined while `period` is undefined. */
    filters: period && { from, to, terminalId: ofTerminals },
  };
}

/** A closed period as a day of the shop. Its date is the date on which the period ended. */
function periodOf({ from, to }: CorrectedClosing, hours: ShopHours): ShopDay {
  return { date: shopDayAt(hours, Math.max(from, to - 1)).date, from, to };
}

export interface DayReportValue extends ReturnType<typeof useDayReport> {
  paper: Paper;
  number: string | undefined;
  onOpen: ((filters: OperationFilters) => void) | undefined;
  /** Prints the report, and nothing else of the page. */
  print: () => void;
  titleId: string;
}

export const DayReportContext = /*#__PURE__*/ createContext<DayReportValue | null>(null);

/** The report that a part belongs to. Throws outside of a `DayReport.Root`. */
export function useDayReportContext(): DayReportValue {
  return usePartContext(DayReportContext, 'DayReport.Root');
}
