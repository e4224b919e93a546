'use client';
import { forwardRef, type ReactNode, useId, useRef } from 'react';
import type { OperationFilters } from '../../core/operations/recorded.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { dayChoice } from '../kit/listTools.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { printAlone } from '../kit/printAlone.ts';
import { useLoadError } from '../kit/useLoadError.tsx';
import { ClosedPeriod, DayReportCorrections } from './DayReportClosing.tsx';
import {
  DayReportHeld,
  DayReportLegs,
  DayReportPayments,
  type DayReportState,
  DayReportTerminals,
  DayReportTotals,
  DayReportUnknown,
  definePart,
  isEmpty,
  stateOf,
} from './DayReportSections.tsx';
import { DayReportContext, type DayReportOptions, useDayReport } from './useDayReport.ts';

export interface DayReportRootProps extends PartProps<'section', DayReportState>, DayReportOptions {
  /** The paper that the report is printed on. Default `a4`. */
  paper?: 'a4' | '80mm' | undefined;
  /** The number that your own books gave this report. */
  number?: string | undefined;
  /** Shows the payments that a figure counts. If `onOpen` is set, each figure is a button. */
  onOpen?: ((filters: OperationFilters) => void) | undefined;
}

/** Provides the day and its report to the parts inside. */
export const DayReportRoot = /*#__PURE__*/ forwardRef<HTMLElement, DayReportRootProps>(
  function DayReportRoot(given, ref) {
    const { terminalId, dayStartsAt, day, defaultDay, onDayChange, closing, labels, ...rest } = given;
    const { paper = 'a4', number: ownNumber, onOpen, ...props } = rest;
    const report = useDayReport({ terminalId, dayStartsAt, day, defaultDay, onDayChange, closing, labels });
    const element = useRef<HTMLElement>(null);
    const titleId = useId();
    const { locale } = usePaymentsContext();
    const number =
      closing === undefined
        ? ownNumber
        : new Intl.NumberFormat(locale, { useGrouping: false }).format(closing.number);
    const shown = { ...report, paper, number, onOpen, titleId };
    const print = () => printAlone(element.current, paper);
    const own = {
      className: 'tillkit-day-report tillkit-card',
      'data-tillkit': 'day-report',
      'aria-labelledby': titleId,
    };
    return (
      <DayReportContext.Provider value={{ ...shown, print }}>
        <Part as="section" ref={ref} partRef={element} own={own} given={props} state={stateOf(shown)} />
      </DayReportContext.Provider>
    );
  },
);

/** The choice of a day: today, yesterday or any other. It is not printed, and not shown for a closing. */
export const DayReportDay = /*#__PURE__*/ definePart(
  'fieldset',
  function DayReportDay({ labels, dates, period, setDay, isClosing }) {
    if (isClosing) return undefined;
    const own = dayChoice({ date: period?.date, setDay, dates, labels });
    return { ...own, className: `${own.className} tillkit-unprinted` };
  },
);

/** The shop's name and address. */
export const DayReportShop = /*#__PURE__*/ definePart(
  'div',
  function DayReportShop(_, { children }: { children?: ReactNode }) {
    return (
      children !== undefined &&
      children !== null &&
      children !== '' && { className: 'tillkit-day-report-shop' }
    );
  },
);

/** The heading, with the number of the report if it has one. */
export const DayReportTitle = /*#__PURE__*/ definePart(
  'h2',
  function DayReportTitle({ labels, number, titleId }) {
    return {
      className: 'tillkit-day-report-title',
      id: titleId,
      children: (
        <>
          {labels.title}
          {number !== undefined && ' '}
          {number !== undefined && <bdi>{labels.number({ number })}</bdi>}
        </>
      ),
    };
  },
);

/**
 * The date and, where they apply, further facts. If the day does not begin at midnight: the hour at which it begins.
 * For today: the time until which payments are counted. For a closing: the terminal, the period, when it was closed
 * and by whom.
 */
