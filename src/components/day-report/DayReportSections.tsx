'use client';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { OperationFilters, RecordedReport } from '../../core/operations/recorded.ts';
import { undecidedPhases } from '../../core/operations/terminalOperation.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { useOperationHistory } from '../../hooks/useOperationHistory.ts';
import type { DayReportLabels } from '../../words/words.ts';
import { partsOf } from '../kit/part.tsx';
import { useMoneyText } from '../kit/useMoney.ts';
import { shownText } from '../kit/shownText.ts';
import { undoneIn } from '../kit/undoneIn.ts';
import { useOutcomeTitles } from '../payment-status/useViewOf.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import {
  byHandKinds,
  type DayFigures,
  givenBackKinds,
  moneyKinds,
  movedPhases,
  takenKinds,
} from './dayFigures.ts';
import { FigureLine, PaymentRow, Row } from './PaymentRow.tsx';
import { useDayReportContext, type DayReportValue } from './useDayReport.ts';

export interface DayReportState {
  paper: DayReportValue['paper'];
  loading: boolean;
  empty: boolean;
  /** Today is reported, so the day is not over. */
  open: boolean;
  /** A closed period is reported. */
  closed: boolean;
}

/** Whether the report is empty: no payment of any outcome, and nothing that was paid in other ways (`legs`). */
export const isEmpty = ({ rows, unknown, legs }: RecordedReport) =>
  rows.length === 0 && unknown.length === 0 && legs.length === 0;

export const stateOf = (shown: Omit<DayReportValue, 'print'>): DayReportState => ({
  paper: shown.paper,
  loading: shown.report === undefined && shown.error === null,
  empty: shown.report !== undefined && isEmpty(shown.report),
  open: shown.isSoFar,
  closed: shown.isClosing,
});

export const definePart = /*#__PURE__*/ partsOf(useDayReportContext, stateOf);

interface Line {
  term: string;
  /** How many payments the line counts. Undefined if the line is a part of another line's amount, such as tips. */
  count?: number;
  text: string;
  /** The filters of the payments that the line counts. */
  filters: OperationFilters;
  isPart?: boolean;
}

/** The lines of one currency's figures. A line is left out if it counts nothing, except that of what was taken. */
function linesOf(figures: DayFigures, labels: DayReportLabels, format: (cents: number) => string): Line[] {
  const { takenCents, takenCount, tipCents, extraCents, givenBackCents, givenBackCount } = figures;
  const { partly, byHandCount } = figures;
  const lines: (Line & { isShown?: boolean })[] = [
    {
      term: labels.taken,
      count: takenCount,
      text: format(takenCents),
      filters: { kind: takenKinds, phase: movedPhases },
    },
    {
      term: labels.tips,
      text: format(tipCents),
      filters: { kind: takenKinds, phase: 'complete' },
      isPart: true,
      isShown: tipCents > 0,
    },
    {
      term: labels.extra,
      text: format(extraCents),
      filters: { kind: takenKinds, phase: 'complete' },
      isPart: true,
      isShown: extraCents > 0,
    },
    {
      term: labels.partly,
      count: partly.count,
      text: labels.partlyOf({ approved: format(partly.cents), asked: format(partly.askedCents) }),
      filters: { kind: takenKinds, phase: 'partial' },
      isPart: true,
      isShown: partly.count > 0,
    },
    {
      term: labels.givenBack,
      count: givenBackCount,
      text: format(-givenBackCents),
      filters: { kind: givenBackKinds, phase: movedPhases },
      isShown: givenBackCents > 0 || givenBackCount > 0,
    },
    {
      term: labels.byHand,
      count: byHandCount,
      text: '',
      filters: { kind: byHandKinds, phase: 'resolved' },
      isShown: byHandCount > 0,
    },
  ];
  return lines.filter(({ isShown = true }) => isShown);
}

/** A figure. If the host can show the counted payments, the figure is a button that opens them. */
function Figure({ term, text, filters }: Pick<Line, 'term' | 'text' | 'filters'>) {
  const { onOpen, filters: day } = useDayReportContext();
  const figure = <bdi className="tillkit-figures">{text}</bdi>;
  if (!onOpen || !day) return figure;
  return (
    <button
      type="button"
      className="tillkit-text-button"
      aria-label={term === text ? undefined : `${term}: ${text}`}
      onClick={() => onOpen({ ...day, ...filters })}
    >
      {figure}
    </button>
  );
}

