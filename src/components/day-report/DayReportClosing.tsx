'use client';
import type { CorrectedClosing } from '../../core/operations/closings.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { shownText } from '../kit/shownText.ts';
import { useMoneyText } from '../kit/useMoney.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { dayFigures } from './dayFigures.ts';
import { definePart } from './DayReportSections.tsx';
import { FigureLine, PaymentRow } from './PaymentRow.tsx';
import { useDayReportContext } from './useDayReport.ts';

/** The terminal of a closed period, the start and the end of the period, when it was closed and by whom. */
export function ClosedPeriod({ closed }: { closed: CorrectedClosing }) {
  const { labels } = useDayReportContext();
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const terminal = useTerminalTitle(closed.terminalId);
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const { from, to, at, actor } = closed;
  return (
    <>
      <span>
        <bdi>{terminal}</bdi>
      </span>
      <span>{time.formatRange(from, to)}</span>
      <span>{labels.closed({ time: time.format(at), actor: actor && shownText(actor) })}</span>
    </>
  );
}

/** Outcomes that became known after a period was closed: the changed amounts and the payments. No sum counts them. */
export const DayReportCorrections = /*#__PURE__*/ definePart(
  'section',
  function DayReportCorrections({ closed, labels }) {
    const { currency: own } = usePaymentsContext();
    const money = useMoneyText();
    const { rows, operations } = closed?.corrections ?? { rows: [], operations: [] };
    if (rows.length === 0 && operations.length === 0) return undefined;
    return {
      className: 'tillkit-day-report-section',
      children: (
        <>
          <h3 className="tillkit-day-report-heading">{labels.corrections}</h3>
          <p className="tillkit-hint">{labels.correctionsText}</p>
          <dl className="tillkit-day-report-lines">
            {dayFigures({ rows, holds: [] }, own).flatMap(({ currency, takenCents, givenBackCents }) =>
              [
                { term: labels.taken, cents: takenCents },
                { term: labels.givenBack, cents: -givenBackCents },
              ].map(
                ({ term, cents }) =>
                  cents !== 0 && (
                    <FigureLine key={`${term} ${currency}`} term={term} figure={money(cents, currency)} />
                  ),
              ),
            )}
          </dl>
          <ul className="tillkit-day-report-rows">
            {operations.map((operation) => (
              <PaymentRow key={operation.id} operation={operation} />
            ))}
          </ul>
        </>
      ),
    };
  },
);
