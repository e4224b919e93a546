'use client';
import { keepPreviousData } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { OperationFilters, RecordedOperation, RecordedReport } from '../../core/operations/recorded.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useOperationHistory } from '../../hooks/useOperationHistory.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { useResetForOwner } from '../../hooks/useOwner.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useReport } from '../../hooks/useReport.ts';
import { transactionList } from '../../words/enDay.ts';
import type { Count } from '../../words/plural.ts';
import type { TransactionListLabels } from '../../words/words.ts';
import { dayFigures } from '../day-report/dayFigures.ts';
import { type LatestValue, useReadValue } from '../kit/useLatestValue.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { saveFile } from '../kit/saveFile.ts';
import { useMoneyText } from '../kit/useMoney.ts';
import type { ReceiptProps } from '../receipt/Receipt.tsx';
import { type ShopHours, useShopHours } from '../kit/useShopDay.ts';
import { type ListedDay, useFixedFilters, useListedDay } from './useListedDay.ts';
import { useListSearch } from './useListSearch.ts';

/** The outcomes that a person can choose, each with its filters for the record. */
export const outcomeFilters = {
  approved: { phase: ['complete', 'partial'], kind: ['pay', 'preAuth', 'capture'] },
  notCompleted: { phase: ['failed', 'rejected'] },
  unknown: { phase: 'unknown' },
  underWay: { phase: ['sending', 'waiting'] },
  unseen: { unseen: true },
  givenBack: { kind: ['refund', 'void'] },
} as const satisfies Record<string, OperationFilters>;

export type TransactionOutcome = keyof typeof outcomeFilters;

export interface UseTransactionListOptions {
  /** The terminal whose payments are listed. Default: the payments of all terminals. */
  terminalId?: string | undefined;
  /** When the shop's day begins, as `04:00`. Default midnight. */
  dayStartsAt?: string | undefined;
  /** Filters that a person cannot remove, such as those behind a figure of `DayReport`. */
  filters?: OperationFilters | undefined;
  labels?: Partial<TransactionListLabels> | undefined;
}

export interface UseTransactionListResult {
  labels: TransactionListLabels;
  /** The day's payments, newest first, as far as they are loaded; undefined while the first are loading. */
  operations: readonly RecordedOperation[] | undefined;
  /**
   * Payments of any day whose outcome is unknown or not acknowledged. A payment stays while its row is open. Empty
   * while payments are searched or filtered.
   */
  toLookAt: readonly RecordedOperation[];
  /** No payment matches the day, the search and the filters. */
  isEmpty: boolean;
  error: PaymentsError | null;
  isLoading: boolean;
  isFetching: boolean;
  /** Whether another day, search or filter is loading while the previous payments are still shown. */
  isTurning: boolean;
  refetch: () => void;
  /** Loads further payments; undefined if there are none. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  /** When payments were read last (epoch ms). */
  loadedAt: number;
  /** What was taken and given back, in all payments that the filters find, by currency. */
  headline: string | undefined;
  /** Says that only this browser's payments are known; undefined with a gateway. */
  note: string | undefined;
  day: ListedDay;
  setDay: (day: ListedDay) => void;
  /** False if the host's filters have a period. */
  canChooseDay: boolean;
  /** Whether a person can choose any day: with a search, or with a filter by unknown or unseen outcomes. */
  canBeAnyDay: boolean;
  /** Today's and yesterday's date; undefined until the page knows its time zone. */
  dates: { today: string; yesterday: string } | undefined;
  query: string;
  setQuery: (query: string) => void;
  /** How the search text is read: as an amount or as a number. `other` is the other reading. */
  reading: { sentence: string; other: { sentence: string; choose: () => void } | undefined } | undefined;
  outcome: TransactionOutcome | undefined;
  setOutcome: (outcome: TransactionOutcome | undefined) => void;
  /** False if the host's filters have a kind or an outcome. */
  canChooseOutcome: boolean;
  terminal: string | undefined;
  setTerminal: (terminalId: string | undefined) => void;
  /** False if the host shows one terminal only. */
  canChooseTerminal: boolean;
  actor: string | undefined;
  setActor: (actor: string | undefined) => void;
  /** The names to filter by: who started the loaded payments, and the chosen person even if they started none of these. */
  actors: readonly string[];
  /** Whether the search, a person's filters or the host's filters hide payments. */
  isNarrowed: boolean;
  /** Clears the search and the filters. Undefined if a person has set none. */
  clear: (() => void) | undefined;
  /** Saves all payments that were found as CSV. */
  download: () => void;
  /** Why the payments could not be saved as CSV. */
  downloadError: string | undefined;
  isDownloading: boolean;
  /** Call this when a row is opened or closed: while a row is open, its payment stays in the same list. */
  keepOpened: (operation: RecordedOperation, isOpened: boolean) => void;
}

