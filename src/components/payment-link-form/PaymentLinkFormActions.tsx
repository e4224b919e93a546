'use client';
import { forwardRef, useContext } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkEntryContext } from './paymentLinkFormContext.ts';

export interface PaymentLinkFormActionsProps extends PartProps<'div'> {}

/** The buttons at the end; none while nobody knows what became of the link. */
export const PaymentLinkFormActions = forwardRef<HTMLDivElement, PaymentLinkFormActionsProps>(
  function PaymentLinkFormActions(props, ref) {
    if (useContext(LinkEntryContext)?.isUnknown) return null;
    return <Part as="div" ref={ref} own={{ className: 'tillkit-actions' }} given={props} />;
  },
);
