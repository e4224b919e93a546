'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormSubmitProps extends PartProps<'button'> {}

/** Creates the link. */
export const PaymentLinkFormSubmit = forwardRef<HTMLButtonElement, PaymentLinkFormSubmitProps>(
  function PaymentLinkFormSubmit(props, ref) {
    const { isSending, setup, submitButton } = useLinkEntry();
    const own = {
      type: 'submit',
      className: 'tillkit-button',
      'data-variant': 'primary',
      'aria-disabled': isSending || undefined,
      children: isSending ? setup.labels.creating : setup.labels.create,
    };
    return <Part as="button" ref={ref} partRef={submitButton} own={own} given={props} />;
  },
);