/**
 * The state and actions of `TransactionList`, for your own elements.
 *
 * @example
 * const { operations, headline, setQuery } = useTransactionList({ dayStartsAt: '04:00' });
 */
export function useTransactionList(options: UseTransactionListOptions = {}): UseTransactionListResult {
  const labels = useLabels('transactionList', transactionList, options.labels);
  const hours = useShopHours(options.dayStartsAt);
  const format = useMoneyText();
  const search = useListSearch(labels, format);
  const fixed = useFixedFilters(options.terminalId, options.filters);
  const [chosenOutcome, setOutcome] = useState<TransactionOutcome>();
  const outcome = fixed.hasOutcome ? undefined : chosenOutcome;
  const [terminal, setTerminal] = useState<string>();
  const [actor, setActor] = useState<string>();
  // A person who searches, or filters by unknown or unseen outcomes, may look for a payment of an earlier day.
  const isOld = search.filters !== undefined || outcome === 'unknown' || outcome === 'unseen';
  const canBeAnyDay = !fixed.period && isOld;
  const { period, ...days } = useListedDay(hours, canBeAnyDay, fixed.period);
  const terminalId = fixed.terminalId ?? terminal;
  const isNarrowedHere = [search.filters, outcome, terminal, actor].some((choice) => choice !== undefined);
  const isNarrowed = isNarrowedHere || fixed.isNarrowed;

  const chosen = { actor, ...(outcome && outcomeFilters[outcome]), ...search.filters };
  const filters = { ...chosen, ...fixed.others, terminalId };
  const asked = { ...filters, ...(period ?? { from: 0, to: 0 }) };
  const query = { enabled: period !== undefined, placeholderData: keepPreviousData };
  const list = useOperationHistory({ ...asked, query });
  const report = useReport({ ...asked, query });
  const look = useToLookAt(terminalId, period !== undefined && !isNarrowed, list.data?.items);
  const download = useDownload(asked, hours, days.day === 'today' ? days.dates?.today : days.day, labels);
  const clear = () => {
    search.setQuery('');
    setOutcome(undefined);
    setTerminal(undefined);
    setActor(undefined);
  };
  useResetForOwner(() => {
    clear();
    days.setDay('today');
    look.closeAll();
  });
  const count = useCount();
  const { currency: own } = usePaymentsContext();
  const headline = report.data && headlineOf(report.data, { labels, format, count, own });

  const read = useMemo(() => {
    const above = new Set(look.toLookAt.map(({ id }) => id));
    return {
      toLookAt: look.toLookAt,
      operations: list.data?.items.filter(({ id }) => !above.has(id)),
    };
  }, [list.data, look.toLookAt]);
  // Deferred, because many rows take long to render. A row may move between the two lists, so both change at once.
  const rendered = useDeferredValue(read);
  const { toLookAt, operations } = rendered.operations ? rendered : read;
  const listedActors = list.data?.items.map(({ actor: name }) => name) ?? [];
  const actors = [...new Set([...listedActors, actor])].filter((name) => name !== undefined).toSorted();

  const isTurning = list.isPlaceholderData || report.isPlaceholderData;
  const isEmpty = list.data?.items.length === 0;
  useAnnouncedResult(
    JSON.stringify(period && asked),
    isTurning || !operations ? undefined : isEmpty ? labels.noMatch : headline,
  );
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const error = list.error ?? report.error ?? look.error;

  return {
    labels,
    operations,
    toLookAt,
    isEmpty,
    error,
    isLoading: !list.data && !error,
    isFetching: list.isFetching,
    isTurning,
    refetch: () => {
      void list.refetch();
      void report.refetch();
      look.refetch();
    },
    loadMore: list.hasNextPage ? loadMore : undefined,
    isLoadingMore: list.isFetchingNextPage,
    loadedAt: list.dataUpdatedAt,
    headline,
    note: list.isAvailable ? undefined : labels.onlyThisBrowser,
    ...days,
    canChooseDay: !fixed.period,
    canBeAnyDay,
    query: search.query,
    setQuery: search.setQuery,
    reading: search.reading,
    outcome,
    setOutcome,
    canChooseOutcome: !fixed.hasOutcome,
    terminal,
    setTerminal,
    canChooseTerminal: fixed.terminalId === undefined,
    actor,
    setActor,
    actors,
    isNarrowed,
    clear: isNarrowedHere ? clear : undefined,
    ...download,
    keepOpened: look.keepOpened,
  };
}

