'use client';
import { Icon } from '../icon/Icon.tsx';
import { type LinkStatusProps, statusOf, statusWords } from './linkStatusWords.ts';

const icons = { paid: 'check', unpaid: 'clock' } as const;

/** What became of a link, in words: the host's for `paid` and `unpaid`, the service's own for any other. */
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
