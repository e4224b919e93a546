'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { forwardRef, useState } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentLinks } from '../../hooks/usePaymentLinks.ts';
import { Icon } from '../icon/Icon.tsx';
import { ListPages } from './ListPages.tsx';
import { type PaymentLinkListLabels, paymentLinkListLabels } from './paymentLinkListLabels.ts';
import { PaymentLinkTable } from './PaymentLinkTable.tsx';

export interface PaymentLinkListProps {
  /** Links a page; default 25. */
  limit?: number | undefined;
  labels?: Partial<PaymentLinkListLabels> | undefined;
  className?: string | undefined;
}

/**
 * The merchant's payment links, a page at a time. One that was just created appears by itself.
 *
 * @example
 * <PaymentLinkList limit={10} />
 */
export const PaymentLinkList = forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    const { limit } = props;
    const labels = useLabels('paymentLinkList', paymentLinkListLabels, props.labels);
    const [page, setPage] = useState(1);
    const { data, error, isPlaceholderData, isFetching, refetch } = usePaymentLinks({
      page,
      limit,
      query: { placeholderData: keepPreviousData },
    });
    const isLoading = !data && !error;
    const isEmpty = data?.items.length === 0 && data.page === 1;
    const pages = data ? Math.max(1, Math.ceil(data.total / data.limit)) : 1;
    const isShown = isLoading || (data !== undefined && !isEmpty);

    return (
      <section
        ref={ref}
        className={['tillkit-payment-link-list', 'tillkit-card', props.className].filter(Boolean).join(' ')}
        data-tillkit="payment-link-list"
        data-loading={isLoading ? '' : undefined}
        data-busy={isPlaceholderData ? '' : undefined}
        data-empty={isEmpty ? '' : undefined}
        aria-label={labels.title}
        aria-busy={isLoading || isPlaceholderData}
      >
        {isLoading && <p className="tillkit-visually-hidden">{labels.loading}</p>}
        {error && (
          <div className="tillkit-notice tillkit-payment-link-list-error" data-tone="danger">
            <Icon name="alert" />
            <div>
              <p className="tillkit-payment-link-list-title">{labels.errorTitle}</p>
              <p>
                <bdi>{error.serviceMessage ?? labels.errorText}</bdi>
              </p>
            </div>
            <button
              type="button"
              className="tillkit-button"
              disabled={isFetching}
              onClick={() => void refetch()}
            >
              <Icon name="retry" />
              {labels.tryAgain}
            </button>
          </div>
        )}
        {isEmpty && (
          <div className="tillkit-payment-link-list-empty">
            <Icon name="link" />
            <p className="tillkit-payment-link-list-title">{labels.emptyTitle}</p>
            <p className="tillkit-hint">{labels.emptyText}</p>
          </div>
        )}
        {isShown && <PaymentLinkTable links={data?.items} labels={labels} />}
        {(pages > 1 || page > 1) && (
          <ListPages page={page} pages={Math.max(pages, page)} labels={labels} onPageChange={setPage} />
        )}
      </section>
    );
  },
);