interface HeadlineWords {
  labels: Pick<TransactionListLabels, 'headline' | 'nothingTaken' | 'onlyGivenBack'>;
  format: (cents: number, currency?: string) => string;
  count: (value: number) => Count;
  /** The currency of payments that name no currency. */
  own: string;
}

/** A report in words: one sentence for each currency. */
export function headlineOf(report: RecordedReport, { labels, format, count, own }: HeadlineWords): string {
  const sums = dayFigures(report, own)
    .filter(({ takenCount, givenBackCount }) => takenCount + givenBackCount > 0)
    .map(({ currency, takenCents, givenBackCents, takenCount }) => {
      const givenBack = givenBackCents > 0 ? format(givenBackCents, currency) : undefined;
      if (givenBack !== undefined && takenCount === 0) return labels.onlyGivenBack({ givenBack });
      return labels.headline({ taken: format(takenCents, currency), givenBack, payments: count(takenCount) });
    });
  return sums.length === 0 ? labels.nothingTaken : sums.join(' · ');
}

/** At most this many payments with an unknown outcome are read. A gateway sends no more in one answer. */
const mostUnknown = 200;
const mostUnseen = 50;

/** Payments of any day that a person should look at: first unknown outcomes, then unacknowledged ones. */
function useToLookAt(
  terminalId: OperationFilters['terminalId'],
  isWanted: boolean,
  listed: readonly RecordedOperation[] | undefined,
) {
  const about = { terminalId, query: { enabled: isWanted } };
  const unknown = useOperationHistory({ ...about, phase: 'unknown', open: true, limit: mostUnknown });
  const unseen = useOperationHistory({ ...about, unseen: true, limit: mostUnseen });
  // A payment whose row is open stays in its list: in the other list, the row would be closed.
  const [opened, setOpened] = useState<
    ReadonlyMap<string, { operation: RecordedOperation; isAbove: boolean }>
  >(new Map());
  const shown = useRef<readonly RecordedOperation[]>([]);
  const keepOpened = useCallback((operation: RecordedOperation, isOpened: boolean) => {
    const isAbove = shown.current.some(({ id }) => id === operation.id);
    setOpened((before) => {
      const after = new Map(before);
      after.delete(operation.id);
      return isOpened ? after.set(operation.id, { operation, isAbove }) : after;
    });
  }, []);
  const toLookAt = useMemo(() => {
    if (!isWanted) return [];
    const listedOf = (of: string) => listed?.find(({ id }) => id === of);
    const isOpenedBelow = ({ id }: RecordedOperation) =>
      opened.get(id)?.isAbove === false && listedOf(id) !== undefined;
    const found = [...(unknown.data?.items ?? []), ...(unseen.data?.items ?? [])].filter(
      (one) => !isOpenedBelow(one),
    );
    const ids = new Set(found.map(({ id }) => id));
    const kept = [...opened.values()].filter(({ operation, isAbove }) => isAbove && !ids.has(operation.id));
    return [...found, ...kept.map(({ operation }) => listedOf(operation.id) ?? operation)];
  }, [isWanted, unknown.data, unseen.data, opened, listed]);
  useEffect(() => {
    shown.current = toLookAt;
  }, [toLookAt]);
  return {
    toLookAt,
    keepOpened,
    closeAll: () => setOpened(new Map()),
    error: unknown.error ?? unseen.error,
    refetch: () => {
      void unknown.refetch();
      void unseen.refetch();
    },
  };
}

