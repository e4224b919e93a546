'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePageTurn } from './usePageTurn.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListNextProps extends PartProps<'button'> {}

/** Turns to the page after. */
export const PaymentLinkListNext = forwardRef<HTMLButtonElement, PaymentLinkListNextProps>(
  function PaymentLinkListNext(props, ref) {
    const { labels } = usePaymentLinkListContext();
    const own = { ...usePageTurn(1), children: labels.next };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