interface LinesProps {
  figures: DayFigures;
  currency: string;
  terminalId?: string;
}

function Lines({ figures, currency, terminalId }: LinesProps) {
  const { labels } = useDayReportContext();
  const money = useMoneyText();
  const count = useCount();
  return (
    <>
      {linesOf(figures, labels, (cents) => money(cents, currency)).map((line) => {
        const payments = line.count === undefined ? '' : labels.count({ count: count(line.count) });
        return (
          <div key={line.term} className={line.isPart ? 'tillkit-day-report-part' : undefined}>
            <dt>
              {line.term}
              {line.text && payments && <span className="tillkit-day-report-count"> {payments}</span>}
            </dt>
            <dd>
              <Figure
                term={line.term}
                text={line.text || payments}
                filters={terminalId === undefined ? line.filters : { ...line.filters, terminalId }}
              />
            </dd>
          </div>
        );
      })}
    </>
  );
}

/** What was taken, what was given back and what is left, in each currency. */
export const DayReportTotals = /*#__PURE__*/ definePart('div', function DayReportTotals({ figures, labels }) {
  const money = useMoneyText();
  if (figures.length === 0) return undefined;
  return {
    className: 'tillkit-day-report-totals',
    children: figures.map(({ currency, ...sums }) => (
      <dl key={currency} className="tillkit-day-report-lines">
        <div className="tillkit-day-report-net">
          <dt>{figures.length > 1 ? `${labels.net} · ${currency}` : labels.net}</dt>
          <dd>
            <Figure
              term={labels.net}
              text={money(sums.netCents, currency)}
              filters={{ kind: moneyKinds, phase: movedPhases }}
            />
          </dd>
        </div>
        <Lines figures={sums} currency={currency} />
      </dl>
    )),
  };
});

/** A heading. If the host can show the payments below it, the heading is a button that opens them. */
function SectionTitle({ title, filters }: { title: string; filters: OperationFilters }) {
  return (
    <h3 className="tillkit-day-report-heading">
      <Figure term={title} text={title} filters={filters} />
    </h3>
  );
}

/** Each payment whose outcome is unknown. The sums count none of them. */
export const DayReportUnknown = /*#__PURE__*/ definePart(
  'section',
  function DayReportUnknown({ report, labels, isClosing }) {
    const { unknownTitle } = useOutcomeTitles();
    if (!report?.unknown.length) return undefined;
    return {
      className: 'tillkit-day-report-section',
      'data-tone': 'attention',
      children: (
        <>
          <SectionTitle title={unknownTitle} filters={{ phase: undecidedPhases }} />
          <p className="tillkit-hint">{isClosing ? labels.asClosed : labels.unknownText}</p>
          <ul className="tillkit-day-report-rows">
            {report.unknown.map((operation) => (
              <PaymentRow
                key={operation.id}
                operation={operation}
                hidesState={operation.phase === 'unknown'}
              />
            ))}
          </ul>
        </>
      ),
    };
  },
);

/** Each amount that is held and not collected. The sums count none of them. */
export const DayReportHeld = /*#__PURE__*/ definePart(
  'section',
  function DayReportHeld({ report, figures, labels, isClosing }) {
    const money = useMoneyText();
    if (!report?.holds.length) return undefined;
    // If there is a single hold, its row already has the amount, so no sum is shown.
    const sums = figures.filter(({ held }) => held.count > 1);
    return {
      className: 'tillkit-day-report-section',
      children: (
        <>
          <SectionTitle title={labels.held} filters={{ kind: 'preAuth', phase: movedPhases }} />
          <p className="tillkit-hint">{isClosing ? labels.asClosed : labels.heldText}</p>
          {sums.length > 0 && (
            <dl className="tillkit-day-report-lines">
              {sums.map(({ currency, held }) => (
                <Total key={currency} count={held.count} text={money(held.cents, currency)} />
              ))}
            </dl>
          )}
          <ul className="tillkit-day-report-rows">
            {report.holds.map(
              ({ pnRefNum, provider, terminalId, createdAt, orderNumber, leftCents, currency }) => (
                <Row
                  key={`${provider} ${pnRefNum}`}
                  at={createdAt}
                  amount={money(leftCents, currency)}
                  terminalId={terminalId}
                  orderNumber={orderNumber}
                />
              ),
            )}
          </ul>
        </>
      ),
    };
  },
);

