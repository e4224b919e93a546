'use client';
import { useMemo } from 'react';
import type { RecordedReport } from '../../core/operations/recorded.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { dayFigures } from '../day-report/dayFigures.ts';
import { useMoneyText } from '../kit/useMoney.ts';
import { useCloseDayContext } from './useCloseDay.ts';

/** How many payments moved money, and the net sum of each currency in which money moved. */
export function boardFigures({ rows }: Pick<RecordedReport, 'rows'>, own: string) {
  const figures = dayFigures({ rows, holds: [] }, own).filter(
    ({ takenCount, givenBackCount }) => takenCount + givenBackCount > 0,
  );
  return {
    payments: figures.reduce((sum, one) => sum + one.takenCount + one.givenBackCount, 0),
    nets: figures.map(({ currency, netCents }) => ({ currency, netCents })),
  };
}

/** The count and the sums of a report, as text. */
export function useFigures() {
  const { currency: own } = usePaymentsContext();
  const { labels } = useCloseDayContext();
  const money = useMoneyText();
  const count = useCount();
  return (report: RecordedReport) => {
    const { payments, nets } = boardFigures(report, own);
    return {
      payments: labels.payments({ count: count(payments) }),
      isAny: payments > 0,
      sums: nets.map(({ netCents, currency }) => money(netCents, currency)),
    };
  };
}

/** Sums of several currencies, one a line. */
export function Sums({ sums }: { sums: readonly string[] }) {
  return sums.map((sum) => (
    <bdi key={sum} className="tillkit-figures">
      {sum}
    </bdi>
  ));
}

/** The date of a day, such as `Wed, Nov 25`. */
export function useDayName(): (date: string) => string {
  const { locale } = usePaymentsContext();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    });
    return (date) => format.format(Date.parse(`${date}T12:00:00Z`));
  }, [locale]);
}
