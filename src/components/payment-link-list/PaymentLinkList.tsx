'use client';
import { forwardRef, useEffect, useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useAmountField.ts';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { LinkShare } from '../link-share/LinkShare.tsx';
import { linkShare } from '../../words/en.ts';
import { PaymentLinkListTable } from './PaymentLinkListTable.tsx';
import {
  PaymentLinkListContext,
  usePageSentence,
  usePageTurn,
  usePaymentLinkList,
  usePaymentLinkListContext,
  type UsePaymentLinkListOptions,
} from './usePaymentLinkList.ts';

export interface PaymentLinkListDialogProps extends PartProps<'dialog'> {}

/** The QR code to hold out to a customer, and the other ways to give the link away. */
export const PaymentLinkListDialog = forwardRef<HTMLDialogElement, PaymentLinkListDialogProps>(
  function PaymentLinkListDialog(props, ref) {
    const { shared, setShared } = usePaymentLinkListContext();
    const labels = useLabels('linkShare', linkShare);
    const money = useMoney();
    const dialog = useRef<HTMLDialogElement>(null);
    const titleId = useId();
    useEffect(() => {
      if (shared && dialog.current?.open === false) dialog.current.showModal();
    }, [shared]);
    if (shared?.paymentLink === undefined) return null;
    const { paymentLink, reference, amountCents, totalAmountCents = amountCents } = shared;
    const own = {
      className: 'tillkit-dialog',
      closedby: 'any',
      'aria-labelledby': titleId,
      onClose: () => setShared(undefined),
      children: (
        <div>
          <div className="tillkit-dialog-head">
            <h2 id={titleId} className="tillkit-figures">
              {Number.isSafeInteger(totalAmountCents)
                ? money.format(totalAmountCents as number)
                : labels.qrCode}
            </h2>
            <button
              type="button"
              className="tillkit-button"
              data-variant="quiet"
              data-shape="icon"
              aria-label={labels.close}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </button>
          </div>
          {reference !== undefined && (
            <p className="tillkit-hint">
              <bdi>{reference}</bdi>
            </p>
          )}
          <LinkShare address={paymentLink} qrCode="shown" />
        </div>
      ),
    };
    return <Part as="dialog" ref={ref} partRef={dialog} own={own} given={props} />;
  },
);

export interface PaymentLinkListDownloadProps extends PartProps<'button'> {}

/** Saves the page as a CSV file. */
export const PaymentLinkListDownload = forwardRef<HTMLButtonElement, PaymentLinkListDownloadProps>(
  function PaymentLinkListDownload(props, ref) {
    const { download, labels } = usePaymentLinkListContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-disabled': download ? undefined : true,
      'aria-label': labels.downloadCsv,
      title: labels.downloadCsv,
      onClick: download,
      children: <Icon name="download" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListEmptyProps extends PartProps<'div'> {}

/** There are no links yet: what will stand here. */
export const PaymentLinkListEmpty = forwardRef<HTMLDivElement, PaymentLinkListEmptyProps>(
  function PaymentLinkListEmpty(props, ref) {
    const { isEmpty, labels } = usePaymentLinkListContext();
    if (!isEmpty) return null;
    const own = {
      className: 'tillkit-payment-link-list-empty',
      children: (
        <>
          <Icon name="link" />
          <p className="tillkit-payment-link-list-title">{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListErrorProps extends PartProps<'div'> {}

/** The list could not be loaded, or not be brought up to date: says so, and tries again. */
export const PaymentLinkListError = forwardRef<HTMLDivElement, PaymentLinkListErrorProps>(
  function PaymentLinkListError(props, ref) {
    const { announce } = usePaymentsContext();
    const { error, labels, isFetching, refetch } = usePaymentLinkListContext();
    const hasFailed = error !== null;
    useEffect(() => {
      if (hasFailed) announce(labels.errorTitle);
    }, [hasFailed, announce, labels.errorTitle]);
    if (!error) return null;
    const own = {
      className: 'tillkit-notice tillkit-payment-link-list-error',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="alert" />
          <div>
            <p className="tillkit-payment-link-list-title">{labels.errorTitle}</p>
            <p>
              <bdi>{error.serviceMessage ?? labels.errorText}</bdi>
            </p>
          </div>
          <button type="button" className="tillkit-button" disabled={isFetching} onClick={refetch}>
            <Icon name="retry" />
            {labels.tryAgain}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListFoundProps extends PartProps<'p'> {}

/** How many links the search found; nothing while nothing is searched. */
export const PaymentLinkListFound = forwardRef<HTMLParagraphElement, PaymentLinkListFoundProps>(
  function PaymentLinkListFound(props, ref) {
    const { found } = usePaymentLinkListContext();
    if (found === undefined) return null;
    const own = { className: 'tillkit-hint tillkit-figures', children: found };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListLoadingProps extends PartProps<'p'> {}

/** Says, to who does not see the skeletons, that the first page loads. */
export const PaymentLinkListLoading = forwardRef<HTMLParagraphElement, PaymentLinkListLoadingProps>(
  function PaymentLinkListLoading(props, ref) {
    const { isLoading, labels } = usePaymentLinkListContext();
    if (!isLoading) return null;
    const own = { className: 'tillkit-visually-hidden', children: labels.loading };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListNextProps extends PartProps<'button'> {}

/** Turns to the page after. */
export const PaymentLinkListNext = forwardRef<HTMLButtonElement, PaymentLinkListNextProps>(
  function PaymentLinkListNext(props, ref) {
    const { labels } = usePaymentLinkListContext();
    const own = { ...usePageTurn(1), children: labels.next };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListNoteProps extends PartProps<'p'> {}

/** Why the page shows no links, or not all. */
export const PaymentLinkListNote = forwardRef<HTMLParagraphElement, PaymentLinkListNoteProps>(
  function PaymentLinkListNote(props, ref) {
    const { note } = usePaymentLinkListContext();
    if (note === undefined) return null;
    return <Part as="p" ref={ref} own={{ className: 'tillkit-hint', children: note }} given={props} />;
  },
);

export interface PaymentLinkListPageProps extends PartProps<'p'> {}

/** Which page of how many. */
export const PaymentLinkListPage = forwardRef<HTMLParagraphElement, PaymentLinkListPageProps>(
  function PaymentLinkListPage(props, ref) {
    const own = { className: 'tillkit-hint tillkit-figures', children: usePageSentence() };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListPagesProps extends PartProps<'nav'> {}

/** Where there are several pages: previous, where one is, next. It announces the page that has come. */
export const PaymentLinkListPages = forwardRef<HTMLElement, PaymentLinkListPagesProps>(
  function PaymentLinkListPages(props, ref) {
    const { announce } = usePaymentsContext();
    const { page, pages, links, isTurning, labels } = usePaymentLinkListContext();
    const sentence = usePageSentence();
    const announcedPage = useRef(page);
    const isBusy = !links || isTurning;
    useEffect(() => {
      if (isBusy || announcedPage.current === page) return;
      announcedPage.current = page;
      announce(sentence);
    }, [page, isBusy, sentence, announce]);
    if (pages <= 1) return null;
    const own = { className: 'tillkit-payment-link-list-pages', 'aria-label': labels.pages };
    return <Part as="nav" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListPreviousProps extends PartProps<'button'> {}

/** Turns to the page before. */
export const PaymentLinkListPrevious = forwardRef<HTMLButtonElement, PaymentLinkListPreviousProps>(
  function PaymentLinkListPrevious(props, ref) {
    const { labels } = usePaymentLinkListContext();
    const own = { ...usePageTurn(-1), children: labels.previous };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListRefreshState {
  busy: boolean;
}

export interface PaymentLinkListRefreshProps extends PartProps<'button', PaymentLinkListRefreshState> {}

/** Asks the service for the page again. */
export const PaymentLinkListRefresh = forwardRef<HTMLButtonElement, PaymentLinkListRefreshProps>(
  function PaymentLinkListRefresh(props, ref) {
    const { isFetching, refetch, labels } = usePaymentLinkListContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-label': labels.refresh,
      title: labels.refresh,
      onClick: refetch,
      children: <Icon name="retry" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} state={{ busy: isFetching }} />;
  },
);

export interface PaymentLinkListState {
  /** The first page. */
  loading: boolean;
  /** Another page is on its way. */
  busy: boolean;
  empty: boolean;
  columns: 'custom' | undefined;
}

export interface PaymentLinkListRootProps
  extends UsePaymentLinkListOptions, PartProps<'section', PaymentLinkListState> {}

/** Reads the links and holds page and search, for the parts in it. */
export const PaymentLinkListRoot = forwardRef<HTMLElement, PaymentLinkListRootProps>(
  function PaymentLinkListRoot({ limit, columns, labels, ...props }, ref) {
    const list = usePaymentLinkList({ limit, columns, labels });
    const { isLoading, isTurning, isEmpty } = list;
    const own = {
      className: 'tillkit-payment-link-list tillkit-card',
      'data-tillkit': 'payment-link-list',
      'aria-label': list.labels.title,
      'aria-busy': isLoading || isTurning,
    };
    const state: PaymentLinkListState = {
      loading: isLoading,
      busy: isTurning,
      empty: isEmpty,
      columns: columns && 'custom',
    };
    return (
      <PaymentLinkListContext.Provider value={list}>
        <Part as="section" ref={ref} own={own} given={props} state={state} />
      </PaymentLinkListContext.Provider>
    );
  },
);

export interface PaymentLinkListSearchProps extends PartProps<'label'> {}

/** Searches the page at hand. */
export const PaymentLinkListSearch = forwardRef<HTMLLabelElement, PaymentLinkListSearchProps>(
  function PaymentLinkListSearch(props, ref) {
    const { query, setQuery, labels } = usePaymentLinkListContext();
    const own = {
      className: 'tillkit-payment-link-list-search tillkit-input-group',
      children: (
        <>
          <Icon name="search" />
          <span className="tillkit-visually-hidden">{labels.search}</span>
          <input
            className="tillkit-input"
            type="search"
            dir={query === '' ? undefined : 'auto'}
            placeholder={labels.search}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </>
      ),
    };
    return <Part as="label" ref={ref} own={own} given={props} />;
  },
);

export interface PaymentLinkListToolbarProps extends PartProps<'div'> {}

/** Search and tools, while there are links or may be some. */
export const PaymentLinkListToolbar = forwardRef<HTMLDivElement, PaymentLinkListToolbarProps>(
  function PaymentLinkListToolbar(props, ref) {
    const { isLoading, links, isEmpty } = usePaymentLinkListContext();
    if (!isLoading && (!links || isEmpty)) return null;
    return <Part as="div" ref={ref} own={{ className: 'tillkit-payment-link-list-toolbar' }} given={props} />;
  },
);

export interface PaymentLinkListProps extends Omit<PaymentLinkListRootProps, 'children'> {}

/**
 * The merchant's payment links, a page at a time. One that was just created stands on top at once.
 *
 * @example
 * <PaymentLinkList limit={10} />
 */
export const PaymentLinkList = forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    return (
      <PaymentLinkListRoot {...props} ref={ref}>
        <PaymentLinkListLoading />
        <PaymentLinkListError />
        <PaymentLinkListToolbar>
          <PaymentLinkListSearch />
          <PaymentLinkListRefresh />
          <PaymentLinkListDownload />
          <PaymentLinkListFound />
        </PaymentLinkListToolbar>
        <PaymentLinkListEmpty />
        <PaymentLinkListTable />
        <PaymentLinkListNote />
        <PaymentLinkListPages>
          <PaymentLinkListPrevious />
          <PaymentLinkListPage />
          <PaymentLinkListNext />
        </PaymentLinkListPages>
        <PaymentLinkListDialog />
      </PaymentLinkListRoot>
    );
  },
);
