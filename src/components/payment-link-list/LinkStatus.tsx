'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface LinkStatusProps {
  link: Pick<PaymentLink, 'status' | 'paid'>;
  labels: Pick<PaymentLinkListLabels, 'paid' | 'unpaid' | 'absent'>;
}

/** `paid` and `unpaid` in the host's words; any other status as the service says it. */
export function LinkStatus({ link, labels }: LinkStatusProps) {
  const status = link.status ?? (link.paid === undefined ? undefined : link.paid ? 'paid' : 'unpaid');
  switch (status) {
    case undefined:
      return <span className="tillkit-payment-link-list-status">{labels.absent}</span>;
    case 'paid':
      return (
        <span className="tillkit-payment-link-list-status" data-status="paid">
          <Icon name="check" />
          {labels.paid}
        </span>
      );
    case 'unpaid':
      return (
        <span className="tillkit-payment-link-list-status" data-status="unpaid">
          <Icon name="clock" />
          {labels.unpaid}
        </span>
      );
    default:
      return (
        <span className="tillkit-payment-link-list-status">
          <bdi>{status}</bdi>
        </span>
      );
  }
}
