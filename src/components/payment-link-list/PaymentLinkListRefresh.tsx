'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListRefreshState {
  busy: boolean;
}

export interface PaymentLinkListRefreshProps extends PartProps<'button', PaymentLinkListRefreshState> {}

/** Asks the service for the page again. */
export const PaymentLinkListRefresh = forwardRef<HTMLButtonElement, PaymentLinkListRefreshProps>(
  function PaymentLinkListRefresh(props, ref) {
    const { isFetching, refetch, labels } = usePaymentLinkListContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-label': labels.refresh,
      title: labels.refresh,
      onClick: refetch,
      children: <Icon name="retry" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} state={{ busy: isFetching }} />;
  },
);
