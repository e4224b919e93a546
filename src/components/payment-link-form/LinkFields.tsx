'use client';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { AmountField } from '../amount-field/AmountField.tsx';
import { AttachmentField } from '../attachment-field/AttachmentField.tsx';
import { CheckField } from '../field/CheckField.tsx';
import { CustomValueFields } from './CustomValueFields.tsx';
import type { CustomValueOption, LinkFormValues } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface LinkFieldsProps {
  form: UseFormReturn<LinkFormValues>;
  options: readonly CustomValueOption[];
  labels: PaymentLinkFormLabels;
  /** While it is sent, and while nobody knows what became of it. */
  isLocked: boolean;
}

/** Everything that goes into the request. */
export function LinkFields({ form, options, labels, isLocked }: LinkFieldsProps) {
  const { control, formState } = form;
  const check = (name: 'showBilling' | 'showShipping' | 'applyDiscount', hint?: ReactNode) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <CheckField label={labels[name]} hint={hint} name={name} checked={value} onCheckedChange={onChange} />
      )}
    />
  );
  return (
    <fieldset className="tillkit-payment-link-form-fields" disabled={isLocked}>
      <div className="tillkit-stack">
        <Controller
          control={control}
          name="amountCents"
          render={({ field: { value, ref, onChange, onBlur: _, ...field }, fieldState: { error } }) => (
            <AmountField
              {...field}
              ref={ref}
              className="tillkit-payment-link-form-amount-field"
              value={value}
              required
              showError={formState.submitCount > 0}
              error={error?.type === 'service' ? error.message : undefined}
              onValueChange={(cents) => onChange(cents)}
            />
          )}
        />
        {options.length > 0 && <CustomValueFields form={form} options={options} labels={labels} />}
      </div>
      <div className="tillkit-stack">
        <div className="tillkit-payment-link-form-checks">
          {check('showBilling')}
          {check('showShipping')}
          {check('applyDiscount', labels.applyDiscountHint)}
        </div>
        <Controller
          control={control}
          name="files"
          render={({ field: { ref, onChange }, fieldState: { error } }) => (
            <AttachmentField
              ref={ref}
              disabled={isLocked}
              error={error?.message}
              onAttachmentsChange={(attachments, { files }) =>
                onChange({
                  attachments,
                  uploading: files.filter(({ status }) => status === 'uploading' || status === 'waiting')
                    .length,
                  failed: files.filter(({ status }) => status === 'failed').length,
                })
              }
            />
          )}
        />
      </div>
    </fieldset>
  );
}
