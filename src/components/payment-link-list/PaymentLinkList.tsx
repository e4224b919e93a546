'use client';
import { forwardRef, useEffect, useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { linkShare } from '../../words/en.ts';
import { Button } from '../kit/Button.tsx';
import { useMoney } from '../kit/useMoney.ts';
import { Icon } from '../kit/Icon.tsx';
import { LinkIcon } from '../kit/linkIcons.tsx';
import { Choice, downloadButton, searchField } from '../kit/listTools.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { useLoadError } from '../kit/useLoadError.tsx';
import { LinkShare } from '../link-share/LinkShare.tsx';
import { PaymentLinkListTable } from './PaymentLinkListTable.tsx';
import {
  definePart,
  PaymentLinkListContext,
  type PaymentLinkListState,
  stateOf,
  usePageSentence,
  usePaymentLinkList,
  usePaymentLinkListContext,
  type UsePaymentLinkListOptions,
} from './usePaymentLinkList.ts';

/** The dialog with a link's QR code and the other ways to share the link. */
export const PaymentLinkListDialog = /*#__PURE__*/ definePart(
  'dialog',
  function PaymentLinkListDialog({ shared, setShared }) {
    const labels = useLabels('linkShare', linkShare);
    const money = useMoney();
    const dialog = useRef<HTMLDialogElement>(null);
    const titleId = useId();
    useEffect(() => {
      if (shared && dialog.current?.open === false) dialog.current.showModal();
    }, [shared]);
    if (shared?.paymentLink === undefined) return undefined;
    const { paymentLink, reference, amountCents, totalAmountCents = amountCents } = shared;
    return {
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
            <Button
              data-variant="quiet"
              data-shape="icon"
              aria-label={labels.close}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" />
            </Button>
          </div>
          {reference !== undefined && (
            <p className="tillkit-hint">
              <bdi>{reference}</bdi>
            </p>
          )}
          <LinkShare address={paymentLink} qrCode="shown" />
        </div>
      ),
      ref: dialog,
    };
  },
);

/** Saves the links of the current page as a CSV file. */
export const PaymentLinkListDownload = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkListDownload({ download, labels }) {
    return downloadButton(labels.downloadCsv, download);
  },
);

/** Says that there are no links yet, and what this list will show. */
export const PaymentLinkListEmpty = /*#__PURE__*/ definePart(
  'div',
  function PaymentLinkListEmpty({ isEmpty, labels }) {
    if (!isEmpty) return undefined;
    return {
      className: 'tillkit-payment-link-list-empty',
      children: (
        <>
          <LinkIcon />
          <p className="tillkit-payment-link-list-title">{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </>
      ),
    };
  },
);

/** Says that the list could not be loaded or refreshed, with a button to try again. */
export const PaymentLinkListError = /*#__PURE__*/ definePart(
  'div',
  function PaymentLinkListError({ error, labels, isFetching, refetch }) {
    const { serviceMessage } = error ?? {};
    const notice = useLoadError({
      error,
      labels: { notLoaded: labels.errorTitle, tryAgain: labels.tryAgain },
      isFetching,
      refetch,
      children: (
        <>
          <p>{serviceMessage === undefined ? labels.errorText : labels.errorAnswered}</p>
          {serviceMessage !== undefined && (
            <p className="tillkit-hint">
              <bdi>{labels.serviceSays(serviceMessage)}</bdi>
            </p>
          )}
        </>
      ),
    });
    return notice && { ...notice, className: `${notice.className} tillkit-payment-link-list-error` };
  },
);

/** How many links the search and the status filter found. Hidden while neither is used, and if no link was found. */
export const PaymentLinkListFound = /*#__PURE__*/ definePart('p', function PaymentLinkListFound({ found }) {
  return found !== undefined && { className: 'tillkit-hint tillkit-figures', children: found };
});

/** Tells screen readers that the first page is loading. */
export const PaymentLinkListLoading = /*#__PURE__*/ definePart(
  'p',
  function PaymentLinkListLoading({ isLoading, labels }) {
    return isLoading && { className: 'tillkit-visually-hidden', children: labels.loading };
  },
);

/** The props of a button that turns pages. At the first or last page it is `aria-disabled`, and keeps the focus. */
function usePageTurn(by: 1 | -1) {
  const { page, pages, setPage } = usePaymentLinkListContext();
  const target = page + by;
  const isAtEnd = target < 1 || target > pages;
  return {
    'aria-disabled': isAtEnd || undefined,
    onClick: () => !isAtEnd && setPage(target),
  };
}

/** Goes to the next page. */
export const PaymentLinkListNext = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkListNext({ labels }) {
    return { ...usePageTurn(1), children: labels.next };
  },
);

/** Says why the page shows no links, or why some are missing. */
export const PaymentLinkListNote = /*#__PURE__*/ definePart('p', function PaymentLinkListNote({ note }) {
  return note !== undefined && { className: 'tillkit-hint', children: note };
});

