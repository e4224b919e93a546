'use client';
import { forwardRef, useEffect, useId, useRef } from 'react';
import { useOwnerKey } from '../../hooks/useOwner.ts';
import { Button } from '../kit/Button.tsx';
import { useLatestValue } from '../kit/useLatestValue.ts';
import { downloadButton } from '../kit/listTools.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { useLoadError } from '../kit/useLoadError.tsx';
import { RowsContext, useSharedByRows } from './TransactionListRow.tsx';
import { RowsOf, type RowsProps } from './TransactionListChunks.tsx';
import {
  TransactionListDay,
  TransactionListFilters,
  TransactionListReading,
  TransactionListSearch,
  TransactionListTools,
} from './TransactionListTools.tsx';
import {
  definePart,
  type RowOptions,
  stateOf,
  TransactionListContext,
  type TransactionListState,
  useTransactionList,
  type UseTransactionListOptions,
} from './useTransactionList.ts';

export interface TransactionListRootProps
  extends PartProps<'section', TransactionListState>, UseTransactionListOptions, RowOptions {}

/** Reads the payments. Provides them, the day, the search and the filters to the parts inside. */
export const TransactionListRoot = /*#__PURE__*/ forwardRef<HTMLElement, TransactionListRootProps>(
  function TransactionListRoot(
    { terminalId, dayStartsAt, filters, labels, columns, orderHref, actions, receipt, ...props },
    ref,
  ) {
    const list = useTransactionList({ terminalId, dayStartsAt, filters, labels });
    const latest = useLatestValue(list);
    const shared = useSharedByRows(list, { columns, orderHref, actions, receipt });
    const own = {
      className: 'tillkit-transaction-list tillkit-card',
      'data-tillkit': 'transaction-list',
      'aria-label': list.labels.region,
      'aria-busy': list.isLoading || list.isTurning,
    };
    // The key closes the rows that the operator before opened.
    return (
      <TransactionListContext.Provider value={latest}>
        <RowsContext.Provider value={shared}>
          <Part key={useOwnerKey()} as="section" ref={ref} own={own} given={props} state={stateOf(list)} />
        </RowsContext.Provider>
      </TransactionListContext.Provider>
    );
  },
);

/** What was taken and given back, in all payments that match the day, the search and the filters. */
export const TransactionListHeadline = /*#__PURE__*/ definePart(
  'h2',
  function TransactionListHeadline({ headline, error, labels }) {
    if (headline === undefined && error) return undefined;
    return {
      className: 'tillkit-transaction-list-headline tillkit-figures',
      children: headline ?? <span className="tillkit-skeleton">{labels.loading}</span>,
    };
  },
);

/** Without a gateway: says that only this browser's payments are known. */
export const TransactionListNote = /*#__PURE__*/ definePart('p', function TransactionListNote({ note }) {
  return note !== undefined && { className: 'tillkit-hint', children: note };
});

/** Saves all payments that were found as CSV. */
export const TransactionListDownload = /*#__PURE__*/ definePart(
  'button',
  function TransactionListDownload({ download, isDownloading, operations, labels }) {
    return downloadButton(
      isDownloading ? labels.downloading : labels.download,
      isDownloading || !operations ? undefined : download,
    );
  },
);

/** Why nothing was saved. */
export const TransactionListDownloadError = /*#__PURE__*/ definePart(
  'p',
  function TransactionListDownloadError({ downloadError }) {
    return downloadError !== undefined && { className: 'tillkit-error', children: downloadError };
  },
);

/** Says that the payments could not be loaded or refreshed, with a button to try again. */
export const TransactionListError = /*#__PURE__*/ definePart('div', function TransactionListError(list) {
  return useLoadError(list);
});

/** Payments of any day whose outcome is unknown or was not seen. */
export const TransactionListToLookAt = /*#__PURE__*/ definePart(
  'section',
  function TransactionListToLookAt({ toLookAt, labels }, { children, ...props }: RowsProps) {
    const headingId = useId();
    if (toLookAt.length === 0) return undefined;
    return {
      className: 'tillkit-transaction-list-group',
      'aria-labelledby': headingId,
      given: props,
      children: (
        <>
          <h3 id={headingId}>{labels.toLookAt}</h3>
          <RowsOf operations={toLookAt}>{children}</RowsOf>
        </>
      ),
    };
  },
);

/** Rows without content, shown while the first payments load. */
const placeholders = [1, 2, 3, 4, 5, 6];

