'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListFoundProps extends PartProps<'p'> {}

/** How many links the search found; nothing while nothing is searched. */
export const PaymentLinkListFound = forwardRef<HTMLParagraphElement, PaymentLinkListFoundProps>(
  function PaymentLinkListFound(props, ref) {
    const { found } = usePaymentLinkListContext();
    if (found === undefined) return null;
    const own = { className: 'tillkit-hint tillkit-figures', children: found };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