/** The page number and the number of pages. */
export const PaymentLinkListPage = /*#__PURE__*/ definePart('p', function PaymentLinkListPage() {
  return { className: 'tillkit-hint tillkit-figures', children: usePageSentence() };
});

/** The buttons that turn pages. Hidden if there is only one page. Each new page is announced. */
export const PaymentLinkListPages = /*#__PURE__*/ definePart(
  'nav',
  function PaymentLinkListPages({ page, pages, links, isTurning, labels }) {
    const { announce } = usePaymentsContext();
    const sentence = usePageSentence();
    const announcedPage = useRef(page);
    const isBusy = !links || isTurning;
    useEffect(() => {
      if (isBusy || announcedPage.current === page) return;
      announcedPage.current = page;
      announce(sentence);
    }, [page, isBusy, sentence, announce]);
    if (pages <= 1) return undefined;
    return { className: 'tillkit-payment-link-list-pages', 'aria-label': labels.pages };
  },
);

/** Goes to the previous page. */
export const PaymentLinkListPrevious = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkListPrevious({ labels }) {
    return { ...usePageTurn(-1), children: labels.previous };
  },
);

export interface PaymentLinkListRefreshState {
  busy: boolean;
}

/** Reads the links of the current page again. */
export const PaymentLinkListRefresh = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkListRefresh({ isFetching, refetch, labels }) {
    return {
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-label': labels.refresh,
      title: labels.refresh,
      onClick: refetch,
      children: <Icon name="retry" />,
      state: { busy: isFetching },
    };
  },
);

export interface PaymentLinkListRootProps
  extends UsePaymentLinkListOptions, PartProps<'section', PaymentLinkListState> {}

/** Reads the links. Provides the links, the page number, the search and the filter to the parts inside. */
export const PaymentLinkListRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentLinkListRootProps>(
  function PaymentLinkListRoot({ limit, columns, labels, ...props }, ref) {
    const list = usePaymentLinkList({ limit, columns, labels });
    const { isLoading, isTurning } = list;
    const own = {
      className: 'tillkit-payment-link-list tillkit-card',
      'data-tillkit': 'payment-link-list',
      'aria-label': list.labels.title,
      'aria-busy': isLoading || isTurning,
    };
    return (
      <PaymentLinkListContext.Provider value={list}>
        <Part as="section" ref={ref} own={own} given={props} state={stateOf(list)} />
      </PaymentLinkListContext.Provider>
    );
  },
);

/** Searches the links of the current page. */
export const PaymentLinkListSearch = /*#__PURE__*/ definePart('label', function PaymentLinkListSearch(list) {
  const own = searchField(list);
  return { ...own, className: `tillkit-payment-link-list-search ${own.className}` };
});

/** Filters the page by status; hidden if all links have the same status and none is chosen. */
export const PaymentLinkListStatuses = /*#__PURE__*/ definePart(
  'fieldset',
  function PaymentLinkListStatuses({ statuses, status, setStatus, isLoading, labels }) {
    if (statuses.length < 2 && status === undefined && !isLoading) return undefined;
    const choices = [{ status: undefined, label: labels.all }, ...statuses];
    return {
      className: 'tillkit-choices',
      'aria-label': labels.filter,
      children: choices.map((choice) => (
        <Choice
          key={`status ${choice.status}`}
          isPressed={choice.status === status}
          onPress={() => setStatus(choice.status)}
        >
          <bdi>{choice.label}</bdi>
        </Choice>
      )),
    };
  },
);

/**
 * How many links are still to be paid, and their sum. If there are more pages, says that the figures are of one page.
 */
export const PaymentLinkListSummary = /*#__PURE__*/ definePart(
  'p',
  function PaymentLinkListSummary({ summary, isLoading, labels }) {
    return {
      className: 'tillkit-payment-link-list-summary tillkit-figures',
      children: isLoading ? (
        <span className="tillkit-skeleton" aria-hidden="true">
          {labels.title}
        </span>
      ) : (
        summary
      ),
    };
  },
);

/** Search and tools, while the list is loading or has links. */
export const PaymentLinkListToolbar = /*#__PURE__*/ definePart(
  'div',
  function PaymentLinkListToolbar({ isLoading, links, isEmpty }) {
    if (!isLoading && (!links || isEmpty)) return undefined;
    return { className: 'tillkit-payment-link-list-toolbar' };
  },
);

export interface PaymentLinkListProps extends Omit<PaymentLinkListRootProps, 'children'> {}

/**
 * The merchant's payment links, a page at a time. A link that was just created is on top at once.
 *
 * @example
 * <PaymentLinkList limit={10} />
 */
export const PaymentLinkList = /*#__PURE__*/ forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    return (
      <PaymentLinkListRoot {...props} ref={ref}>
        <PaymentLinkListLoading />
        <PaymentLinkListError />
        <PaymentLinkListToolbar>
          <PaymentLinkListSummary />
          <PaymentLinkListRefresh />
          <PaymentLinkListDownload />
          <PaymentLinkListSearch />
          <PaymentLinkListStatuses />
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
