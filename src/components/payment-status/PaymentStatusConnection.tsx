'use client';
import { forwardRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';
import type { PaymentView } from './usePaymentView.ts';

export interface PaymentStatusConnectionState extends Pick<TerminalOperation, 'connection'> {}

export interface PaymentStatusConnectionProps extends PartProps<'div', PaymentStatusConnectionState> {}

/** Says in words that asking for the result goes badly, which says nothing about the payment. */
export const PaymentStatusConnection = forwardRef<HTMLDivElement, PaymentStatusConnectionProps>(
  function PaymentStatusConnection(props, ref) {
    const { view, ending } = usePaymentStatusContext();
    const { connection = 'ok', phase } = view?.operation ?? {};
    if (!view || connection === 'ok' || (ending && phase !== 'unknown')) return null;
    const children = (
      <>
        <Icon name={connection === 'slowed' ? 'clock' : connection === 'degraded' ? 'offline' : 'alert'} />
        <ConnectionSentence view={view} connection={connection} />
      </>
    );
    const own = { className: 'tillkit-notice', 'data-tone': 'attention', children };
    return <Part as="div" ref={ref} own={own} given={props} state={{ connection }} />;
  },
);

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
