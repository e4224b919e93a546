'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentLinkListBody } from './PaymentLinkListBody.tsx';
import { PaymentLinkListHead } from './PaymentLinkListHead.tsx';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListTableProps extends PartProps<'table'> {}

/** The links as a table; where the place is narrow, each row is a card. */
export const PaymentLinkListTable = forwardRef<HTMLTableElement, PaymentLinkListTableProps>(
  function PaymentLinkListTable(props, ref) {
    const { isLoading, links, labels } = usePaymentLinkListContext();
    if (!isLoading && !links?.length) return null;
    const own = {
      className: 'tillkit-payment-link-list-table',
      'aria-label': labels.title,
      children: (
        <>
          <PaymentLinkListHead />
          <PaymentLinkListBody />
        </>
      ),
    };
    return <Part as="table" ref={ref} own={own} given={props} />;
  },
);
