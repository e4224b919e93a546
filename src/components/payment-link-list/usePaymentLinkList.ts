'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { PaymentsError } from '../../core/errors.ts';
import { isSameLink, useCreatedLinks, usePaymentLinks } from '../../hooks/usePaymentLinks.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { LinkColumn, PaymentLinkColumn } from './linkColumns.ts';
import { type PaymentLinkListLabels, paymentLinkListLabels } from './paymentLinkListLabels.ts';
import { saveFile } from './saveFile.ts';
import { useLinkColumns } from './useLinkColumns.ts';
import { useLinkSearch } from './useLinkSearch.ts';

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
  const labels = useLabels('paymentLinkList', paymentLinkListLabels, options.labels);
  const { clock } = usePaymentsContext().operations;
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