/** The payments, newest first. Scrolling to the end loads further ones. */
export const TransactionListRows = /*#__PURE__*/ definePart(
  'section',
  function TransactionListRows(
    { operations, toLookAt, isLoading, labels },
    { children, ...props }: RowsProps,
  ) {
    const headingId = useId();
    const hasGroupAbove = toLookAt.length > 0;
    const own = { className: 'tillkit-transaction-list-group', given: props };
    if (isLoading) {
      const waiting = (
        <>
          <p className="tillkit-visually-hidden">{labels.loading}</p>
          {placeholders.map((place) => (
            <p key={place} className="tillkit-transaction-list-placeholder" aria-hidden="true">
              <span className="tillkit-skeleton">{labels.approved}</span>
            </p>
          ))}
        </>
      );
      return { ...own, children: waiting };
    }
    if (!operations || operations.length === 0) return undefined;
    return {
      ...own,
      'aria-labelledby': hasGroupAbove ? headingId : undefined,
      children: (
        <>
          {hasGroupAbove && <h3 id={headingId}>{labels.others}</h3>}
          <RowsOf operations={operations}>{children}</RowsOf>
        </>
      ),
    };
  },
);

/** Loads further payments if a person presses the button or scrolls down to it. */
export const TransactionListMore = /*#__PURE__*/ definePart(
  'button',
  function TransactionListMore({ loadMore, isLoadingMore, isFetching, loadedAt, error, labels }) {
    const button = useRef<HTMLButtonElement>(null);
    // After a failure, only a press loads further payments.
    const isWaiting = isFetching || error !== null;
    useEffect(() => {
      const { current } = button;
      if (!current || !loadMore || isWaiting || typeof IntersectionObserver === 'undefined') return undefined;
      // The observer may report several entries at once. The last one has the current state.
      const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && loadMore(), {
        rootMargin: '400px',
      });
      observer.observe(current);
      return () => observer.disconnect();
      // `loadedAt` makes a new observer after every load: a button that stays in view must load further.
    }, [loadMore, isWaiting, loadedAt]);
    if (!loadMore) return undefined;
    return {
      'aria-disabled': isLoadingMore || undefined,
      onClick: isLoadingMore ? undefined : loadMore,
      children: isLoadingMore ? labels.loading : labels.more,
      ref: button,
    };
  },
);

/** Says that there is nothing to show, and why. */
export const TransactionListEmpty = /*#__PURE__*/ definePart(
  'div',
  function TransactionListEmpty({ isEmpty, isNarrowed, day, clear, labels }) {
    if (!isEmpty) return undefined;
    const isToday = day === 'today';
    return {
      className: 'tillkit-transaction-list-empty',
      children: isNarrowed ? (
        <>
          <p>{labels.noMatch}</p>
          {clear && <Button onClick={clear}>{labels.clear}</Button>}
        </>
      ) : (
        <>
          <p>{isToday ? labels.emptyTitle : labels.emptyDay}</p>
          {isToday && <p className="tillkit-hint">{labels.emptyText}</p>}
        </>
      ),
    };
  },
);

/** The headline and the download. */
export const TransactionListHead = /*#__PURE__*/ definePart('header', function TransactionListHead() {
  return { className: 'tillkit-transaction-list-head' };
});

export interface TransactionListProps extends Omit<TransactionListRootProps, 'children'> {}

/**
 * Lists the shop's payments and refunds of a day, from all tills. A person can find a payment by its amount, its
 * order or its number, see what happened to the payment, and capture or give back its money.
 *
 * @example
 * <TransactionList dayStartsAt="04:00" orderHref={(number) => `/orders/${number}`} />
 */
export const TransactionList = /*#__PURE__*/ forwardRef<HTMLElement, TransactionListProps>(
  function TransactionList(props, ref) {
    return (
      <TransactionListRoot {...props} ref={ref}>
        <TransactionListHead>
          <TransactionListHeadline />
          <TransactionListDownload />
        </TransactionListHead>
        <TransactionListNote />
        <TransactionListTools>
          <TransactionListDay />
          <TransactionListSearch />
          <TransactionListReading />
          <TransactionListFilters />
        </TransactionListTools>
        <TransactionListDownloadError />
        <TransactionListError />
        <TransactionListToLookAt />
        <TransactionListRows />
        <TransactionListEmpty />
        <TransactionListMore />
      </TransactionListRoot>
    );
  },
);
