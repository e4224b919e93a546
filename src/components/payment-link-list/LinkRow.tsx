'use client';
import { useId } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { LinkAddress } from '../link-share/LinkAddress.tsx';
import type { LinkShareLabels } from '../link-share/linkShareLabels.ts';
import { useCopy } from '../link-share/useCopy.ts';
import { LinkActions } from './LinkActions.tsx';
import { defaultColumns, type LinkColumn } from './linkColumns.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface LinkRowProps {
  link: PaymentLink;
  columns: readonly LinkColumn[];
  labels: PaymentLinkListLabels;
  shareLabels: LinkShareLabels;
  isNew: (link: PaymentLink) => boolean;
  onShare: (link: PaymentLink) => void;
}

/** One link: a row of the table, or a card where the place is narrow. */
export function LinkRow({ link, columns, labels, shareLabels, isNew, onShare }: LinkRowProps) {
  const copying = useCopy(link.paymentLink ?? '', shareLabels);
  const rowId = useId();
  const nameColumn = columns.find(({ id }) => id === 'reference') ?? columns[0];
  return (
    <>
      <tr className="tillkit-payment-link-list-row" data-new={isNew(link) ? '' : undefined}>
        {columns.map(({ id, label, render, text }, index) => (
          <td
            key={id}
            id={rowId + id}

            data-column={id}
            data-empty={render && text?.(link) === '' ? '' : undefined}
          >
            {!isKnown(id) && (
              <span className="tillkit-payment-link-list-name" aria-hidden="true">
                {label}
              </span>
            )}
            {render ? (
              render(link)
            ) : (
              <LinkActions
                link={link}
                labels={labels}
                shareLabels={shareLabels}
                copying={copying}
                describedBy={`${rowId}${nameColumn?.id}`}
                onShare={onShare}
              />
            )}
            {index === 0 && isNew(link) && (
              <span className="tillkit-payment-link-list-new">{labels.isNew}</span>
            )}
          </td>
        ))}
      </tr>
      {link.paymentLink !== undefined && copying.state === 'refused' && (
        <tr className="tillkit-payment-link-list-refused">
          <td colSpan={columns.length}>
            <LinkAddress address={link.paymentLink} labels={shareLabels} hint={shareLabels.refused} />
          </td>
        </tr>
      )}
    </>
  );
}

/** What these are shows in their form; a card names the others. */
function isKnown(id: string): boolean {
  return id === 'customValues' || defaultColumns.some((known) => known === id);
}
