'use client';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Icon } from '../icon/Icon.tsx';
import type { CustomValueOption, LinkFormValues } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface CustomValueRowProps {
  form: UseFormReturn<LinkFormValues>;
  index: number;
  /** The row's own kind and those that no row has. */
  options: readonly CustomValueOption[];
  labels: PaymentLinkFormLabels;
  onRemove: () => void;
}

/** A kind from the catalogue, its value, and a way to take both out. */
export function CustomValueRow({ form, index, options, labels, onRemove }: CustomValueRowProps) {
  const { register, formState, watch } = form;
  const errorId = useId();
  const errors = formState.errors.customValues?.[index];
  const error = errors?.key?.message ?? errors?.value?.message;
  const key = watch(`customValues.${index}.key`);
  const label = options.find((option) => option.key === key)?.label ?? key;
  return (
    <div className="tillkit-payment-link-form-value" data-invalid={error === undefined ? undefined : ''}>
      <span className="tillkit-payment-link-form-select">
        <select
          {...register(`customValues.${index}.key`)}
          className="tillkit-input"
          aria-label={labels.customKey}
          aria-invalid={errors?.key ? true : undefined}
          aria-describedby={errors?.key ? errorId : undefined}
        >
          {options.map((option) => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
      <input
        {...register(`customValues.${index}.value`)}
        type="text"
        className="tillkit-input"
        autoComplete="off"
        aria-label={label}
        aria-invalid={errors?.value ? true : undefined}
        aria-describedby={errors?.value ? errorId : undefined}
      />
      <button
        type="button"
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        aria-label={labels.removeCustomValue(label)}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
      {error !== undefined && (
        <p id={errorId} className="tillkit-error">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
