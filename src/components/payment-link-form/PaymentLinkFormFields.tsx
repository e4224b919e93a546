'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormFieldsProps extends PartProps<'fieldset'> {}

/** Everything that goes into the request. Locked while it is sent, and while nobody knows what became of it. */
export const PaymentLinkFormFields = forwardRef<HTMLFieldSetElement, PaymentLinkFormFieldsProps>(
  function PaymentLinkFormFields(props, ref) {
    const { isSending, isUnknown } = useLinkEntry();
    const own = { className: 'tillkit-payment-link-form-fields', disabled: isSending || isUnknown };
    return <Part as="fieldset" ref={ref} own={own} given={props} />;
  },
);
