'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { Icon } from '../icon/Icon.tsx';
import type { LinkShareLabels } from '../link-share/linkShareLabels.ts';
import type { LinkColumn } from './linkColumns.ts';
import { LinkRow } from './LinkRow.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface LinkTableProps {
  /** Undefined while the first page loads. */
  links: readonly PaymentLink[] | undefined;
  columns: readonly LinkColumn[];
  labels: PaymentLinkListLabels;
  shareLabels: LinkShareLabels;
  isNew: (link: PaymentLink) => boolean;
  onShare: (link: PaymentLink) => void;
}

/** A table; where the place is narrow, each row is a card. */
export function LinkTable({ links, ...props }: LinkTableProps) {
  const { columns, labels } = props;
  const keys = links && rowKeys(links);
  return (
    <table className="tillkit-payment-link-list-table" aria-label={labels.title}>
      <thead>
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {id === 'actions' ? <span className="tillkit-visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {links
          ? links.map((link, index) => <LinkRow key={keys?.[index]} link={link} {...props} />)
          : skeletonRows.map((row) => <SkeletonRow key={row} {...props} />)}
      </tbody>
    </table>
  );
}

const skeletonRows = [0, 1, 2, 3, 4];

/** A row of the size that a link will have. What is said of the loading stands outside. */
function SkeletonRow({ columns, shareLabels }: Pick<LinkTableProps, 'columns' | 'shareLabels'>) {
  return (
    <tr className="tillkit-payment-link-list-row" aria-hidden="true">
      {columns.map(({ id, label, template = label }) => (
        <td key={id} data-column={id}>
          {id === 'actions' ? (
            <>
              <span className="tillkit-button tillkit-skeleton">
                <Icon name="copy" />
                {shareLabels.copyLink}
              </span>
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
            </>
          ) : (
            <span className="tillkit-skeleton">{template}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** Each link's id; a service that gives one twice still gets two rows. */
function rowKeys(links: readonly PaymentLink[]): string[] {
  const counts = new Map<string, number>();
  return links.map(({ id }) => {
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return `${id} ${count}`;
  });
}