export const DayReportPeriod = /*#__PURE__*/ definePart(
  'p',
  function DayReportPeriod({ labels, period, isSoFar, countedUntil, dayStartsAt, closed }) {
    const { locale } = usePaymentsContext();
    const timeZone = useTimeZone();
    if (!period) return undefined;
    const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
    const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'full' });
    const startsLate = dayStartsAt !== undefined && dayStartsAt !== '00:00';
    const lines = [
      date.format(Date.parse(`${period.date}T12:00:00Z`)),
      !closed && startsLate && labels.from({ time: time.format(period.from) }),
      isSoFar && countedUntil !== undefined && labels.soFar({ time: time.format(countedUntil) }),
    ];
    return {
      className: 'tillkit-day-report-period tillkit-figures',
      children: (
        <>
          {lines.filter(Boolean).map((line) => (
            <span key={`${line}`}>{line}</span>
          ))}
          {closed && <ClosedPeriod closed={closed} />}
        </>
      ),
    };
  },
);

/** Without a gateway: says that only this browser's payments are counted, or that this browser keeps no closings. */
export const DayReportNote = /*#__PURE__*/ definePart(
  'p',
  function DayReportNote({ labels, isAvailable, isClosing }) {
    return (
      !isAvailable && {
        className: 'tillkit-hint',
        children: isClosing ? labels.notKept : labels.onlyThisDevice,
      }
    );
  },
);

/** Says that the report is being loaded. */
export const DayReportLoading = /*#__PURE__*/ definePart(
  'p',
  function DayReportLoading({ report, error, labels }) {
    return !report && !error && { className: 'tillkit-hint', children: labels.loading };
  },
);

/** Says that the report could not be loaded or refreshed, with a button to try again. */
export const DayReportError = /*#__PURE__*/ definePart('div', function DayReportError(report) {
  const { error, isClosing, isAvailable } = report;
  // Without a gateway a closing cannot be loaded. `DayReport.Note` says so, so this part shows no error.
  return useLoadError({ ...report, hasFailed: error !== null && (isAvailable || !isClosing) });
});

/** Says that there were no payments, once the report is loaded. */
export const DayReportEmpty = /*#__PURE__*/ definePart(
  'div',
  function DayReportEmpty({ report, labels, isSoFar }) {
    if (!report || !isEmpty(report)) return undefined;
    return {
      className: 'tillkit-day-report-empty',
      children: (
        <>
          <p>{isSoFar ? labels.emptyToday : labels.emptyDay}</p>
          {isSoFar && <p className="tillkit-hint">{labels.emptyText}</p>}
        </>
      ),
    };
  },
);

/** Prints the report, and nothing else of the page. Parts that are folded are left out. */
export const DayReportPrint = /*#__PURE__*/ definePart(
  'button',
  function DayReportPrint({ report, labels, print }) {
    if (!report) return undefined;
    return {
      className: 'tillkit-button tillkit-unprinted',
      onClick: print,
      children: labels.print,
    };
  },
);

export interface DayReportProps extends Omit<DayReportRootProps, 'children'> {
  /** The shop's lines above the report, such as its name and address. Line breaks in a string are shown. */
  shop?: ReactNode;
}

/**
 * The report at the end of a day or a shift: what was taken, what was given back, what is left, and each payment whose
 * outcome is unknown. For a closed day: the report as it was at the closing. The ref is the region.
 *
 * @example
 * <DayReport shop="Café Aurora" dayStartsAt="04:00" />
 */
export const DayReport = /*#__PURE__*/ forwardRef<HTMLElement, DayReportProps>(function DayReport(
  { shop, ...props },
  ref,
) {
  return (
    <DayReportRoot {...props} ref={ref}>
      <DayReportDay />
      <DayReportShop>{shop}</DayReportShop>
      <DayReportTitle />
      <DayReportPeriod />
      <DayReportNote />
      <DayReportError />
      <DayReportLoading />
      <DayReportEmpty />
      <DayReportTotals />
      <DayReportUnknown />
      <DayReportHeld />
      <DayReportLegs />
      <DayReportCorrections />
      <DayReportTerminals />
      <DayReportPayments />
      <DayReportPrint />
    </DayReportRoot>
  );
});
