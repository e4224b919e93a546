'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentLinkListContext } from './paymentLinkListContext.ts';
import { usePaymentLinkList, type UsePaymentLinkListOptions } from './usePaymentLinkList.ts';

export interface PaymentLinkListState {
  /** The first page. */
  loading: boolean;
  /** Another page is on its way. */
  busy: boolean;
  empty: boolean;
  columns: 'custom' | undefined;
}

export interface PaymentLinkListRootProps
  extends UsePaymentLinkListOptions, PartProps<'section', PaymentLinkListState> {}

/** Reads the links and holds page and search, for the parts in it. */
export const PaymentLinkListRoot = forwardRef<HTMLElement, PaymentLinkListRootProps>(
  function PaymentLinkListRoot({ limit, columns, labels, ...props }, ref) {
    const list = usePaymentLinkList({ limit, columns, labels });
    const { isLoading, isTurning, isEmpty } = list;
    const own = {
      className: 'tillkit-payment-link-list tillkit-card',
      'data-tillkit': 'payment-link-list',
      'aria-label': list.labels.title,
      'aria-busy': isLoading || isTurning,
    };
    const state: PaymentLinkListState = {
      loading: isLoading,
      busy: isTurning,
      empty: isEmpty,
      columns: columns && 'custom',
    };
    return (
      <PaymentLinkListContext.Provider value={list}>
        <Part as="section" ref={ref} own={own} given={props} state={state} />
      </PaymentLinkListContext.Provider>
    );
  },
);
