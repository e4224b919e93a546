'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { forwardRef, useState } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { isSameLink } from '../../hooks/createdLinks.ts';
import { useCreatedLinks } from '../../hooks/useCreatedLinks.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentLinks } from '../../hooks/usePaymentLinks.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { linkShareLabels } from '../link-share/linkShareLabels.ts';
import type { PaymentLinkColumn } from './linkColumns.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { LinkTable } from './LinkTable.tsx';
import { LoadError, NoLinks } from './ListNotice.tsx';
import { ListPages } from './ListPages.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { type PaymentLinkListLabels, paymentLinkListLabels } from './paymentLinkListLabels.ts';
import { saveFile } from './saveFile.ts';
import { useLinkColumns } from './useLinkColumns.ts';
import { useLinkSearch } from './useLinkSearch.ts';

/** A service that does not keep to the limit must not make the page stand still. */
const maxRows = 200;

export interface PaymentLinkListProps {
  /** Links a page; default 25. */
  limit?: number | undefined;
  /** Which columns, in which order; default amount, status, reference, created and actions. */
  columns?: readonly PaymentLinkColumn[] | undefined;
  labels?: Partial<PaymentLinkListLabels> | undefined;
  className?: string | undefined;
}

/**
 * The merchant's payment links, a page at a time. One that was just created stands on top at once.
 *
 * @example
 * <PaymentLinkList limit={10} />
 */
export const PaymentLinkList = forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    const labels = useLabels('paymentLinkList', paymentLinkListLabels, props.labels);
    const shareLabels = useLabels('linkShare', linkShareLabels);
    const { clock } = usePaymentsContext().operations;
    const [page, setPage] = useState(1);
    const { data, error, isPlaceholderData, isFetching, refetch } = usePaymentLinks({
      page,
      limit: props.limit,
      query: { placeholderData: keepPreviousData },
    });
    const created = useCreatedLinks();
    const { columns, csvOf } = useLinkColumns(props.columns, labels);
    const { shown, found, ...search } = useLinkSearch(data?.items, columns, labels);
    const [shared, setShared] = useState<PaymentLink>();

    const isLoading = !data && !error;
    const isEmpty = data?.items.length === 0;
    const hasNone = isEmpty && data.page === 1;
    const pages = data ? Math.max(page, Math.ceil(data.total / data.limit)) : page;
    const retry = () => void refetch();

    return (
      <section
        ref={ref}
        className={['tillkit-payment-link-list', 'tillkit-card', props.className].filter(Boolean).join(' ')}
        data-tillkit="payment-link-list"
        data-loading={isLoading ? '' : undefined}
        data-busy={isPlaceholderData ? '' : undefined}
        data-empty={hasNone ? '' : undefined}
        data-columns={props.columns ? 'custom' : undefined}
        aria-label={labels.title}
        aria-busy={isLoading || isPlaceholderData}
      >
        {isLoading && <p className="tillkit-visually-hidden">{labels.loading}</p>}
        {error && <LoadError error={error} labels={labels} isFetching={isFetching} onRetry={retry} />}
        {(isLoading || (data && !hasNone)) && (
          <ListToolbar
            {...search}
            found={shown?.length === 0 ? undefined : found}
            labels={labels}
            isFetching={isFetching}
            onRefresh={retry}
            onDownload={
              data &&
              (() => saveFile(labels.csvFile(data.page), csvOf(data.items), 'text/csv;charset=utf-8', clock))
            }
          />
        )}
        {hasNone && <NoLinks labels={labels} />}
        {(isLoading || (shown && shown.length > 0)) && (
          <LinkTable
            links={shown?.slice(0, maxRows)}
            columns={columns}
            labels={labels}
            shareLabels={shareLabels}
            isNew={(link) => created.some(isSameLink(link))}
            onShare={setShared}
          />
        )}
        {shown && shown.length > maxRows && (
          <p className="tillkit-hint">{labels.tooMany(maxRows, shown.length)}</p>
        )}
        {!hasNone && shown?.length === 0 && (
          <p className="tillkit-hint">{isEmpty ? labels.emptyPage : labels.noMatch}</p>
        )}
        {pages > 1 && (
          <ListPages
            page={page}
            pages={pages}
            isBusy={!data || isPlaceholderData}
            labels={labels}
            onPageChange={setPage}
          />
        )}
        {shared?.paymentLink !== undefined && (
          <LinkDialog
            link={shared}
            address={shared.paymentLink}
            labels={shareLabels}
            onClose={() => setShared(undefined)}
          />
        )}
      </section>
    );
  },
);
