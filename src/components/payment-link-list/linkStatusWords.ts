import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface LinkStatusProps {
  link: Pick<PaymentLink, 'status' | 'paid'>;
  labels: Pick<PaymentLinkListLabels, 'paid' | 'unpaid' | 'statusOf' | 'absent'>;
}

/** The service's status; where it gives none, what `paid` says. `PAID` is `paid`. */
export function statusOf({ status, paid }: LinkStatusProps['link']): string | undefined {
  if (status === undefined) return paid === undefined ? undefined : paid ? 'paid' : 'unpaid';
  const lower = status.toLowerCase();
  return lower === 'paid' || lower === 'unpaid' ? lower : maskCardNumbers(status);
}

export function statusWords(
  link: LinkStatusProps['link'],
  labels: LinkStatusProps['labels'],
): string | undefined {
  const status = statusOf(link);
  if (status === 'paid' || status === 'unpaid') return labels[status];
  return status === undefined ? undefined : labels.statusOf(status);
}
