'use client';
import { useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { LinkFieldRule, LinkFlagName } from './linkFields.ts';
import type { LinkForm } from './useLinkForm.ts';

export interface LinkFlagProps {
  form: LinkForm;
  name: LinkFlagName;
  rule: LinkFieldRule<boolean> | undefined;
  label: string;
  hint?: string | undefined;
}

/** Something that is wanted or not. */
export function LinkFlag({ form, name, rule, label, hint }: LinkFlagProps) {
  const id = useId();
  const isReadOnly = rule?.readOnly ?? false;
  const error = isReadOnly ? undefined : form.formState.errors[name]?.message;
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ');
  const state = isReadOnly
    ? { checked: rule?.value ?? false, readOnly: true, disabled: true }
    : { ...form.register(name), defaultChecked: form.getValues(name) };
  return (
    <div className="tillkit-check-field">
      <label className="tillkit-check" data-disabled={isReadOnly ? '' : undefined}>
        <input
          type="checkbox"
          name={name}
          {...state}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="tillkit-hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="tillkit-error" id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
