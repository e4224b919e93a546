'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { copyLinkLabels } from '../copy-button/copyLinkLabels.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';
import { PaymentLinkRow } from './PaymentLinkRow.tsx';
import { PaymentLinkSkeleton } from './PaymentLinkSkeleton.tsx';

export interface PaymentLinkTableProps {
  /** Undefined while the first page loads. */
  links: readonly PaymentLink[] | undefined;
  labels: PaymentLinkListLabels;
}

export function PaymentLinkTable({ links, labels }: PaymentLinkTableProps) {
  const { copyLink } = useLabels('copyLink', copyLinkLabels);
  const { amount, status, reference, created, actions } = labels;
  return (
    <table className="tillkit-payment-link-list-table" aria-label={labels.title}>
      <thead>
        <tr>
          {[amount, status, reference, created].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="tillkit-visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {links ? (
          links.map((link, index) => (
            <PaymentLinkRow key={rowKey(links, index)} link={link} labels={labels} />
          ))
        ) : (
          <PaymentLinkSkeleton
            template={['$0,000.00', labels.unpaid, 'PL-0000', 'Jan 00, 0000, 00:00', copyLink]}
          />
        )}
      </tbody>
    </table>
  );
}

/** The link's id; a service that gives one twice still gets two rows. */
function rowKey(links: readonly PaymentLink[], index: number): string {
  const id = links[index]?.id;
  return `${id} ${links.slice(0, index).filter((link) => link.id === id).length}`;
}
