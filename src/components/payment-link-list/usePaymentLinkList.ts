'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { createContext, useEffect, useMemo, useState } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { Page } from '../../core/wire/listPage.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { useIsHydrated } from '../../hooks/useBrowserValue.ts';
import { useResetForOwner } from '../../hooks/useOwner.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { isSameLink, useCreatedLinks, usePaymentLinks } from '../../hooks/usePaymentLinks.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentLinkList } from '../../words/en.ts';
import type { PaymentLinkListLabels } from '../../words/words.ts';
import { saveFile } from '../kit/saveFile.ts';
import { useMoney } from '../kit/useMoney.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { type LinkColumn, type PaymentLinkColumn, useLinkColumns } from './linkColumns.tsx';
import { statusOf, statusWords } from './LinkStatus.tsx';

/** Spreadsheet programs recognise UTF-8 by the byte order mark. */
const csvBlob = (text: string) => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });

/** How long a person must have typed nothing before the count is announced (ms). */
const pauseMs = 600;

/** Searches the text of the columns. A link is shown if its text has every word of the query. */
function useLinkSearch(
  all: readonly PaymentLink[] | undefined,
  links: readonly PaymentLink[] | undefined,
  columns: readonly LinkColumn[],
  labels: PaymentLinkListLabels,
) {
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
    all && shown && shown !== all ? labels.found(count(shown.length), count(all.length)) : undefined;

  useEffect(() => {
    if (found === undefined) return;
    const timer = clock.setTimeout(() => announce(found), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [found, clock, announce]);

  return { query, setQuery, shown, found };
}

interface ListedStatus {
  /** `paid`, `unpaid` or another word of the service. */
  status: string;
  label: string;
}

/** How many statuses can be chosen. A link with another status can be found by the search. */
const maxStatuses = 6;

/** The statuses to choose from: those of the listed links, and the chosen one. `unpaid` and `paid` come first. */
function useLinkStatuses(links: readonly PaymentLink[] | undefined, labels: PaymentLinkListLabels) {
  const [status, setStatus] = useState<string>();
  const statuses = useMemo(() => {
    const known = new Set(links?.map(statusOf));
    const wanted = new Set(['unpaid', 'paid', ...known, status]);
    const offered = [...wanted].filter((one) => known.has(one) || one === status);
    return offered.flatMap((one, place) => {
      if (place >= maxStatuses && one !== status) return [];
      const label = statusWords({ status: one }, labels);
      return one === undefined || label === undefined ? [] : [{ status: one, label }];
    });
  }, [links, labels, status]);
  const withStatus = useMemo(
    () => (status === undefined ? links : links?.filter((link) => statusOf(link) === status)),
    [links, status],
  );
  return { status, setStatus, statuses, withStatus };
}

const openStatuses = ['unpaid', 'open', 'active', 'pending', 'partially_paid'];
const closedStatuses = [
  'paid',
  'expired',
  'cancelled',
  'canceled',
  'refunded',
  'partially_refunded',
  'draft',
];

/** Whether a link can still be paid; undefined for an unfamiliar status. */
function isOpen(link: PaymentLink): boolean | undefined {
  const status = statusOf(link)?.toLowerCase() ?? '';
  // For a status that ends in `paid`, such as `unpaid`, the status decides. For any other, such as `active`, the
  // field `paid` decides.
  const isPaid = link.paid === true && !status.endsWith('paid');
  if (isPaid || closedStatuses.includes(status)) return false;
  return openStatuses.includes(status) || undefined;
}

/** What is left to pay (cents); NaN if unknown. */
function centsLeft(link: PaymentLink): number {
  const isPaidInPart = statusOf(link)?.toLowerCase() === 'partially_paid';
  const { amountCents, totalAmountCents = amountCents, paidAmountCents = isPaidInPart ? NaN : 0 } = link;
  const left = (totalAmountCents ?? NaN) - paidAmountCents;
  return left >= 0 ? left : Number.NaN;
}

/** Remembers the size of the first page: a service may give fewer links a page than it is asked for. */
function usePageSize(data: Page<PaymentLink> | undefined, asked: number | undefined) {
  const [first, setFirst] = useState<{ asked: number | undefined; limit: number }>();
  const isNews = data?.page === 1 && (data.limit !== first?.limit || asked !== first.asked);
  if (isNews) setFirst({ asked, limit: data.limit });
  return ({ limit }: Page<PaymentLink>) => (first && first.asked === asked ? first.limit : limit);
}

/** The list shows at most this many links, so that the page stays responsive if a service ignores `limit`. */
const maxRows = 200;

export interface UsePaymentLinkListOptions {
  /** Links per page; default 25. */
  limit?: number | undefined;
  /** Which columns, in which order; default amount, status, reference, created and actions. */
  columns?: readonly PaymentLinkColumn[] | undefined;
  labels?: Partial<PaymentLinkListLabels> | undefined;
}

export interface UsePaymentLinkListResult {
  labels: PaymentLinkListLabels;
  columns: readonly LinkColumn[];
  /** Whether the host named the columns. */
  hasOwnColumns: boolean;
  /** The page's links that match the status and the search, at most 200; undefined until the first page is loaded. */
  links: readonly PaymentLink[] | undefined;
  error: PaymentsError | null;
  isLoading: boolean;
  isFetching: boolean;
  /** Another page is loading; the previous one is still shown. */
  isTurning: boolean;
  /** There are no links at all. */
  isEmpty: boolean;
  refetch: () => void;
  query: string;
  setQuery: (query: string) => void;
  /** The statuses on the page, at most six, and the chosen status. */
  statuses: readonly ListedStatus[];
  /** The status that is filtered by; undefined if all links are shown. */
  status: string | undefined;
  setStatus: (status: string | undefined) => void;
  /**
   * How many links of the page are still to be paid, and the sum; undefined if the status of any link is unfamiliar.
   */
  summary: string | undefined;
  /** How many links were found; undefined while nothing is searched or filtered, and if no link was found. */
  found: string | undefined;
  /** Why no links are shown, or not all. */
  note: string | undefined;
  /** Saves the links of the page as a CSV file; undefined until a page is loaded. */
  download: (() => void) | undefined;
  page: number;
  pages: number;
  setPage: (page: number) => void;
  isNew: (link: PaymentLink) => boolean;
  /** The link whose QR code the dialog shows; undefined while the dialog is closed. */
  shared: PaymentLink | undefined;
  setShared: (link: PaymentLink | undefined) => void;
}

/** The list as a server draws it. A part that hydrates later begins with it, even if the page has read the links by then. */
const notHydrated = { data: undefined, error: null, isFetching: true };

/**
 * The state and actions of `PaymentLinkList`, for your own elements.
 *
 * @example
 * const { links, page, pages, setPage } = usePaymentLinkList({ limit: 10 });
 */
export function usePaymentLinkList(options: UsePaymentLinkListOptions = {}): UsePaymentLinkListResult {
  const labels = useLabels('paymentLinkList', paymentLinkList, options.labels);
  const { clock } = usePaymentsContext();
  const count = useCount();
  const [page, setPage] = useState(1);
  const list = usePaymentLinks({
    page,
    limit: options.limit,
    query: { placeholderData: keepPreviousData },
  });
  const { data, error, isFetching } = useIsHydrated() ? list : notHydrated;
  const { isPlaceholderData, refetch } = list;
  const perPage = usePageSize(data, options.limit);
  const created = useCreatedLinks();
  const { columns, csvOf } = useLinkColumns(options.columns, labels);
  const { withStatus, ...statuses } = useLinkStatuses(data?.items, labels);
  const { shown, found, query, setQuery } = useLinkSearch(data?.items, withStatus, columns, labels);
  const money = useMoney();
  const [shared, setShared] = useState<PaymentLink>();
  useResetForOwner(() => {
    setPage(1);
    setQuery('');
    statuses.setStatus(undefined);
    setShared(undefined);
  });

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
    ...statuses,
    summary: summaryOf(),
    found: shown?.length === 0 ? undefined : found,
    note: noteOf(),
    download: data && (() => saveFile(labels.csvFile(data.page), csvBlob(csvOf(data.items)), clock)),
    page,
    pages: data ? Math.max(page, Math.ceil(data.total / perPage(data))) : page,
    setPage,
    isNew: (link) => created.some(isSameLink(link)),
    shared,
    setShared,
  };

  function summaryOf(): string | undefined {
    if (!data?.items.every((link) => isOpen(link) !== undefined)) return undefined;
    const open = data.items.filter(isOpen);
    const leftCents = open.reduce((sum, link) => sum + centsLeft(link), 0);
    return labels.open({
      count: count(open.length),
      amount: Number.isSafeInteger(leftCents) ? money.format(leftCents) : undefined,
      isPart: data.total > data.items.length,
    });
  }

  function noteOf(): string | undefined {
    if (!shown || isEmpty) return undefined;
    if (shown.length === 0) return isPageEmpty ? labels.emptyPage : labels.noMatch;
    return shown.length > maxRows ? labels.tooMany(count(maxRows), count(shown.length)) : undefined;
  }
}

export const PaymentLinkListContext = /*#__PURE__*/ createContext<UsePaymentLinkListResult | null>(null);

export interface ListedLink {
  link: PaymentLink;
  /** The link was just created. */
  isNew: boolean;
  cellId: (columnId: string) => string;
}

export const ListedLinkContext = /*#__PURE__*/ createContext<ListedLink | null>(null);

/** The list that a part belongs to. Throws outside of a `PaymentLinkList.Root`. */
export function usePaymentLinkListContext(): UsePaymentLinkListResult {
  return usePartContext(PaymentLinkListContext, 'PaymentLinkList.Root');
}

export interface PaymentLinkListState {
  /** The first page is loading. */
  loading: boolean;
  /** Another page is loading. */
  busy: boolean;
  empty: boolean;
  columns: 'custom' | undefined;
}

export const stateOf = (list: UsePaymentLinkListResult): PaymentLinkListState => ({
  loading: list.isLoading,
  busy: list.isTurning,
  empty: list.isEmpty,
  columns: list.hasOwnColumns ? 'custom' : undefined,
});

export const definePart = /*#__PURE__*/ partsOf(usePaymentLinkListContext, stateOf);

/** The sentence with the page number and the number of pages. */
export function usePageSentence(): string {
  const { page, pages, labels } = usePaymentLinkListContext();
  const count = useCount();
  return labels.page(count(page), count(pages));
}

/** The link that a part belongs to. Throws outside of a `PaymentLinkList.Body`. */
export function useListedLink(): ListedLink {
  return usePartContext(ListedLinkContext, 'PaymentLinkList.Body');
}
