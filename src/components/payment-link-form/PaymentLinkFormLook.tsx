'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

export interface PaymentLinkFormLookProps extends PartProps<'button'> {}

/** Looks for the new link in the list, where the service did not tell which it is. */
export const PaymentLinkFormLook = forwardRef<HTMLButtonElement, PaymentLinkFormLookProps>(
  function PaymentLinkFormLook(props, ref) {
    const { creation, setup } = usePaymentLinkFormContext();
    const { phase, link, search, look } = creation;
    if (phase !== 'created-unconfirmed' || link) return null;
    const isLooking = search?.status === 'reading';
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'aria-disabled': isLooking || undefined,
      onClick: () => void look(),
      children: (
        <>
          <Icon name="search" />
          {isLooking ? setup.labels.looking : setup.labels.lookAgain}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
