'use client';
import { useRef } from 'react';
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { TextField } from '../field/TextField.tsx';
import { Icon } from '../icon/Icon.tsx';
import { CustomValueRow } from './CustomValueRow.tsx';
import type { CustomValueOption, LinkFormValues } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface CustomValueFieldsProps {
  form: UseFormReturn<LinkFormValues>;
  options: readonly CustomValueOption[];
  labels: PaymentLinkFormLabels;
}

/** Values under keys that the merchant's set-up knows: the required ones as fields, the others picked from a list. */
export function CustomValueFields({ form, options, labels }: CustomValueFieldsProps) {
  const { control, formState, watch } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'customValues' });
  const addButton = useRef<HTMLButtonElement>(null);
  const used = new Set(watch('customValues').map(({ key }) => key));
  const unused = options.filter(({ key }) => !used.has(key));
  const [next] = unused;
  const hasPicked = options.some(({ required }) => !required);

  return (
    <fieldset className="tillkit-field tillkit-payment-link-form-values">
      <legend className="tillkit-label">{labels.customValues}</legend>
      {fields.map(({ id: rowId, key }, index) => {
        const errors = formState.errors.customValues?.[index];
        const fixed = options.find((option) => option.required && option.key === key);
        if (!fixed) {
          return (
            <CustomValueRow
              key={rowId}
              form={form}
              index={index}
              options={options.filter(
                (option) => !used.has(option.key) || option.key === watch(`customValues.${index}.key`),
              )}
              labels={labels}
              onRemove={() => {
                addButton.current?.focus();
                remove(index);
              }}
            />
          );
        }
        return (
          <Controller
            key={rowId}
            control={control}
            name={`customValues.${index}.value`}
            render={({ field: { onChange, ...field } }) => (
              <TextField
                {...field}
                label={fixed.label}
                error={errors?.key?.message ?? errors?.value?.message}
                onValueChange={onChange}
              />
            )}
          />
        );
      })}
      {hasPicked && (
        <button
          ref={addButton}
          type="button"
          className="tillkit-button"
          aria-disabled={next ? undefined : true}
          onClick={() =>
            next && append({ key: next.key, value: '' }, { focusName: `customValues.${fields.length}.value` })
          }
        >
          <Icon name="plus" />
          {labels.addCustomValue}
        </button>
      )}
    </fieldset>
  );
}
