'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListToolbarProps extends PartProps<'div'> {}

/** Search and tools, while there are links or may be some. */
export const PaymentLinkListToolbar = forwardRef<HTMLDivElement, PaymentLinkListToolbarProps>(
  function PaymentLinkListToolbar(props, ref) {
    const { isLoading, links, isEmpty } = usePaymentLinkListContext();
    if (!isLoading && (!links || isEmpty)) return null;
    return <Part as="div" ref={ref} own={{ className: 'tillkit-payment-link-list-toolbar' }} given={props} />;
  },
);
