'use client';
import { forwardRef } from 'react';
import { LinkShare, type LinkShareProps } from '../link-share/LinkShare.tsx';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

export interface PaymentLinkFormShareProps extends Omit<LinkShareProps, 'address'> {}

/** The new link's address to give away, where there is one. */
export const PaymentLinkFormShare = forwardRef<HTMLDivElement, PaymentLinkFormShareProps>(
  function PaymentLinkFormShare(props, ref) {
    const address = usePaymentLinkFormContext().creation.link?.paymentLink;
    return address === undefined ? null : <LinkShare {...props} ref={ref} address={address} />;
  },
);
