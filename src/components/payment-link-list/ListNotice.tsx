'use client';
import { useEffect } from 'react';
import type { PaymentsError } from '../../core/errors/PaymentsError.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

/** There are no links yet: what will stand here. */
export function NoLinks({ labels }: { labels: PaymentLinkListLabels }) {
  return (
    <div className="tillkit-payment-link-list-empty">
      <Icon name="link" />
      <p className="tillkit-payment-link-list-title">{labels.emptyTitle}</p>
      <p className="tillkit-hint">{labels.emptyText}</p>
    </div>
  );
}

export interface LoadErrorProps {
  error: PaymentsError;
  labels: PaymentLinkListLabels;
  isFetching: boolean;
  onRetry: () => void;
}

/** The list could not be loaded, or not be brought up to date. */
export function LoadError({ error, labels, isFetching, onRetry }: LoadErrorProps) {
  const { announce } = usePaymentsContext();
  useEffect(() => announce(labels.errorTitle), [announce, labels.errorTitle]);
  return (
    <div className="tillkit-notice tillkit-payment-link-list-error" data-tone="danger">
      <Icon name="alert" />
      <div>
        <p className="tillkit-payment-link-list-title">{labels.errorTitle}</p>
        <p>
          <bdi>{error.serviceMessage ?? labels.errorText}</bdi>
        </p>
      </div>
      <button type="button" className="tillkit-button" disabled={isFetching} onClick={onRetry}>
        <Icon name="retry" />
        {labels.tryAgain}
      </button>
    </div>
  );
}
