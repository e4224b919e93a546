'use client';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** Says in words that asking for the result goes badly, which says nothing about the payment. */
export function ConnectionNotice({ view: { operation, labels, formatClock } }: { view: PaymentView }) {
  const { connection, lastCheckedAt, nextCheckAt } = operation;
  if (connection === 'ok') return null;
  const last = lastCheckedAt === undefined ? undefined : formatClock(lastCheckedAt);
  const next = nextCheckAt === undefined ? undefined : formatClock(nextCheckAt);
  const sentences = {
    degraded: [labels.degraded, last && labels.lastAnswer({ time: last })],
    slowed: [labels.slowed, next && labels.nextCheck({ time: next })],
    'needs-auth': [labels.needsAuth],
  }[connection];
  return (
    <div className="tillkit-notice" data-tone="attention">
      <Icon name={connection === 'slowed' ? 'clock' : connection === 'degraded' ? 'offline' : 'alert'} />
      <p>{sentences.filter(Boolean).join(' ')}</p>
    </div>
  );
}
