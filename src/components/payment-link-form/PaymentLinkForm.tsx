'use client';
import { forwardRef } from 'react';
import { PaymentLinkFormActions } from './PaymentLinkFormActions.tsx';
import { PaymentLinkFormAgain } from './PaymentLinkFormAgain.tsx';
import { PaymentLinkFormAmount } from './PaymentLinkFormAmount.tsx';
import { PaymentLinkFormColumn } from './PaymentLinkFormColumn.ts';
import { PaymentLinkFormCreated } from './PaymentLinkFormCreated.tsx';
import { PaymentLinkFormCustomValues } from './PaymentLinkFormCustomValues.tsx';
import { PaymentLinkFormDetails } from './PaymentLinkFormDetails.tsx';
import { PaymentLinkFormEntry } from './PaymentLinkFormEntry.tsx';
import { PaymentLinkFormEstimate } from './PaymentLinkFormEstimate.tsx';
import { PaymentLinkFormFields } from './PaymentLinkFormFields.tsx';
import { PaymentLinkFormFiles } from './PaymentLinkFormFiles.tsx';
import { PaymentLinkFormFlags } from './PaymentLinkFormFlags.tsx';
import { PaymentLinkFormLook } from './PaymentLinkFormLook.tsx';
import { PaymentLinkFormOutcome } from './PaymentLinkFormOutcome.tsx';
import { PaymentLinkFormRejected } from './PaymentLinkFormRejected.tsx';
import { PaymentLinkFormRestored } from './PaymentLinkFormRestored.tsx';
import { PaymentLinkFormRoot, type PaymentLinkFormRootProps } from './PaymentLinkFormRoot.tsx';
import { PaymentLinkFormShare } from './PaymentLinkFormShare.tsx';
import { PaymentLinkFormSubmit } from './PaymentLinkFormSubmit.tsx';
import { PaymentLinkFormTaxes } from './PaymentLinkFormTaxes.tsx';
import { PaymentLinkFormUnknown } from './PaymentLinkFormUnknown.tsx';

export interface PaymentLinkFormProps extends Omit<PaymentLinkFormRootProps, 'children'> {}

/**
 * Creates a payment link, with attachments, and shows its address.
 *
 * @example
 * <PaymentLinkForm
 *   customValues={[{ key: 'invoice-number', label: 'Invoice number' }]}
 *   fields={{ amount: { readOnly: true, value: 1250 }, showShipping: { hidden: true } }}
 * />
 */
export const PaymentLinkForm = forwardRef<HTMLElement, PaymentLinkFormProps>(
  function PaymentLinkForm(props, ref) {
    return (
      <PaymentLinkFormRoot {...props} ref={ref}>
        <PaymentLinkFormEntry>
          <PaymentLinkFormRestored />
          <PaymentLinkFormRejected />
          <PaymentLinkFormUnknown />
          <PaymentLinkFormFields>
            <PaymentLinkFormColumn>
              <PaymentLinkFormAmount />
              <PaymentLinkFormTaxes />
              <PaymentLinkFormCustomValues />
            </PaymentLinkFormColumn>
            <PaymentLinkFormColumn>
              <PaymentLinkFormFlags />
              <PaymentLinkFormFiles />
              <PaymentLinkFormEstimate />
            </PaymentLinkFormColumn>
          </PaymentLinkFormFields>
          <PaymentLinkFormActions>
            <PaymentLinkFormSubmit />
          </PaymentLinkFormActions>
        </PaymentLinkFormEntry>
        <PaymentLinkFormCreated>
          <PaymentLinkFormOutcome />
          <PaymentLinkFormShare />
          <PaymentLinkFormDetails />
          <PaymentLinkFormActions>
            <PaymentLinkFormLook />
            <PaymentLinkFormAgain />
          </PaymentLinkFormActions>
        </PaymentLinkFormCreated>
      </PaymentLinkFormRoot>
    );
  },
);
