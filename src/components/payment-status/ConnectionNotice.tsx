'use client';
import { useOperation } from '../../hooks/useOperation.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** Says in words that asking for the result goes badly, which says nothing about the payment. */
export function ConnectionNotice({ view }: { view: PaymentView }) {
  const { connection } = view.operation;
  if (connection === 'ok') return null;
  return (
    <div className="tillkit-notice" data-tone="attention">
      <Icon name={connection === 'slowed' ? 'clock' : connection === 'degraded' ? 'offline' : 'alert'} />
      <ConnectionSentence view={view} connection={connection} />
    </div>
  );
}

interface ConnectionSentenceProps {
  view: PaymentView;
  connection: Exclude<PaymentView['operation']['connection'], 'ok'>;
}

/** Reads the times itself: they change with every question, and nothing around it does. */
function ConnectionSentence({ view, connection }: ConnectionSentenceProps) {
  const { labels, formatClock } = view;
  const { lastCheckedAt, nextCheckAt } = useOperation(view.operation.id) ?? {};
  const last = lastCheckedAt === undefined ? undefined : formatClock(lastCheckedAt);
  const next = nextCheckAt === undefined ? undefined : formatClock(nextCheckAt);
  const sentences = {
    degraded: [labels.degraded, last && labels.lastAnswer({ time: last })],
    slowed: [labels.slowed, next && labels.nextCheck({ time: next })],
    'needs-auth': [labels.needsAuth],
  }[connection];
  return <p>{sentences.filter(Boolean).join(' ')}</p>;
}