/** Announces what was found when another day, search or filter is shown, but not when the list first appears. */
function useAnnouncedResult(asked: string | undefined, result: string | undefined): void {
  const { announce } = usePaymentsContext();
  const announced = useRef<string>(undefined);
  useEffect(() => {
    if (result === undefined || announced.current === asked) return;
    const isFirst = announced.current === undefined;
    announced.current = asked;
    if (!isFirst) announce(result);
  }, [asked, result, announce]);
}

function useDownload(
  filters: OperationFilters,
  hours: ShopHours | undefined,
  name: string | undefined,
  labels: TransactionListLabels,
) {
  const { record } = useTerminalOperations();
  const { clock, announce } = usePaymentsContext();
  const [isDownloading, setIsDownloading] = useState(false);
  const [downloadError, setDownloadError] = useState<string>();
  useResetForOwner(() => setDownloadError(undefined));
  const download = async (timeZone: string) => {
    setIsDownloading(true);
    setDownloadError(undefined);
    try {
      const file = await record.exportOperations({ ...filters, timeZone });
      saveFile(labels.csvFile({ day: name ?? '' }), file, clock);
    } catch {
      setDownloadError(labels.notDownloaded);
      announce(labels.notDownloaded);
    }
    setIsDownloading(false);
  };
  return {
    isDownloading,
    downloadError,
    download: () => {
      if (hours && !isDownloading) void download(hours.timeZone);
    },
  };
}

/** A column that the host adds. */
export interface TransactionColumn {
  id: string;
  label: string;
  render: (operation: RecordedOperation) => ReactNode;
}

/** What a host adds to rows. Keep these values the same from render to render, or all rows render again. */
export interface RowOptions {
  /** Further columns, after the kit's. */
  columns?: readonly TransactionColumn[] | undefined;
  /** Where the host shows an order: an opened row links to it. */
  orderHref?: ((orderNumber: string) => string) | undefined;
  /** The host's own actions, in an opened row. */
  actions?: ((operation: RecordedOperation) => ReactNode) | undefined;
  /** For a printed slip: the shop's lines at its top and bottom, and the paper. */
  receipt?: Pick<ReceiptProps, 'shop' | 'footer' | 'paper'> | undefined;
}

export interface DetailProps {
  operation: RecordedOperation;
  /** The amount that a void undid (cents), if it is known. */
  undoneCents: number | undefined;
  /** The id of the row's button, whose text names the row. */
  summaryId: string;
  labels: TransactionListLabels;
  options: RowOptions;
  /** Called after a person acknowledged the payment. */
  onDone: () => void;
}

export const TransactionListContext =
  /*#__PURE__*/ createContext<LatestValue<UseTransactionListResult> | null>(null);

/** The list that a part belongs to. Throws outside of a `TransactionList.Root`. */
export function useTransactionListContext(): UseTransactionListResult {
  return useReadValue(usePartContext(TransactionListContext, 'TransactionList.Root'));
}

export interface TransactionListState {
  /** The first payments are loading. */
  loading: boolean;
  /** The payments of another day, search or filter are loading. */
  busy: boolean;
  empty: boolean;
  /** Search or filters hide payments. */
  narrowed: boolean;
}

export const stateOf = (list: UseTransactionListResult): TransactionListState => ({
  loading: list.isLoading,
  busy: list.isTurning,
  empty: list.isEmpty,
  narrowed: list.isNarrowed,
});

export const definePart = /*#__PURE__*/ partsOf(useTransactionListContext, stateOf);
