'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { createContext, useEffect, useMemo, useState } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { Clock } from '../../core/time.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { isSameLink, useCreatedLinks, usePaymentLinks } from '../../hooks/usePaymentLinks.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentLinkList } from '../../words/en.ts';
import type { PaymentLinkListLabels } from '../../words/words.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { type LinkColumn, type PaymentLinkColumn, useLinkColumns } from './linkColumns.tsx';

/** Some browsers read the address only a while after the press. */
const keptForMs = 10_000;

/** Saves a text as a file, in UTF-8 with the mark by which spreadsheets know it. */
function saveFile(name: string, text: string, type: string, clock: Clock): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  clock.setTimeout(() => URL.revokeObjectURL(url), keptForMs);
}

export interface UseLinkSearchResult {
  query: string;
  setQuery: (query: string) => void;
  /** The links of the page that have every word of the query; all of them where there is none. */
  shown: readonly PaymentLink[] | undefined;
  /** How many were found, once something is searched. */
  found: string | undefined;
}

/** One says the count when a person stops typing, not at every key. */
const pauseMs = 600;

/** Searches what the columns show of the links at hand. */
function useLinkSearch(
  links: readonly PaymentLink[] | undefined,
  columns: readonly LinkColumn[],
  labels: PaymentLinkListLabels,
): UseLinkSearchResult {
  const { clock, announce, locale } = usePaymentsContext();
  const count = useCount();
  const [query, setQuery] = useState('');

  const shown = useMemo(() => {
    const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase(locale);
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return links;
    return links?.filter((link) => {
      const text = fold(columns.map((column) => (column.words ?? column.text)?.(link) ?? '').join('\n'));
      return words.every((word) => text.includes(word));
    });
  }, [links, columns, query, locale]);
  const found =
    links && shown && shown !== links ? labels.found(count(shown.length), count(links.length)) : undefined;

  useEffect(() => {
    if (found === undefined) return;
    const timer = clock.setTimeout(() => announce(found), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [found, clock, announce]);

  return { query, setQuery, shown, found };
}

/** A service that does not keep to the limit must not make the page stand still. */
const maxRows = 200;

export interface UsePaymentLinkListOptions {
  /** Links a page; default 25. */
  limit?: number | undefined;
  /** Which columns, in which order; default amount, status, reference, created and actions. */
  columns?: readonly PaymentLinkColumn[] | undefined;
  labels?: Partial<PaymentLinkListLabels> | undefined;
}

export interface UsePaymentLinkListResult {
  labels: PaymentLinkListLabels;
  columns: readonly LinkColumn[];
  /** They were chosen. */
  hasOwnColumns: boolean;
  /** Those of the page that the search left, at most 200; undefined while the first page loads. */
  links: readonly PaymentLink[] | undefined;
  error: PaymentsError | null;
  isLoading: boolean;
  isFetching: boolean;
  /** Another page is on its way; the one before is still shown. */
  isTurning: boolean;
  /** There is no link at all. */
  isEmpty: boolean;
  refetch: () => void;
  query: string;
  setQuery: (query: string) => void;
  /** How many were found, once something is searched. */
  found: string | undefined;
  /** Why there is nothing, or not all, to be seen. */
  note: string | undefined;
  /** Saves the page as CSV; undefined while there is nothing to save. */
  download: (() => void) | undefined;
  page: number;
  pages: number;
  setPage: (page: number) => void;
  isNew: (link: PaymentLink) => boolean;
  /** The link whose QR code is shown. */
  shared: PaymentLink | undefined;
  setShared: (link: PaymentLink | undefined) => void;
}

/**
 * All that `PaymentLinkList` knows and does, for elements of one's own.
 *
 * @example
 * const { links, page, pages, setPage } = usePaymentLinkList({ limit: 10 });
 */
export function usePaymentLinkList(options: UsePaymentLinkListOptions = {}): UsePaymentLinkListResult {
  const labels = useLabels('paymentLinkList', paymentLinkList, options.labels);
  const { clock } = usePaymentsContext();
  const count = useCount();
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData, isFetching, refetch } = usePaymentLinks({
    page,
    limit: options.limit,
    query: { placeholderData: keepPreviousData },
  });
  const created = useCreatedLinks();
  const { columns, csvOf } = useLinkColumns(options.columns, labels);
  const { shown, found, query, setQuery } = useLinkSearch(data?.items, columns, labels);
  const [shared, setShared] = useState<PaymentLink>();

  const isPageEmpty = data?.items.length === 0;
  const isEmpty = isPageEmpty && data.page === 1;
  return {
    labels,
    columns,
    hasOwnColumns: options.columns !== undefined,
    links: shown?.slice(0, maxRows),
    error,
    isLoading: !data && !error,
    isFetching,
    isTurning: isPlaceholderData,
    isEmpty,
    refetch: () => void refetch(),
    query,
    setQuery,
    found: shown?.length === 0 ? undefined : found,
    note: noteOf(),
    download:
      data && (() => saveFile(labels.csvFile(data.page), csvOf(data.items), 'text/csv;charset=utf-8', clock)),
    page,
    pages: data ? Math.max(page, Math.ceil(data.total / data.limit)) : page,
    setPage,
    isNew: (link) => created.some(isSameLink(link)),
    shared,
    setShared,
  };

  function noteOf(): string | undefined {
    if (!shown || isEmpty) return undefined;
    if (shown.length === 0) return isPageEmpty ? labels.emptyPage : labels.noMatch;
    return shown.length > maxRows ? labels.tooMany(count(maxRows), count(shown.length)) : undefined;
  }
}

export const PaymentLinkListContext = /*#__PURE__*/ createContext<UsePaymentLinkListResult | null>(null);

export interface ListedLink {
  link: PaymentLink;
  /** It was just created. */
  isNew: boolean;
  /** The id of its cell in a column. */
  cellId: (columnId: string) => string;
}

export const ListedLinkContext = /*#__PURE__*/ createContext<ListedLink | null>(null);

/** The list a part belongs to. Throws outside of a `PaymentLinkList.Root`. */
export function usePaymentLinkListContext(): UsePaymentLinkListResult {
  return usePartContext(PaymentLinkListContext, 'PaymentLinkList.Root');
}

export interface PaymentLinkListState {
  /** The first page. */
  loading: boolean;
  /** Another page is on its way. */
  busy: boolean;
  empty: boolean;
  columns: 'custom' | undefined;
}

export const stateOf = ({
  isLoading,
  isTurning,
  isEmpty,
  hasOwnColumns,
}: UsePaymentLinkListResult): PaymentLinkListState => ({
  loading: isLoading,
  busy: isTurning,
  empty: isEmpty,
  columns: hasOwnColumns ? 'custom' : undefined,
});

export const definePart = /*#__PURE__*/ partsOf(usePaymentLinkListContext, stateOf);

/** Which page of how many. */
export function usePageSentence(): string {
  const { page, pages, labels } = usePaymentLinkListContext();
  const count = useCount();
  return labels.page(count(page), count(pages));
}

/** A button that turns pages. At the end it stays in the tab order, so that the focus is not lost on it. */
export function usePageTurn(by: 1 | -1) {
  const { page, pages, setPage } = usePaymentLinkListContext();
  const target = page + by;
  const isAtEnd = target < 1 || target > pages;
  return {
    type: 'button',
    className: 'tillkit-button',
    'aria-disabled': isAtEnd || undefined,
    onClick: () => !isAtEnd && setPage(target),
  };
}

/** The link a part belongs to. Throws outside of a `PaymentLinkList.Body`. */
export function useListedLink(): ListedLink {
  return usePartContext(ListedLinkContext, 'PaymentLinkList.Body');
}

/** The id of the cell that tells a link from others. */
export function useNameId(): string {
  const { columns } = usePaymentLinkListContext();
  const { cellId } = useListedLink();
  const named = columns.find(({ id }) => id === 'reference') ?? columns[0];
  return cellId(named?.id ?? '');
}
