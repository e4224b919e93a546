'use client';
import { Fragment, type ReactNode, useId } from 'react';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { linkShare } from '../../words/en.ts';
import { Icon } from '../kit/Icon.tsx';
import { QrIcon } from '../kit/linkIcons.tsx';
import {
  LinkShareAddress,
  LinkShareContext,
  LinkShareCopy,
  LinkShareField,
  LinkShareHint,
  LinkShareOpen,
  useLinkShareContext,
} from '../link-share/LinkShare.tsx';
import { useLinkShare } from '../link-share/useLinkShare.ts';
import { defaultColumns, type LinkColumn } from './linkColumns.tsx';
import {
  definePart,
  ListedLinkContext,
  useListedLink,
  usePaymentLinkListContext,
} from './usePaymentLinkList.ts';

/** Provides a link to the parts of its row. Provides the link's web address to the parts of `LinkShare`. */
function OneLink({ link, children }: { link: PaymentLink; children: ReactNode }) {
  const { isNew } = usePaymentLinkListContext();
  const { paymentLink, addressText = '' } = link;
  const share = useLinkShare({ address: paymentLink ?? maskCardNumbers(addressText) });
  const id = useId();
  return (
    <ListedLinkContext.Provider
      value={{ link, isNew: isNew(link), cellId: (columnId) => `${id}${columnId}` }}
    >
      <LinkShareContext.Provider value={share}>{children}</LinkShareContext.Provider>
    </ListedLinkContext.Provider>
  );
}

/** A link's web address, to be copied by hand if the browser refused to copy it. */
export const PaymentLinkListRefused = /*#__PURE__*/ definePart(
  'tr',
  function PaymentLinkListRefused({ columns }) {
    const { hint } = useLinkShareContext();
    if (hint === undefined) return undefined;
    return {
      className: 'tillkit-payment-link-list-refused',
      children: (
        <td colSpan={columns.length}>
          <LinkShareField>
            <LinkShareAddress />
            <LinkShareHint />
          </LinkShareField>
        </td>
      ),
    };
  },
);

/** Opens the dialog with a link's QR code; hidden if the link is not safe to open. */
export const PaymentLinkListQr = /*#__PURE__*/ definePart(
  'button',
  function PaymentLinkListQr({ setShared }) {
    const { link } = useListedLink();
    const { isSafe, labels } = useLinkShareContext();
    if (!isSafe) return undefined;
    return {
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-label': labels.showQrCode,
      title: labels.showQrCode,
      'aria-haspopup': 'dialog',
      onClick: () => setShared(link),
      children: <QrIcon />,
    };
  },
);

/** The buttons that copy, show and open a link. If a link is not safe to open, its web address is shown as text. */
function LinkActions() {
  const { labels, columns } = usePaymentLinkListContext();
  const { link, cellId } = useListedLink();
  const { address, isSafe, isCopied, labels: words } = useLinkShareContext();
  const nameId = cellId(nameColumn(columns)?.id ?? '');
  if (!isSafe) {
    return link.addressText === undefined ? (
      labels.noAddress
    ) : (
      <bdi className="tillkit-payment-link-list-address">{address}</bdi>
    );
  }
  return (
    <>
      <LinkShareCopy aria-describedby={nameId} title={isCopied ? words.copied : words.copyLink} />
      <PaymentLinkListQr aria-describedby={nameId} />
      <LinkShareOpen aria-describedby={nameId} />
    </>
  );
}

/** The column whose cells name their row: the reference or, without that column, the first one. */
const nameColumn = (columns: readonly LinkColumn[]) =>
  columns.find(({ id }) => id === 'reference') ?? columns[0];

export interface PaymentLinkListCellState {
  column: string;
  empty: boolean;
}

interface PaymentLinkListCellProps {
  /** The id of one of the list's columns. */
  column: string;
}

