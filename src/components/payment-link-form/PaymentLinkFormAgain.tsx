'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

export interface PaymentLinkFormAgainProps extends PartProps<'button'> {}

/** Begins another link. */
export const PaymentLinkFormAgain = forwardRef<HTMLButtonElement, PaymentLinkFormAgainProps>(
  function PaymentLinkFormAgain(props, ref) {
    const { setup, startOver } = usePaymentLinkFormContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      onClick: startOver,
      children: (
        <>
          <Icon name="plus" />
          {setup.labels.createAnother}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
