'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';

export interface SelectFieldProps
  extends
    Omit<ComponentPropsWithoutRef<'select'>, 'value' | 'onChange' | 'children' | 'className' | 'id'>,
    Pick<FieldProps, 'label' | 'hint' | 'error' | 'id' | 'className'> {
  value: string;
  onValueChange: (value: string) => void;
  /** The words for no choice. */
  placeholder: string;
  choices: readonly { value: string; label: string }[];
}

/** One of a few choices, with its label, hint and error. The ref is the select. */
export const SelectField = forwardRef<HTMLSelectElement, SelectFieldProps>(function SelectField(props, ref) {
  const { label, hint, error, id, className, value, onValueChange, placeholder, choices, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <span className="tillkit-select">
          <select
            {...rest}
            {...control}
            ref={ref}
            className="tillkit-input"
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          >
            <option value="">{placeholder}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
      )}
    </Field>
  );
});
