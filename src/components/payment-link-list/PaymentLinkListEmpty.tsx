'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListEmptyProps extends PartProps<'div'> {}

/** There are no links yet: what will stand here. */
export const PaymentLinkListEmpty = forwardRef<HTMLDivElement, PaymentLinkListEmptyProps>(
  function PaymentLinkListEmpty(props, ref) {
    const { isEmpty, labels } = usePaymentLinkListContext();
    if (!isEmpty) return null;
    const own = {
      className: 'tillkit-payment-link-list-empty',
      children: (
        <>
          <Icon name="link" />
          <p className="tillkit-payment-link-list-title">{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
