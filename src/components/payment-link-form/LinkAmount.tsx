'use client';
import { Controller } from 'react-hook-form';
import { AmountField } from '../amount-field/AmountField.tsx';
import type { LinkFieldRule } from './linkFields.ts';
import type { LinkForm } from './useLinkForm.ts';

export interface LinkAmountProps {
  form: LinkForm;
  name: 'amountCents' | 'taxCents';
  rule: LinkFieldRule<unknown> | undefined;
  required: boolean;
  label?: string | undefined;
  /** Cents; default 1. */
  min?: number | undefined;
  className?: string | undefined;
}

/** A sum. What is wrong with its text it says itself; the form adds what the rules and the service say. */
export function LinkAmount({ form, name, rule, required, label, min, className }: LinkAmountProps) {
  const { control, formState } = form;
  const shared = { name, label, min, className, required, showError: formState.submitCount > 0 };
  if (rule?.readOnly) {
    const value = typeof rule.value === 'number' ? rule.value : null;
    const error = formState.errors[name];
    return (
      <AmountField
        {...shared}
        value={value}
        readOnly
        error={error?.type === 'service' ? error.message : undefined}
        onValueChange={() => undefined}
      />
    );
  }
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ref, onChange }, fieldState: { error } }) => (
        <AmountField
          {...shared}
          ref={ref}
          value={Number.isNaN(value) ? null : value}
          error={error?.type === 'service' ? error.message : undefined}
          onValueChange={(cents, { error: problem }) =>
            onChange(problem === undefined || problem === 'empty' ? cents : Number.NaN)
          }
        />
      )}
    />
  );
}
