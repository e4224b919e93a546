'use client';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { PaymentLinkListLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { instantOf, useServiceTime } from '../kit/useServiceTime.ts';

interface LinkStatusProps {
  link: Pick<PaymentLink, 'status' | 'paid'>;
  labels: Pick<PaymentLinkListLabels, 'paid' | 'unpaid' | 'statusOf' | 'absent'>;
}

/** The link's status: `paid`, `unpaid` or another word of the service. If it is absent, the field `paid` decides. */
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

const icons = { paid: 'check', unpaid: 'clock' } as const;

/** A link's status in words: the kit's label for `paid` and `unpaid`, the service's own word for any other. */
export function LinkStatus({ link, labels }: LinkStatusProps) {
  const status = statusOf(link);
  const known = status === 'paid' || status === 'unpaid' ? status : undefined;
  return (
    <span className="tillkit-payment-link-list-status" data-status={known}>
      {known && <Icon name={icons[known]} />}
      <bdi>{statusWords(link, labels) ?? labels.absent}</bdi>
    </span>
  );
}

/** A time of the service in the provider's zone. A text that is not a time is shown as it came. */
export function LinkTime({ value, absent }: { value: string | undefined; absent: string }) {
  const inZone = useServiceTime();
  if (value === undefined) return absent;
  const time = instantOf(value);
  if (time === undefined) return <bdi>{inZone(value)}</bdi>;
  return <time dateTime={new Date(time).toISOString()}>{inZone(value) ?? absent}</time>;
}