/** A link's cell in a column. */
export const PaymentLinkListCell = /*#__PURE__*/ definePart(
  'td',
  function PaymentLinkListCell({ columns, labels }, { column: id, ...props }: PaymentLinkListCellProps) {
    const { link, isNew, cellId } = useListedLink();
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) return undefined;
    const { label, render, text } = column;
    return {
      id: cellId(id),
      children: (
        <>
          {!isKnown(id) && (
            <span className="tillkit-payment-link-list-name" aria-hidden="true">
              {label}
            </span>
          )}
          {render ? render(link) : <LinkActions />}
          {column === nameColumn(columns) && isNew && (
            <>
              {' '}
              <span className="tillkit-payment-link-list-new">{labels.isNew}</span>
            </>
          )}
        </>
      ),
      state: { column: id, empty: render !== undefined && text?.(link) === '' },
      given: props,
    };
  },
);

/** Whether a narrow list leaves out this column's name, because the content of the cells speaks for itself. */
function isKnown(id: string): boolean {
  return id === 'customValues' || defaultColumns.some((known) => known === id);
}

export interface PaymentLinkListRowState {
  /** The link was just created. */
  new: boolean;
}

/** One link: a row of the table, or a card if the list is narrow. */
export const PaymentLinkListRow = /*#__PURE__*/ definePart('tr', function PaymentLinkListRow({ columns }) {
  const { isNew } = useListedLink();
  return {
    className: 'tillkit-payment-link-list-row',
    children: columns.map(({ id }) => <PaymentLinkListCell key={id} column={id} />),
    state: { new: isNew },
  };
});

/** A placeholder row of the usual size, hidden from screen readers: `PaymentLinkList.Loading` announces the loading. */
export const PaymentLinkListSkeleton = /*#__PURE__*/ definePart(
  'tr',
  function PaymentLinkListSkeleton({ columns }) {
    const { copyLink } = useLabels('linkShare', linkShare);
    return {
      className: 'tillkit-payment-link-list-row',
      'aria-hidden': true,
      children: columns.map(({ id, label, template = label }) => (
        <td key={id} data-column={id}>
          {id === 'actions' ? (
            <>
              <span className="tillkit-button tillkit-skeleton">
                <Icon name="copy" />
                <span>{copyLink}</span>
              </span>
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
            </>
          ) : (
            <span className="tillkit-skeleton">{template}</span>
          )}
        </td>
      )),
    };
  },
);

interface PaymentLinkListBodyProps {
  /** Renders one link; default a `PaymentLinkList.Row` and a `PaymentLinkList.Refused`. */
  children?: ((link: PaymentLink) => ReactNode) | undefined;
  /** Rendered five times while the first page loads. */
  skeleton?: ReactNode;
}

/** The links of the page, or placeholders while it loads. */
export const PaymentLinkListBody = /*#__PURE__*/ definePart(
  'tbody',
  function PaymentLinkListBody(
    { links, isLoading },
    { children = renderRow, skeleton = <PaymentLinkListSkeleton />, ...props }: PaymentLinkListBodyProps,
  ) {
    if (!isLoading && !links?.length) return undefined;
    const keys = links && rowKeys(links);
    return {
      children: links
        ? links.map((link, index) => (
            <OneLink key={keys?.[index]} link={link}>
              {children(link)}
            </OneLink>
          ))
        : [0, 1, 2, 3, 4].map((key) => <Fragment key={key}>{skeleton}</Fragment>),
      given: props,
    };
  },
);

function renderRow(): ReactNode {
  return (
    <>
      <PaymentLinkListRow />
      <PaymentLinkListRefused />
    </>
  );
}

/** Unique React keys for the rows, even if the service lists an id twice. */
function rowKeys(links: readonly PaymentLink[]): string[] {
  const counts = new Map<string, number>();
  return links.map(({ id }) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return `${id} ${count}`;
  });
}

/** The names of the columns. */
export const PaymentLinkListHead = /*#__PURE__*/ definePart(
  'thead',
  function PaymentLinkListHead({ columns }) {
    return {
      children: (
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col" data-column={id}>
              {id === 'actions' ? <span className="tillkit-visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      ),
    };
  },
);

/** The links as a table. If the list is narrow, each row is a card. */
export const PaymentLinkListTable = /*#__PURE__*/ definePart(
  'table',
  function PaymentLinkListTable({ isLoading, links, labels }) {
    if (!isLoading && !links?.length) return undefined;
    return {
      className: 'tillkit-payment-link-list-table',
      'aria-label': labels.title,
      children: (
        <>
          <PaymentLinkListHead />
          <PaymentLinkListBody />
        </>
      ),
    };
  },
);
