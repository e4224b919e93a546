'use client';
import { forwardRef } from 'react';
import type { PaymentLinkFormProps } from 'tillkit';
import { PaymentLinkForm as Parts } from 'tillkit/parts';

/** Creates a payment link, then shows it to share. */
export const PaymentLinkForm = forwardRef<HTMLElement, PaymentLinkFormProps>(
  function PaymentLinkForm(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Entry>
          <Parts.Restored />
          <Parts.Rejected />
          <Parts.Unknown />
          <Parts.Fields>
            <Parts.Amount />
            <Parts.Add>
              <Parts.CustomValues />
              <Parts.Taxes />
              <Parts.Flags />
              <Parts.Files />
            </Parts.Add>
            <Parts.Estimate />
          </Parts.Fields>
          <Parts.Actions>
            <Parts.Submit />
          </Parts.Actions>
        </Parts.Entry>
        <Parts.Created>
          <Parts.Outcome />
          <Parts.Share />
          <Parts.Details />
          <Parts.Actions>
            <Parts.Look />
            <Parts.Again />
          </Parts.Actions>
        </Parts.Created>
      </Parts.Root>
    );
  },
);
