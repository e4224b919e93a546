'use client';
import { createContext, type CSSProperties, useEffect, useId, useMemo, useState } from 'react';
import { withDefaultPageOnlyFields } from '../../core/operations/operationFields.ts';
import type { RecordedOperation } from '../../core/operations/recorded.ts';
import { approvedCents, isUnseen } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { openOperations } from '../../words/enTitles.ts';
import { Chunk, createChunkLoader } from '../kit/Chunk.tsx';
import { StrokeIcon } from '../kit/Icon.tsx';
import { partsOf, useKeptFocus, usePartContext } from '../kit/part.tsx';
import { type PaymentOutcome, rowOutcome } from '../payment-status/paymentView.ts';
import { useRowView } from '../payment-status/useViewOf.ts';
import { shownText } from '../kit/shownText.ts';
import { useMoneyText } from '../kit/useMoney.ts';
import { createInstantToDate } from '../kit/useShopDay.ts';
import { useTerminalTitles } from '../terminal-picker/useTerminalList.ts';
import type { RowOptions, UseTransactionListResult } from './useTransactionList.ts';

/** The labels, formats and host options that all rows share. The object seldom changes, so rows seldom render again. */
export function useSharedByRows(
  list: UseTransactionListResult,
  { columns, orderHref, actions, receipt }: RowOptions,
) {
  const { labels, day, dates, keepOpened, operations, toLookAt } = list;
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const kinds = useLabels('openOperations', openOperations);
  const viewOf = useRowView();
  const money = useMoneyText();
  const { titles, isLoading } = useTerminalTitles();
  const listed = [...toLookAt, ...(operations ?? [])];
  const hasOrders = listed.some(({ orderNumber }) => orderNumber !== undefined);
  const hasActors = listed.some(({ actor }) => actor !== undefined);
  const shownDate = day === 'today' ? dates?.today : day;
  const year = dates?.today.slice(0, 4);
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
    const date = new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' });
    const dateOfYear = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
    const dateOf = createInstantToDate(timeZone);
    const count = 1 + Number(hasOrders) + Number(hasActors) + (columns?.length ?? 0);
    return {
      labels,
      kinds,
      viewOf,
      money,
      // While the names are loading, the column is empty, so that no id appears and then changes into a name.
      terminalOf: ({ terminalId }: RecordedOperation) =>
        titles.get(terminalId) ?? (isLoading ? '' : shownText(terminalId)),
      timeOf: (at: number) => {
        if (at === 0) return undefined;
        const isoDate = dateOf(at);
        if (isoDate === shownDate) return time.format(at);
        const dayFormat = year && isoDate.startsWith(year) ? date : dateOfYear;
        return `${dayFormat.format(at)}, ${time.format(at)}`;
      },
      columns,
      orderHref,
      actions,
      receipt,
      hasOrders,
      hasActors,
      /** For the grid: the number of columns after the time column, and the width of the time column. */
      style: { '--tk-columns': count, ...(shownDate === 'any' && { '--tk-time': '1.6fr' }) } as CSSProperties,
      keepOpened,
    };
  }, [
    labels,
    kinds,
    viewOf,
    money,
    titles,
    isLoading,
    locale,
    timeZone,
    shownDate,
    year,
    columns,
    orderHref,
    actions,
    receipt,
    hasOrders,
    hasActors,
    keepOpened,
  ]);
}

type SharedByRows = ReturnType<typeof useSharedByRows>;

export const RowsContext = /*#__PURE__*/ createContext<SharedByRows | null>(null);

export const useRowsContext = () => usePartContext(RowsContext, 'TransactionList.Root');

const definePart = /*#__PURE__*/ partsOf(useRowsContext, () => ({}));

/** A page on which no row is opened never loads the code that acts on payments. */
const detailLoader = /*#__PURE__*/ createChunkLoader(() => import('./TransactionListDetail.tsx'));

export interface TransactionListRowState extends Pick<RecordedOperation, 'phase' | 'kind'> {
  /** How much of the amount moved; undefined while that is unknown. */
  moved: PaymentOutcome['moved'];
  /** The colour of the outcome; undefined while the payment is under way. */
  tone: PaymentOutcome['tone'] | undefined;
  /** The payment has ended, and no operator at any till has acknowledged its outcome. */
  unseen: boolean;
  open: boolean;
}

export interface TransactionListRowProps {
  operation: RecordedOperation;
  /** The amount that a void undid (cents), if it is known. */
  undoneCents?: number | undefined;
}

