'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentLinkListCell } from './PaymentLinkListCell.tsx';
import { useListedLink } from './useListedLink.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListRowState {
  /** It was just created. */
  new: boolean;
}

export interface PaymentLinkListRowProps extends PartProps<'tr', PaymentLinkListRowState> {}

/** One link: a row of the table, or a card where the place is narrow. */
export const PaymentLinkListRow = forwardRef<HTMLTableRowElement, PaymentLinkListRowProps>(
  function PaymentLinkListRow(props, ref) {
    const { columns } = usePaymentLinkListContext();
    const { isNew } = useListedLink();
    const own = {
      className: 'tillkit-payment-link-list-row',
      children: columns.map(({ id }) => <PaymentLinkListCell key={id} column={id} />),
    };
    return <Part as="tr" ref={ref} own={own} given={props} state={{ new: isNew }} />;
  },
);