function Total({ name, count, text }: { name?: string; count: number; text: string }) {
  const { labels } = useDayReportContext();
  const payments = labels.count({ count: useCount()(count) });
  const named = name !== undefined && (
    <>
      <bdi>{shownText(name)}</bdi>
      <span className="tillkit-day-report-count"> {payments}</span>
    </>
  );
  return <FigureLine term={named || payments} figure={text} />;
}

/** What the host recorded as paid in other ways, such as cash: a line for each way. */
export const DayReportLegs = /*#__PURE__*/ definePart('section', function DayReportLegs({ report, labels }) {
  const money = useMoneyText();
  if (!report?.legs.length) return undefined;
  return {
    className: 'tillkit-day-report-section',
    children: (
      <>
        <h3 className="tillkit-day-report-heading">{labels.legs}</h3>
        <p className="tillkit-hint">{labels.legsText}</p>
        <dl className="tillkit-day-report-lines">
          {report.legs.map(({ name, currency, count, cents }) => (
            <Total key={`${name} ${currency}`} name={name} count={count} text={money(cents, currency)} />
          ))}
        </dl>
      </>
    ),
  };
});

/** The figures of each terminal, folded at first. They are printed only while unfolded. */
export const DayReportTerminals = /*#__PURE__*/ definePart(
  'details',
  function DayReportTerminals({ figures, labels, isClosing }) {
    const details = useDetails(labels.terminals, <AllTerminals />);
    // A closing covers a single terminal.
    return figures.length > 0 && !isClosing && details;
  },
);

/** The props of a `details` element. Its content is rendered only while the element is open. */
function useDetails(summary: string, content: ReactNode) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    className: 'tillkit-details tillkit-day-report-details',
    onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => setIsOpen(currentTarget.open),
    children: (
      <>
        <summary>{summary}</summary>
        {isOpen && content}
      </>
    ),
  };
}

function AllTerminals() {
  const { figures, labels } = useDayReportContext();
  const money = useMoneyText();
  return figures.flatMap(({ currency, terminals }) =>
    terminals.map(({ terminalId, ...sums }) => (
      <div key={`${currency} ${terminalId}`} className="tillkit-day-report-terminal">
        <TerminalTitle id={terminalId} currency={figures.length > 1 ? currency : undefined} />
        <dl className="tillkit-day-report-lines">
          <FigureLine term={labels.net} figure={money(sums.netCents, currency)} />
          <Lines figures={sums} currency={currency} terminalId={terminalId} />
        </dl>
      </div>
    )),
  );
}

function TerminalTitle({ id, currency }: { id: string; currency: string | undefined }) {
  const title = useTerminalTitle(id);
  return (
    <h3 className="tillkit-day-report-heading">
      <bdi>{title}</bdi>
      {currency && ` · ${currency}`}
    </h3>
  );
}

/** All payments of the day, folded at first and loaded when unfolded. They are printed only while unfolded. */
export const DayReportPayments = /*#__PURE__*/ definePart(
  'details',
  function DayReportPayments({ report, labels, filters, closed }) {
    const details = useDetails(labels.list, filters && <AllPayments filters={filters} />);
    // A closing without `corrections` has payments that are no longer kept, so the list would be incomplete.
    if (closed && !closed.corrections) return undefined;
    return filters && report && !isEmpty(report) && details;
  },
);

const pageSize = 200;

/** Loads all pages, because a printed list must be complete. */
function AllPayments({ filters }: { filters: OperationFilters }) {
  const { labels } = useDayReportContext();
  const { data, error, isFetching, fetchNextPage } = useOperationHistory({ ...filters, limit: pageSize });
  const next = data?.cursor;
  useEffect(() => {
    if (next !== undefined && !isFetching && !error) void fetchNextPage();
  }, [next, isFetching, error, fetchNextPage]);
  const undone = useMemo(() => undoneIn(data?.items ?? []), [data]);
  return (
    <>
      <ul className="tillkit-day-report-rows">
        {data?.items.map((operation) => (
          <PaymentRow key={operation.id} operation={operation} undoneCents={undone.get(operation.id)} />
        ))}
      </ul>
      {error ? (
        <p role="alert">{labels.notLoaded}</p>
      ) : (
        (!data || next !== undefined) && <p className="tillkit-hint">{labels.listLoading}</p>
      )}
    </>
  );
}
