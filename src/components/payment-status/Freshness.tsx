'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useNow } from './useNow.ts';
import type { PaymentView } from './usePaymentView.ts';

// From here on a time of day says more than seconds.
const longMs = 120_000;

/** When the service was asked last and will be next. It ticks, so it stands outside every live region. */
export function Freshness({ view }: { view: PaymentView }) {
  const { operation, labels, count, formatClock } = view;
  const { lastCheckedAt, nextCheckAt } = useOperation(operation.id) ?? {};
  const now = useNow(usePaymentsContext().operations.clock);
  const last = lastCheckedAt === undefined ? undefined : Math.max(0, now - lastCheckedAt);
  const next = nextCheckAt === undefined ? undefined : Math.max(0, nextCheckAt - now);
  if (operation.connection !== 'ok' || (last === undefined && next === undefined)) return null;
  const isLong = Math.max(last ?? 0, next ?? 0) > longMs;
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : count(Math.round(ms / 1000)));
  const times = [
    lastCheckedAt === undefined ? undefined : { time: formatClock(lastCheckedAt), say: labels.lastAnswer },
    nextCheckAt === undefined ? undefined : { time: formatClock(nextCheckAt), say: labels.nextCheck },
  ];
  return (
    <p className="tillkit-hint tillkit-figures">
      {isLong
        ? times
            .map((at) => at?.time && at.say({ time: at.time }))
            .filter(Boolean)
            .join(' ')
        : labels.freshness({ last: seconds(last), next: seconds(next) })}
    </p>
  );
}
