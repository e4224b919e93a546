'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePageTurn } from './usePageTurn.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListPreviousProps extends PartProps<'button'> {}

/** Turns to the page before. */
export const PaymentLinkListPrevious = forwardRef<HTMLButtonElement, PaymentLinkListPreviousProps>(
  function PaymentLinkListPrevious(props, ref) {
    const { labels } = usePaymentLinkListContext();
    const own = { ...usePageTurn(-1), children: labels.previous };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
