'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormRejectedProps extends PartProps<'div'> {}

/** The service refused and nothing was created; what it said about no field on the screen. */
export const PaymentLinkFormRejected = forwardRef<HTMLDivElement, PaymentLinkFormRejectedProps>(
  function PaymentLinkFormRejected(props, ref) {
    const { atTop, creation, setup } = useLinkEntry();
    const heading = useFocusOnArrival<HTMLParagraphElement>(atTop.length > 0 && creation.error);
    if (atTop.length === 0) return null;
    const own = {
      className: 'tillkit-notice',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="alert" />
          <div>
            <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
              {setup.labels.rejectedTitle}
            </p>
            {atTop.map((sentence) => (
              <p key={sentence}>
                <bdi>{sentence}</bdi>
              </p>
            ))}
          </div>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
