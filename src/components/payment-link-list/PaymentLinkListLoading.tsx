'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListLoadingProps extends PartProps<'p'> {}

/** Says, to who does not see the skeletons, that the first page loads. */
export const PaymentLinkListLoading = forwardRef<HTMLParagraphElement, PaymentLinkListLoadingProps>(
  function PaymentLinkListLoading(props, ref) {
    const { isLoading, labels } = usePaymentLinkListContext();
    if (!isLoading) return null;
    const own = { className: 'tillkit-visually-hidden', children: labels.loading };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
