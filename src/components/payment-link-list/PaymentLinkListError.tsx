'use client';
import { forwardRef, useEffect } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListErrorProps extends PartProps<'div'> {}

/** The list could not be loaded, or not be brought up to date: says so, and tries again. */
export const PaymentLinkListError = forwardRef<HTMLDivElement, PaymentLinkListErrorProps>(
  function PaymentLinkListError(props, ref) {
    const { announce } = usePaymentsContext();
    const { error, labels, isFetching, refetch } = usePaymentLinkListContext();
    const hasFailed = error !== null;
    useEffect(() => {
      if (hasFailed) announce(labels.errorTitle);
    }, [hasFailed, announce, labels.errorTitle]);
    if (!error) return null;
    const own = {
      className: 'tillkit-notice tillkit-payment-link-list-error',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="alert" />
          <div>
            <p className="tillkit-payment-link-list-title">{labels.errorTitle}</p>
            <p>
              <bdi>{error.serviceMessage ?? labels.errorText}</bdi>
            </p>
          </div>
          <button type="button" className="tillkit-button" disabled={isFetching} onClick={refetch}>
            <Icon name="retry" />
            {labels.tryAgain}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