/** One payment in one line. Opening it shows what happened and what may be done. */
export const TransactionListRow = /*#__PURE__*/ definePart(
  'li',
  function TransactionListRow(rows, { operation, undoneCents, ...props }: TransactionListRowProps) {
    const [isOpened, setIsOpened] = useState(false);
    const panelId = useId();
    const summaryId = useId();
    const { labels, keepOpened } = rows;
    const shown = useMemo(
      () =>
        rows.viewOf({
          ...withDefaultPageOnlyFields(operation),
          // For a void the service may name an amount that was never paid, so the row shows what the void undid.
          ...(operation.kind === 'void' && { amountCents: undoneCents, confirmedCents: undoneCents }),
        }),
      [rows, operation, undoneCents],
    );
    const ending = rowOutcome(shown);
    const { amountCents } = shown.operation;
    const cents = ending?.moved === 'none' ? amountCents : approvedCents(shown.operation);
    useEffect(() => {
      if (!isOpened) return undefined;
      keepOpened(operation, true);
      return () => keepOpened(operation, false);
    }, [isOpened, operation, keepOpened]);
    const state: TransactionListRowState = {
      phase: operation.phase,
      kind: operation.kind,
      moved: ending?.moved,
      tone: ending?.tone,
      unseen: isUnseen(operation),
      open: isOpened,
    };
    return {
      className: 'tillkit-transaction-list-row',
      // The role `presentation` of the `ul` takes the items' own role away, so it is set here.
      role: 'listitem',
      children: (
        <>
          <button
            ref={useKeptFocus(null)}
            type="button"
            id={summaryId}
            className="tillkit-transaction-list-summary"
            aria-expanded={isOpened}
            aria-controls={isOpened ? panelId : undefined}
            onClick={() => setIsOpened(!isOpened)}
          >
            <Summary rows={rows} operation={operation} ending={ending} cents={cents} />
          </button>
          {isOpened && (
            <div className="tillkit-transaction-list-panel" id={panelId}>
              <Chunk loader={detailLoader} labels={{ ...labels, notLoaded: labels.detailNotLoaded }}>
                {({ TransactionListDetail }) => (
                  <TransactionListDetail
                    operation={operation}
                    undoneCents={undoneCents}
                    summaryId={summaryId}
                    labels={labels}
                    options={rows}
                    onDone={() => setIsOpened(false)}
                  />
                )}
              </Chunk>
            </div>
          )}
        </>
      ),
      state,
      given: props,
    };
  },
);

interface SummaryProps {
  rows: SharedByRows;
  operation: RecordedOperation;
  ending: PaymentOutcome | undefined;
  cents: number | undefined;
}

function Summary({ rows, operation, ending, cents }: SummaryProps) {
  const { labels, kinds, columns = [] } = rows;
  const { kind, phase, currency, createdAt, orderNumber, actor } = operation;
  const isGivenBack = kind === 'refund' || kind === 'void';
  const isKindNamed = phase === 'complete' || phase === 'partial';
  const amount = cents !== undefined && rows.money(isGivenBack ? -cents : cents, currency);
  const title = ending?.title ?? (phase === 'sending' ? kinds.sending : kinds.waiting);
  return (
    <>
      <span className="tillkit-transaction-list-outcome">
        <StrokeIcon name={ending?.icon ?? 'clock'} />
        <span>
          {kind === 'pay' ? (
            title
          ) : (
            <>
              <span>{title}</span>{' '}
              {!isKindNamed && <span className="tillkit-transaction-list-kind">{kinds.kind({ kind })}</span>}
            </>
          )}
        </span>
      </span>{' '}
      <bdi className="tillkit-transaction-list-amount tillkit-figures">
        {amount && (ending?.moved === 'none' ? <s>{amount}</s> : amount)}
      </bdi>{' '}
      <span className="tillkit-transaction-list-facts tillkit-figures">
        <span data-column="time">{rows.timeOf(createdAt)}</span>{' '}
        <bdi data-column="terminal">{rows.terminalOf(operation)}</bdi>{' '}
        {rows.hasOrders && (
          <bdi data-column="order">{orderNumber && labels.order({ number: shownText(orderNumber) })}</bdi>
        )}{' '}
        {rows.hasActors && <bdi data-column="actor">{shownText(actor)}</bdi>}{' '}
        {columns.map(({ id, label, render }) => (
          <span key={id} data-column={id}>
            <span className="tillkit-transaction-list-label">{label}</span> {render(operation)}
          </span>
        ))}
      </span>{' '}
      <span className="tillkit-transaction-list-chevron tillkit-icon" data-icon="chevron" />
    </>
  );
}
